internal import LinuxSupport
internal import Spool

/// How the worker learns of changes in the inbox: by events while they are to be had, and by polling otherwise.
final class InboxWatch {
    enum Event {
        /// Anything may have changed.
        case scanAll
        case folder(RelativePath)
        /// A folder that was moved in as a whole, from without the inbox.
        case folderMovedIn(RelativePath)
        case folderGone(RelativePath)
        case file(RelativePath, Sighting)
    }

    /// For the status.
    struct Facts: Hashable {
        var usesEvents: Bool
        /// Why not, or why not alone; empty when all is well.
        var reason: String
        /// What the watcher has told of names and folders.
        var events: Int
        var overflows: Int
        var restarts: Int
        /// Looks at the whole inbox.
        var scans: ScanFacts
    }

    /// Looks at the whole inbox, for the status.
    struct ScanFacts: Hashable {
        var count = 0
        /// When the last began; `.never` before the first.
        var last = MonotonicInstant.never
        /// How long the last took.
        var duration: Duration = .zero
    }

    private let process: WatchProcess?
    private let log: WorkerLog
    /// Why there are no events, for good.
    private let obstacle: String?
    /// Why there are no events, for now.
    private var failure: String?
    /// What the watcher says that it does not watch.
    private var shortcoming: String?
    /// The same before the watches were last set anew, so that it is logged once.
    private var lastShortcoming: String?
    private var isReady = false
    private var pulse = WatcherPulse(at: .now)
    private var scans = ScanFacts()
    /// Why the inbox itself cannot be looked at.
    private var inboxTrouble: String?
    private var hasNews = false
    private var eventCount = 0
    private var overflows = 0
    private var starts = 0

    init(_ parts: IntakeParts) {
        log = parts.log
        let obstacle = Self.obstacle(parts)
        self.obstacle = obstacle
        if obstacle == nil, let program = parts.settings.current.watchProgram {
            process = WatchProcess(program: program, directory: parts.spool.inboxPath)
        } else {
            process = nil
            log.warning("polling the inbox: \(obstacle ?? "")")
        }
    }

    private static func obstacle(_ parts: IntakeParts) -> String? {
        guard parts.settings.current.usesEvents else { return "events are switched off" }
        guard parts.settings.current.watchProgram != nil else { return "the program ocrspool-watch was not found" }
        let remote = (try? parts.spool.inbox().remoteFileSystem()) ?? nil
        return remote.map { "the inbox is on \($0.rawValue), where changes by other machines cause no events" }
    }

    private var isSilent: Bool { isReady && pulse.missed >= WatcherPulse.mostMissed }
    var isActive: Bool { isReady && failure == nil && shortcoming == nil && !isSilent }
    var rawValue: Int32? { process?.rawValue }

    /// When the watcher may be started again.
    var nextDue: MonotonicInstant {
        guard let process else { return .never }
        return process.isRunning ? pulse.nextLook : process.mayStartAt
    }

    var facts: Facts {
        Facts(
            usesEvents: isReady && !isSilent, reason: reason, events: eventCount, overflows: overflows,
            restarts: max(0, starts - 1), scans: scans)
    }

    private var reason: String {
        if let reason = inboxTrouble ?? obstacle ?? failure ?? shortcoming { return reason }
        if isSilent { return "ocrspool-watch does not answer" }
        return isReady ? "" : "the watcher is being started"
    }

    /// Whether `facts` say anything new since the last call.
    func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    /// Takes in a look at the whole inbox.
    func noteScan(since start: MonotonicInstant) {
        scans = ScanFacts(count: scans.count + 1, last: start, duration: start.duration(to: .now))
        inboxTrouble = nil
    }

    /// Takes in that the inbox could not be looked at.
    func noteFailedScan(_ reason: String) { inboxTrouble = reason }

    /// Starts the watcher if it is not running and may be, and looks whether it is alive if it is.
    /// - Returns: whether the inbox should be scanned because of it.
    func maintain(at now: MonotonicInstant) -> Bool {
        guard let process else { return false }
        if process.isRunning { return checkPulse(of: process, at: now) }
        guard process.mayStartAt <= now else { return false }
        do {
            try process.start()
            starts += 1
            pulse = WatcherPulse(at: now)
            return false
        } catch {
            failed("ocrspool-watch cannot be started (\(error))")
            return true
        }
    }

    private func checkPulse(of process: WatchProcess, at now: MonotonicInstant) -> Bool {
        let wasSilent = isSilent
        pulse.look(at: now)
        guard isSilent else { return false }
        if pulse.missed >= WatcherPulse.hopeless {
            process.stop()
            failed("ocrspool-watch did not answer")
            return true
        }
        if !wasSilent {
            hasNews = true
            log.warning("polling the inbox: ocrspool-watch does not answer")
        }
        return !wasSilent
    }

    func stop() { process?.stop() }

    /// What the watcher has told since the last call.
    func events() -> [Event] {
        guard let process else { return [] }
        do {
            switch try process.read() {
            case .events(let records):
                if !records.isEmpty { hear() }
                return records.compactMap(take)
            case .ended(let how):
                // One that could not even begin has said why.
                failed(isReady ? "ocrspool-watch ended: \(how)" : shortcoming ?? "ocrspool-watch ended: \(how)")
            }
        } catch {
            process.stop()
            failed("ocrspool-watch cannot be read (\(error))")
        }
        return [.scanAll]
    }

    /// Events are complete again: had any been lost, the watcher would say so.
    private func hear() {
        if isSilent {
            hasNews = true
            log.info("ocrspool-watch answers again")
        }
        pulse.hear()
    }

    private func failed(_ message: String) {
        isReady = false
        hasNews = true
        if failure != message { log.warning("polling the inbox: \(message)") }
        failure = message
        forgetShortcoming()
    }

    private func take(_ event: WatchProcess.Event) -> Event? {
        if event.kind != .alive { hasNews = true }
        switch event.kind {
        case .alive: return nil
        case .ready:
            isReady = true
            failure = nil
            forgetShortcoming()
            log.info("watching the inbox")
            return .scanAll
        case .overflow:
            forgetShortcoming()
            overflows += 1
            log.notice("the kernel's event queue overflowed; scanning the inbox")
            return .scanAll
        case .watchedAnew:
            forgetShortcoming()
            return .scanAll
        case .error:
            failedInPart(DisplayText.escaped(event.bytes, limit: 500))
            return .scanAll
        case .closed, .movedIn, .created, .movedAway, .deleted, .folderAppeared, .folderMovedIn, .folderGone:
            eventCount += 1
            guard let path = RelativePath(event.bytes) else { return .scanAll }
            return fileEvent(event.kind, path)
        }
    }

    private func fileEvent(_ kind: WatchProcess.Event.Kind, _ path: RelativePath) -> Event {
        switch kind {
        case .closed: return .file(path, .closed)
        case .movedIn: return .file(path, .movedIn)
        case .folderGone: return .folderGone(path)
        case .folderMovedIn: return .folderMovedIn(path)
        case .folderAppeared:
            // The inbox itself came back, and with it what was amiss.
            if path.isEmpty { forgetShortcoming() }
            return path.isEmpty ? .scanAll : .folder(path)
        default: return .file(path, .touched)
        }
    }

    /// The watches were set anew; what is not watched now is told again.
    private func forgetShortcoming() {
        lastShortcoming = shortcoming ?? lastShortcoming
        shortcoming = nil
    }

    private func failedInPart(_ message: String) {
        if shortcoming != message, lastShortcoming != message {
            log.warning("polling the inbox beside events: \(message)")
        }
        shortcoming = message
    }
}
