internal import Glibc
internal import LinuxSupport
internal import Spool
internal import TextRecognition

/// How a worker ended.
package enum WorkerExit: Hashable, Sendable {
    /// By a signal, or drained without a failure.
    case done
    /// Drained, with so many dead letters on the way, and so many images and folders of the inbox that could not be
    /// taken or looked into.
    case drainedWithFailures(buried: Int, untaken: Int)
    /// It could not start, or not go on; one sentence why and what to do.
    case refused(String)
}

/// Signals that the worker knows.
enum WorkerSignal: Hashable {
    case terminate
    case reload

    static let all = [SIGTERM, SIGINT, SIGHUP]

    init?(_ number: Int32) {
        switch number {
        case SIGTERM, SIGINT: self = .terminate
        case SIGHUP: self = .reload
        default: return nil
        }
    }
}

/// The service: opens the spool, recovers, starts the lanes, and runs until it is told to stop or has drained.
package enum WorkerService {
    package static let version = "0.1.0"

    /// Runs a worker in this process, on this thread, which must be the first and so far the only one.
    /// - Parameter reload: reads the configuration again, on SIGHUP.
    package static func run(
        _ configuration: Configuration, reload: @escaping () throws(ConfigurationError) -> Configuration
    ) -> WorkerExit {
        if geteuid() == 0, !configuration.allowsRoot {
            return .refused(
                "The worker does not run as root; start it as another user (deploy/ocrspool.service does), or say "
                    + "--allow-root if root is no more than a user here, as in some containers.")
        }
        umask(0o027)
        // A lease that is broken while intake asks for it, and a pipe whose reader is gone, are no reason to die.
        signal(SIGIO, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        let log = makeLog(configuration)
        do {
            return try serve(configuration, log) {
                do throws(ConfigurationError) { return try reload() } catch {
                    log.error("the configuration stays as it is: \(error)")
                    return nil
                }
            }
        } catch let error as SpoolError {
            return .refused(error.description)
        } catch let error as RecognitionError {
            return .refused(error.message)
        } catch {
            return .refused("\(error)")
        }
    }

    private static func serve(
        _ configuration: Configuration, _ log: WorkerLog, reload: @escaping () -> Configuration?
    ) throws -> WorkerExit {
        let spool = try Spool(path: configuration.spool)
        try spool.probe()
        _ = try ModelDirectory(path: configuration.modelsDirectory)
        let signals = try SignalDescriptor(WorkerSignal.all)
        let home = try WorkerHome.register(in: spool)
        let dispatcher = try Dispatcher(lanes: configuration.children)
        let identity = StatusIdentity(
            worker: home.id, processID: Int(getpid()), version: version, spool: spool.path, startedAt: .now)
        let settings = ServiceSettings(configuration)
        let parts = IntakeParts(
            settings: settings, reload: reload, spool: spool, home: home, dispatcher: dispatcher, signals: signals,
            status: StatusWriter(spool: spool, home: home, log: log, identity: identity), log: log)
        log.notice(
            "started", ("worker", home.id), ("spool", spool.path), ("children", String(configuration.children)))
        let threads = try startLanes(settings, home, dispatcher, log)
        let loop = IntakeLoop(parts)
        do {
            try loop.run()
        } catch {
            dispatcher.stop(by: .now)
            for thread in threads { thread.join() }
            throw error
        }
        for thread in threads { thread.join() }
        home.leave()
        if let failure = loop.failure { return .refused(failure) }
        let tallies = dispatcher.snapshot(limit: 0).tallies
        log.notice(
            "ended", ("published", String(tallies.published)), ("deadLettered", String(tallies.buriedInAll)))
        guard configuration.drains, tallies.buriedInAll + loop.untaken > 0 else { return .done }
        return .drainedWithFailures(buried: tallies.buriedInAll, untaken: loop.untaken)
    }

    private static func startLanes(
        _ settings: ServiceSettings, _ home: WorkerHome, _ dispatcher: Dispatcher, _ log: WorkerLog
    ) throws(SystemCallError) -> [SystemThread] {
        let configuration = settings.current
        let service = LaneService(
            home: home, program: ChildProgram(pixelLimit: configuration.imageLimits.pixels),
            settings: settings, modelsDirectory: configuration.modelsDirectory, worker: workerName(home),
            spread: { Double.random(in: 0...1) }, log: log)
        var threads: [SystemThread] = []
        for number in 0..<configuration.children {
            threads.append(
                try SystemThread {
                    // Made and used on this thread alone: the kernel ties a child to the thread that started it.
                    Lane(number: number, service: service, dispatcher: dispatcher).run()
                })
        }
        return threads
    }

    /// `host/pid`, as records name a worker.
    private static func workerName(_ home: WorkerHome) -> String {
        let host = home.id.prefix { $0 != "." }
        return "\(host)/\(getpid())"
    }

    private static func makeLog(_ configuration: Configuration) -> WorkerLog {
        WorkerLog(
            format: configuration.logFormat, level: WorkerLog.Level(configuration.logLevel),
            isTerminal: isatty(2) == 1, isJournal: unsafe getenv("JOURNAL_STREAM") != nil && isatty(2) != 1
        ) { bytes in
            StandardError.write(bytes)
        }
    }
}
