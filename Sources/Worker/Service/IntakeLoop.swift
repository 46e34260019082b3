internal import LinuxSupport
internal import Spool

/// The worker's main loop: watches and scans the inbox, decides what is ready, recovers, adopts, pauses and resumes,
/// and writes the status. It runs on the thread that started the worker and does no recognition and no publication.
final class IntakeLoop {
    private let settings: ServiceSettings
    private let reload: () -> Configuration?
    private let spool: Spool
    private let home: WorkerHome
    private let dispatcher: Dispatcher
    private let signals: SignalDescriptor
    private let watch: InboxWatch
    private let log: WorkerLog
    private let probe: InboxProbe
    private let status: StatusWriter

    private var table: IntakeTable
    private var sights = InboxSights()
    private var rules: IgnoreRules
    private var lanesRunning: Int
    private var nextScan = MonotonicInstant(nanoseconds: 0)
    private var nextPruning = MonotonicInstant(nanoseconds: 0)
    private var nextAdoption = MonotonicInstant(nanoseconds: 0)
    private var nextResumption = MonotonicInstant.never
    /// Jobs that stopped half way, to be recovered when the worker is not paused, with the attempt that does not count.
    private var parked: [JobID: Int?] = [:]
    /// What last kept a parked job from being recovered, so that it is said once.
    private var faults: [JobID: SystemCallError] = [:]
    /// Whether claims were cut off, and jobs may lie about that nobody knows.
    private var mayHaveLeftovers = false
    /// Images that cannot be claimed as things are.
    private var blocked: [RelativePath: ClaimObstacle] = [:]
    private var nextRecovery = MonotonicInstant.never
    private var isStopping = false
    /// Why the worker could not go on, in a sentence, if it ended for that.
    private(set) var failure: String?
    /// Whether the last look at the inbox worked. Without the inbox nothing can be said of being done.
    private var hasScanned = false

    private static let adoptionInterval: Duration = .seconds(60)
    /// A listing of a directory is no snapshot: it may show an image and not the request that came just before. With a
    /// wait for requests shorter than this, they are looked for one by one.
    private static let shortPairing: Duration = .seconds(1)
    private static let watcherStart: Duration = .milliseconds(500)
    private static let recoveryInterval: Duration = .seconds(5)

    init(_ parts: IntakeParts) {
        settings = parts.settings
        reload = parts.reload
        spool = parts.spool
        home = parts.home
        dispatcher = parts.dispatcher
        signals = parts.signals
        log = parts.log
        status = parts.status
        lanesRunning = parts.dispatcher.laneCount
        table = IntakeTable(rules: parts.settings.current.intakeRules)
        rules = IgnoreRules(globs: parts.settings.current.ignore)
        watch = InboxWatch(parts)
        let settings = parts.settings
        let timeoutLimit = { JobLimits(settings.current).maximumTimeoutSeconds }
        probe = InboxProbe(
            spool: parts.spool, isImageContent: RequestReader.isImage,
            decodeRequest: { RequestReader.facts($0, over: $1, timeoutLimit: timeoutLimit()) },
            decodeDefaults: { RequestReader.defaults($0, over: $1, timeoutLimit: timeoutLimit()) })
    }

    private var configuration: Configuration { settings.current }

    /// Runs until the lanes have ended: after a signal, or with `--drain` when nothing is left.
    func run() throws(SystemCallError) {
        try awaitWatcher()
        while lanesRunning > 0 {
            try turn()
        }
        watch.stop()
        status.write(facts())
    }

    /// Gives the watcher a moment to get ready, so that the first look at the inbox, which may take long, need not be
    /// followed by a second one.
    private func awaitWatcher() throws(SystemCallError) {
        let deadline = MonotonicInstant.now + Self.watcherStart
        _ = watch.maintain(at: .now)
        while !watch.isActive, let descriptor = watch.rawValue, MonotonicInstant.now < deadline {
            _ = try Poller.wait(for: [Poller.Interest(descriptor)], until: deadline)
            takeEvents()
        }
    }

    private func turn() throws(SystemCallError) {
        let now = MonotonicInstant.now
        if watch.maintain(at: now) { nextScan = now }
        if !isStopping { lookAround(at: now) }
        for report in dispatcher.takeReports() { take(report) }
        // With the last lane gone, nothing is left that could wake a wait.
        guard lanesRunning > 0 else { return }
        if nextResumption == .never, let pause = dispatcher.currentPause { noticePause(pause) }
        // What time alone changes is seen by nobody else: without an event the status would stay as it was.
        if table.nextDue <= .now { status.touch() }
        take(table.evaluate(at: .now, probe: probe))
        if configuration.drains, !isStopping, isDrained { beginStop("nothing is left to do", grace: .zero) }
        status.writeIfDue { self.facts() }
        try wait()
    }

    private func lookAround(at now: MonotonicInstant) {
        if nextResumption <= now { tryToResume() }
        if nextAdoption <= now, !dispatcher.isPaused { adopt() }
        if nextRecovery <= now, !dispatcher.isPaused { recoverParked() }
        if nextScan <= now { scan(below: RelativePath([])) }
    }

    private func wait() throws(SystemCallError) {
        let deadline =
            [
                table.nextDue, nextScan, nextAdoption, nextResumption, nextRecovery, watch.nextDue, status.nextDue,
            ].min() ?? .never
        var interests = [Poller.Interest(signals.rawValue), Poller.Interest(dispatcher.changed.rawValue)]
        if let descriptor = watch.rawValue { interests.append(Poller.Interest(descriptor)) }
        let ready = try Poller.wait(for: interests, until: isStopping ? status.nextDue : deadline)
        if ready[0] || ready[1] { status.touch() }
        if ready[0] { try takeSignals() }
        if ready[1] { dispatcher.changed.drain() }
        if ready.count > 2, ready[2] { takeEvents() }
        if watch.takeNews() { status.touch() }
    }

    // MARK: - Seeing

    /// - Parameter arrival: `folder` was moved into the inbox as a whole, and so were the files that it brought.
    private func scan(below folder: RelativePath, arrival: MovedFolder? = nil) {
        let now = MonotonicInstant.now
        let wall = Timestamp.now
        if folder.isEmpty { nextScan = now + (watch.isActive ? configuration.rescan : configuration.poll) }
        var seen: Set<RelativePath> = []
        var passed: Set<RelativePath> = []
        var folders: Set<RelativePath> = []
        var newcomers: [RelativePath] = []
        do {
            try InboxWalk.forEach(in: try spool.inbox(), below: folder, rules: rules) { finding in
                switch finding {
                case .file(let path, let status):
                    seen.insert(path)
                    sights.clear(path)
                    if table.file(path) == nil { newcomers.append(path) }
                    let isWhole = arrival?.brought(status) == true && probe.isOpenForWriting(path) != true
                    table.observe(
                        path, status, sighting: isWhole ? .movedIn : .scanned, at: now, age: wall.age(of: status),
                        probe: probe)
                case .defaults(let path, let status):
                    folders.insert(path.parent)
                    table.observeDefaults(of: path.parent, status, sighting: .scanned, at: now)
                case .ignored(let path, _), .notRegular(let path), .unreadable(let path, _):
                    passed.insert(path)
                    // It may have been a job until now; forgetting it later would forget the sight too.
                    if table.file(path) != nil { forget(path) }
                    note(finding)
                }
            }
        } catch {
            let reason = Self.reason(error)
            if sights.inboxIsMissing(error) {
                log.error("the inbox cannot be read: \(reason)")
                status.touch()
            }
            watch.noteFailedScan("the inbox cannot be read: \(reason)")
            hasScanned = false
            return
        }
        if folder.isEmpty {
            hasScanned = true
            if sights.inboxIsThere() {
                log.notice("the inbox can be read again")
                status.touch()
            }
            watch.noteScan(since: now)
            pruneFolders()
        }
        sights.keep(passed, in: folder)
        forgetAll(in: folder, except: seen, defaults: folders)
        if configuration.pairing < Self.shortPairing {
            for path in newcomers where table.file(path)?.isRequest == false { lookAtRequest(of: path) }
        }
    }

    /// Forgets what is known at and below `folder`, and is not there any more.
    private func forgetAll(
        in folder: RelativePath, except seen: Set<RelativePath> = [], defaults folders: Set<RelativePath> = []
    ) {
        for path in table.paths.filter({ $0.isWithin(folder) && !seen.contains($0) }) { letGo(path) }
        for known in table.foldersWithDefaults.filter({ $0.isWithin(folder) && !folders.contains($0) }) {
            table.removeDefaults(of: known)
        }
    }

    private static func reason(_ error: SystemCallError) -> String {
        guard error.isNoDirectory else { return error.description }
        return "\(error.subject) is no directory, or a symbolic link, which is not followed"
    }

    private func arrival(of folder: RelativePath) -> MovedFolder? {
        guard let name = folder.name else { return nil }
        let status = (try? spool.inbox().descendant(folder.parent).status(name)) ?? nil
        return status.flatMap(MovedFolder.init)
    }

    private func pruneFolders() {
        guard configuration.prunesEmptyFolders, nextPruning <= .now, let inbox = try? spool.inbox() else { return }
        nextPruning = .now + configuration.rescan
        EmptyFolders.remove(from: inbox, rules: rules, at: .now) { path in
            log.info("removed an empty folder", ("path", path.string))
        }
    }

    private func note(_ finding: InboxWalk.Finding) {
        switch finding {
        case .file, .defaults: break
        case .ignored(let path, let rule):
            if sights.note(path, .ignored(rule)) {
                status.touch()
                log.debug("ignored: \(rule)", ("path", path.string))
            }
        case .notRegular(let path):
            if sights.note(path, .notRegular) {
                status.touch()
                log.warning("not a regular file; it is never opened", ("path", path.string))
            }
        case .unreadable(let path, let error):
            if sights.note(path, .unreadable) {
                status.touch()
                log.warning("folder cannot be read: \(error.reason)", ("path", path.string))
            }
        }
    }

    private func takeEvents() {
        for event in watch.events() {
            switch event {
            case .scanAll: nextScan = .now
            case .folder(let path): scan(below: path)
            case .folderMovedIn(let path): scan(below: path, arrival: arrival(of: path))
            case .folderGone(let path):
                forgetAll(in: path)
                sights.keep([], in: path)
                if path.isEmpty { nextScan = .now }
            case .file(let path, let sighting): look(at: path, sighting)
            }
        }
    }

    private func take(_ changes: IntakeChanges) {
        dispatcher.offer(changes)
        for report in changes.defaults {
            let file = report.folder.appending(SpoolLayout.folderDefaults).string
            if let message = report.message {
                log.error("the folder's images wait: its defaults are not valid: \(message)", ("path", file))
            } else {
                log.notice("the folder's defaults are valid again", ("path", file))
            }
            status.touch()
        }
        for request in changes.orphans where cameTooLate(request) {
            log.warning("this request came too late: its image was taken without it", ("path", request.string))
        }
    }

    /// Whether the image of `request` is in work, or has its result.
    private func cameTooLate(_ request: RelativePath) -> Bool {
        guard let name = request.name, let image = FileName(Array(name.bytes.dropLast(5))) else { return false }
        if dispatcher.hasJob(of: request.replacingName(image)) { return true }
        let folder = try? spool.outbox.descendant(request.parent)
        return (try? folder?.contains(OutcomeName.plain(image, suffix: ".json"))) == true
    }

    /// Looks at one name of the inbox and takes in what is there now.
    private func look(at path: RelativePath, _ sighting: Sighting) {
        guard let name = path.name else { return }
        let found: FileStatus?
        do {
            found = try spool.inbox().descendant(path.parent).status(name)
        } catch {
            found = nil
        }
        if let found, let (passed, rule) = rules.match(path) {
            if passed == path || found.kind != .directory { note(.ignored(passed, rule)) }
            return
        }
        if name == SpoolLayout.folderDefaults {
            if let found, found.kind != .directory {
                table.observeDefaults(of: path.parent, found, sighting: sighting, at: .now)
            } else {
                table.removeDefaults(of: path.parent)
            }
            return
        }
        switch found?.kind {
        case nil: letGo(path)
        case .directory: letGo(path)
        case .symbolicLink, .other:
            letGo(path)
            note(.notRegular(path))
        case .regular:
            guard let found else { return }
            sights.clear(path)
            // A second name of a file is made whole, by link(2).
            let evidence: Sighting = sighting == .touched && found.links > 1 ? .movedIn : sighting
            table.observe(path, found, sighting: evidence, at: .now, probe: probe)
        }
    }

    /// Forgets what has gone from its name, and counts an image that this worker has not taken.
    private func letGo(_ path: RelativePath) {
        if table.file(path)?.isRequest == false { dispatcher.noteGone(path) }
        forget(path)
    }

    private func forget(_ path: RelativePath) {
        table.remove(path)
        dispatcher.withdraw(path)
        probe.forget(path)
        sights.clear(path)
        blocked[path] = nil
    }

    // MARK: - Lanes

    private func take(_ report: Dispatcher.Report) {
        switch report {
        case .claimed(let job):
            leave(job.path, job.candidate.status)
            if let request = job.candidate.request, let status = job.candidate.requestStatus { leave(request, status) }
        case .gone(let path):
            look(at: path, .scanned)
            table.reconsider(path)
        case .givenBack(let path):
            table.noteGivenBack(path, at: .now)
            take(.changed(path))
        case .changed(let path):
            look(at: path, .scanned)
            if let file = table.file(path), file.isRequest == false {
                lookAtRequest(of: path)
                if let name = path.name, table.file(path.replacingName(name.appending(".json"))) == nil {
                    table.acceptStranger(beside: path)
                }
            }
            table.reconsider(path)
        case .blocked(let path, let error):
            if error.isMissing { nextAdoption = .now }  // it may be the worker's own directory
            let obstacle = ClaimObstacle(error)
            if blocked.updateValue(obstacle, forKey: path) != obstacle {
                log.warning("cannot claim: \(error)", ("path", path.string))
                status.touch()
            }
            table.reconsider(path, at: .now + configuration.rescan)
        case .unreadable(let path, let error): table.refuse(path, error, at: .now)
        case .interrupted(let path):
            mayHaveLeftovers = true
            table.reconsider(path)
            nextRecovery = .now + Self.recoveryInterval
        case .parked(let job, let attempt):
            parked[job] = .some(attempt)
            nextRecovery = .now + Self.recoveryInterval
        case .laneEnded: lanesRunning -= 1
        }
    }

    /// Takes out what was claimed, unless another file has come under its name since.
    private func leave(_ path: RelativePath, _ claimed: FileStatus) {
        guard let file = table.file(path), file.status.isSameFile(as: claimed) else { return }
        forget(path)
    }

    private func lookAtRequest(of image: RelativePath) {
        guard let name = image.name else { return }
        look(at: image.replacingName(name.appending(".json")), .scanned)
    }

    // MARK: - Recovering

    private func adopt() {
        nextAdoption = .now + Self.adoptionInterval
        guard hasHome() else { return }
        do {
            for job in try home.adoptAbandonedJobs() {
                log.notice("adopted a job of a worker that is gone", ("job", job.rawValue))
                parked[job] = .some(nil)
            }
        } catch {
            machineFailed("cannot adopt jobs", error)
        }
        if !parked.isEmpty { recoverParked() }
    }

    /// A worker without its directory can do nothing right any more: it ends, and whoever starts it again gives it
    /// another one.
    private func hasHome() -> Bool {
        guard let isInPlace = try? home.isInPlace(), !isInPlace else { return true }
        failure = "\(home.directory.displayPath), the directory of this worker, was taken away; start the worker again."
        beginStop("the worker's directory is gone", grace: .zero)
        return false
    }

    private func recoverParked() {
        nextRecovery = .never
        if mayHaveLeftovers { parkLeftovers() }
        for (job, attempt) in parked.sorted(by: { $0.key < $1.key }) {
            do throws(SystemCallError) {
                try recover(job, withdrawing: attempt)
                parked[job] = nil
                faults[job] = nil
            } catch {
                recoveryFailed(job, error)
            }
        }
    }

    private func recoveryFailed(_ job: JobID, _ error: SystemCallError) {
        // Something else may be missing than the job, such as a directory of the spool: then the job waits for it.
        if error.isMissing, (try? home.directory.contains(job.fileName)) == false {
            log.error("a job has vanished from the worker's directory: \(error)", ("job", job.rawValue))
            parked[job] = nil
            faults[job] = nil
            return
        }
        if faults[job] != error { machineFailed("cannot recover job \(job.rawValue)", error) }
        faults[job] = error
        nextRecovery = .now + Self.recoveryInterval
    }

    private func recover(_ id: JobID, withdrawing attempt: Int?) throws(SystemCallError) {
        switch try home.recover(id, policy: configuration.retirement) {
        case .runnable(let job):
            if let attempt { try job.withdrawAttempt(attempt) }
            let due = (try? job.postponedUntil(now: .now, longest: AttemptBackoff.longest)) ?? nil
            let wait = due.map { max(0, $0.unixMilliseconds - Timestamp.now.unixMilliseconds) } ?? 0
            dispatcher.postpone(job, until: .now + .milliseconds(wait), reason: "recovered")
        case .published(let job, let result):
            log.info("published", ("job", job.rawValue), ("result", result.string))
            dispatcher.end(job) { $0.published += 1 }
        case .buried(let job, let folder, let code):
            log.warning("dead-lettered", ("job", job.rawValue), ("code", code.rawValue), ("folder", folder.string))
            dispatcher.end(job) { $0.bury(code) }
        case .superseded(let job):
            log.info("superseded by a newer frame", ("job", job.rawValue))
            dispatcher.end(job) { $0.superseded += 1 }
        case .released(let job):
            log.debug("released", ("job", job.rawValue))
        }
    }

    /// Parks job directories of ours that nobody knows: claims that the machine cut off.
    private func parkLeftovers() {
        guard let unknown = dispatcher.unknownJobs({ (try? home.jobs()) ?? [] }) else {
            nextRecovery = .now + Self.recoveryInterval
            return
        }
        mayHaveLeftovers = false
        for job in unknown where parked[job] == nil { parked[job] = .some(nil) }
    }

    private func machineFailed(_ what: String, _ error: SystemCallError) {
        log.error("\(what): \(error)")
        if let pause = Pause(error, in: spool, since: .now) { dispatcher.pause(pause) }
    }

    private func noticePause(_ pause: Pause) {
        log.error("paused: \(pause.message)", ("code", pause.code.rawValue))
        nextResumption = .now + Pause.checkInterval
        status.touch()
    }

    private func tryToResume() {
        guard let pause = dispatcher.currentPause else {
            nextResumption = .never
            return
        }
        if let obstacle = ResumptionCheck.obstacle(to: pause, spool, configuration) {
            log.debug("still paused: \(obstacle)", ("code", pause.code.rawValue))
            nextResumption = .now + Pause.checkInterval
            return
        }
        log.notice("going on", ("code", pause.code.rawValue))
        nextResumption = .never
        nextRecovery = parked.isEmpty && !mayHaveLeftovers ? .never : .now
        nextScan = .now
        dispatcher.resume()
        status.touch()
    }

    // MARK: - Ending

    /// With `--drain`: no image is in the inbox, no job anywhere in this worker.
    private var isDrained: Bool {
        hasScanned && parked.isEmpty && !mayHaveLeftovers && dispatcher.isIdle
            && !table.hasProspects(except: Set(blocked.keys))
    }

    /// Images that could not be taken, and folders that could not be looked into: what is in them nobody knows.
    var untaken: Int { blocked.count + table.counts.stuck + sights.sights.values.count { $0 == .unreadable } }

    private func takeSignals() throws(SystemCallError) {
        while let signal = try signals.next() {
            switch WorkerSignal(signal) {
            case .terminate: beginStop("asked to stop", grace: configuration.grace)
            case .reload:
                if let changed = reload() {
                    settings.replace(with: changed, log)
                    table.rules = configuration.intakeRules
                    table.reconsiderAll()
                    rules = IgnoreRules(globs: configuration.ignore)
                    // What waits, waits by the new times.
                    for path in table.paths { table.reconsider(path) }
                }
                nextScan = .now
            case nil: break
            }
        }
    }

    private func beginStop(_ reason: String, grace: Duration) {
        log.notice("stopping: \(reason)")
        // A second signal ends the grace.
        dispatcher.stop(by: isStopping ? .now : .now + grace)
        isStopping = true
    }

    private func facts() -> StatusFacts {
        StatusFacts(
            table: table, sights: sights, watch: watch.facts, blocked: blocked,
            snapshot: dispatcher.snapshot(limit: StatusFacts.longestList), nextScan: nextScan,
            ignore: configuration.ignore
        ) { [dispatcher] in dispatcher.order }
    }
}

/// What an intake loop is made of.
struct IntakeParts {
    let settings: ServiceSettings
    /// Reads the configuration again; `nil`, and a word in the log, if it is not valid.
    let reload: () -> Configuration?
    let spool: Spool
    let home: WorkerHome
    let dispatcher: Dispatcher
    let signals: SignalDescriptor
    let status: StatusWriter
    let log: WorkerLog
}

extension Timestamp {
    /// How long ago the file last changed, by the clock that stamps files.
    fileprivate func age(of file: FileStatus) -> Duration {
        .nanoseconds(unixMilliseconds.multipliedReportingOverflow(by: 1_000_000).partialValue)
            - .nanoseconds(file.changed)
    }
}
