internal import LinuxSupport
internal import Spool

/// How the worker learns of changes in the inbox: by events while they are to be had, and by polling otherwise.
final class InboxWatch {
    enum Event {
        /// Anything may have changed.
        case scanAll
        case folder(RelativePath)
        case folderGone(RelativePath)
        case file(RelativePath, Sighting)
    }

    /// For the status.
    struct Facts: Hashable {
        var usesEvents: Bool
        /// Why not, or why not alone; empty when all is well.
        var reason: String
        var overflows: Int
        var restarts: Int
    }

    private let process: WatchProcess?
    private let log: WorkerLog
    /// Why there are no events, for good.
    private let obstacle: String?
    /// Why events do not tell all, for now.
    private var shortcoming: String?
    private var isReady = false
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

    var isActive: Bool { isReady && shortcoming == nil }
    var rawValue: Int32? { process?.rawValue }

    /// When the watcher may be started again.
    var nextDue: MonotonicInstant {
        guard let process, !process.isRunning else { return .never }
        return process.mayStartAt
    }

    var facts: Facts {
        Facts(
            usesEvents: isReady, reason: obstacle ?? shortcoming ?? (isReady ? "" : "the watcher is being started"),
            overflows: overflows, restarts: max(0, starts - 1))
    }

    /// Starts the watcher if it is not running and may be.
    /// - Returns: whether the inbox should be scanned because of it.
    func maintain(at now: MonotonicInstant) -> Bool {
        guard let process, !process.isRunning, process.mayStartAt <= now else { return false }
        do {
            try process.start()
            starts += 1
            return false
        } catch {
            failed("ocrspool-watch cannot be started (\(error))")
            return true
        }
    }

    func stop() { process?.stop() }

    /// What the watcher has told since the last call.
    func events() -> [Event] {
        guard let process else { return [] }
        do {
            switch try process.read() {
            case .events(let events): return events.compactMap(take)
            case .ended(let how): failed("ocrspool-watch ended:\(how)")
            }
        } catch {
            process.stop()
            failed("ocrspool-watch cannot be read (\(error))")
        }
        return [.scanAll]
    }

    private func failed(_ message: String) {
        isReady = false
        if shortcoming != message { log.warning("polling the inbox: \(message)") }
        shortcoming = message
    }

    private func take(_ event: WatchProcess.Event) -> Event? {
        switch event.kind {
        case .ready:
            isReady = true
            shortcoming = nil
            log.info("watching the inbox")
            return .scanAll
        case .overflow:
            overflows += 1
            log.notice("the kernel's event queue overflowed; scanning the inbox")
            return .scanAll
        case .error:
            failedInPart(DisplayText.escaped(event.bytes, limit: 500))
            return nil
        case .closed, .movedIn, .created, .movedAway, .deleted, .folderAppeared, .folderGone:
            guard let path = RelativePath(event.bytes) else { return .scanAll }
            return fileEvent(event.kind, path)
        }
    }

    private func fileEvent(_ kind: WatchProcess.Event.Kind, _ path: RelativePath) -> Event {
        switch kind {
        case .closed: return .file(path, .closed)
        case .movedIn: return .file(path, .movedIn)
        case .folderGone: return .folderGone(path)
        case .folderAppeared:
            // The inbox itself came back, and with it what was amiss.
            if path.isEmpty { shortcoming = nil }
            return path.isEmpty ? .scanAll : .folder(path)
        default: return .file(path, .touched)
        }
    }

    private func failedInPart(_ message: String) {
        if shortcoming != message { log.warning("polling the inbox beside events: \(message)") }
        shortcoming = message
    }
}
