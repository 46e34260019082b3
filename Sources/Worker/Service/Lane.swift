internal import LinuxSupport
internal import Spool
internal import TextRecognition

/// One recognizer child and the thread that serves it: takes work, prepares it, has it read, and writes the outcome.
///
/// A lane holds at most two jobs: the one that its child reads, and the next, which is claimed, decoded and sealed
/// meanwhile so that the child need not wait. When an answer comes, the next job goes to the child before the outcome
/// of the last is written. An idle lane takes over what a busy one has prepared ahead, so that nothing waits for a page
/// that takes long. Everything here is plain blocking code in the order of the protocol; lanes share nothing but the
/// dispatcher and the spool.
final class Lane {
    private let number: Int
    private let home: WorkerHome
    private let dispatcher: Dispatcher
    private let host: ChildHost
    private let service: LaneService
    private let log: WorkerLog

    private struct Running {
        let prepared: PreparedJob
        let attempt: Int
        let startedAt: Timestamp
    }

    private var running: Running?
    /// To be started at once. What is prepared ahead lies with the dispatcher.
    private var next: PreparedJob?
    /// What the recognizer was last asked to read with, the latest first.
    private var models: [String] = []

    /// A recognizer keeps its last three sets of models, of which one request may take more than one.
    private static let modelsKept = 2

    init(number: Int, service: LaneService, dispatcher: Dispatcher) {
        self.number = number
        self.dispatcher = dispatcher
        home = service.home
        host = ChildHost(service.program)
        self.service = service
        log = service.log
    }

    /// The settings of this moment; a reload may change them between two jobs.
    private var conclusion: JobConclusion {
        let settings = service.settings.current
        return JobConclusion(
            limits: JobLimits(settings), retirement: settings.retirement, worker: service.worker, spread: service.spread
        )
    }

    /// Works until the dispatcher says stop and everything in hand is finished or given back.
    func run() {
        while true {
            if let deadline = dispatcher.stopsAt, isStopped(by: deadline) { break }
            startNext()
            if running != nil {
                prepareAhead()
            } else {
                if next == nil { next = obtain(ahead: false) ?? dispatcher.takeOver(lane: number) }
                if next != nil && canStart { continue }
            }
            waitForSomething()
        }
        host.stop()
        dispatcher.setChild(nil, lane: number)
        dispatcher.laneEnded()
    }

    private var canStart: Bool { !dispatcher.isPaused && host.mayStartAt <= .now }

    // MARK: - Taking work

    private func prepareAhead() {
        guard !dispatcher.hasPrepared(for: number), let prepared = obtain(ahead: true) else { return }
        dispatcher.keep(prepared, for: number)
    }

    /// Takes and prepares a job. Jobs that fail on the way get their outcome here, and the next is taken.
    private func obtain(ahead: Bool) -> PreparedJob? {
        while let work = dispatcher.take(lane: number, ahead: ahead, models: models) {
            switch work {
            case .resume(let job):
                dispatcher.begin(activity(job, attempt: nil))
                if let prepared = prepare(job) { return prepared }
            case .claim(let ready):
                guard let job = claim(ready) else { continue }
                if let failure = ready.failure {
                    finish(job) { () throws(SystemCallError) in try conclusion.conclude(givenUp: job, failure) }
                } else if let prepared = prepare(job) {
                    return prepared
                }
            }
        }
        return nil
    }

    /// Puts one superseded frame away, if there is one. It costs some flushes of the disk, and no recognizer waits for
    /// more than one of them.
    private func putAwaySuperseded() {
        guard var ready = dispatcher.takeSuperseded() else { return }
        ready.candidate.subject = .supersededFrame
        if let job = claim(ready) { supersede(job) }
    }

    private func supersede(_ job: ClaimedJob) {
        do {
            try job.supersede(service.settings.current.retirement)
        } catch {
            park(job, attempt: nil, error)
            return
        }
        log.info("superseded by a newer frame", job.logFields.0, job.logFields.1)
        dispatcher.end(job.id) { $0.superseded += 1 }
    }

    private func claim(_ ready: ReadyJob) -> ClaimedJob? {
        do throws(SystemCallError) {
            let free = try home.directory.freeSpace()
            guard free.bytes >= UInt64(service.settings.current.minimumFreeBytes), free.inodes > 16 else {
                throw SystemCallError.noSpaceLeft
            }
            switch try home.claim(ready.candidate, at: .now) {
            case .claimed(let job):
                log.info("claimed", job.logFields.0, job.logFields.1)
                dispatcher.report(claim: .claimed(ready), activity: activity(job, attempt: nil))
                return job
            case .gone:
                dispatcher.report(claim: .gone(ready.path))
            case .changed, .notRegular:
                dispatcher.report(claim: .changed(ready.path))
            case .givenBack:
                dispatcher.report(claim: .givenBack(ready.path))
            case .denied(let error):
                block(ready.path, error)
            case .unreadable(let error):
                log.warning("cannot read: \(error)", ("path", ready.path.string))
                dispatcher.report(claim: .unreadable(ready.path, error))
            }
        } catch {
            if let pause = Pause(error, in: home.spool, since: .now) {
                dispatcher.pause(pause)
                dispatcher.report(claim: .interrupted(ready.path))
            } else {
                block(ready.path, error)
            }
        }
        return nil
    }

    private func block(_ path: RelativePath, _ error: SystemCallError) {
        // Said by the intake loop, which knows whether it is news.
        dispatcher.report(claim: .blocked(path, error))
    }

    private func prepare(_ job: ClaimedJob) -> PreparedJob? {
        do throws(JobFailure) {
            let prepared = try JobPreparation(limits: JobLimits(service.settings.current)).prepare(job)
            if let stream = prepared.request.stream, dispatcher.isSuperseded(job.id, in: stream) {
                supersede(job)
                return nil
            }
            return prepared
        } catch {
            finish(job) { () throws(SystemCallError) in try conclusion.conclude(unprepared: job, error) }
            return nil
        }
    }

    // MARK: - Running

    /// Gives the prepared job to the child, which is started if need be. The attempt is counted first.
    private func startNext() {
        guard running == nil, canStart, let prepared = next ?? dispatcher.takePrepared(for: number) else { return }
        next = prepared
        do throws(ChildHost.StartFailure) {
            try host.start()
        } catch {
            childDidNotStart(error)
            return
        }
        next = nil
        let startedAt = Timestamp.now
        let attempt: Int
        do {
            attempt = try prepared.job.beginAttempt(at: startedAt)
        } catch {
            park(prepared.job, attempt: nil, error)
            return
        }
        running = Running(prepared: prepared, attempt: attempt, startedAt: startedAt)
        dispatcher.begin(activity(prepared.job, attempt: attempt))
        note(prepared.request.recognition)
        let job = RecognizerJob(modelsDirectory: service.modelsDirectory, prepared.request)
        do throws(ChildHost.StartFailure) {
            try host.send(
                job, image: prepared.image.memory, timeout: .seconds(prepared.request.timeoutSeconds))
        } catch {
            // It ended between start and send: not the image's doing.
            withdraw()
            childDidNotStart(error)
        }
        // A child that had died idle was replaced on the way.
        dispatcher.setChild(host.processID, lane: number)
    }

    private func note(_ request: RecognitionRequest) {
        let used = RequestFacts.models(script: request.script, hints: request.languageHints)
        models.removeAll { $0 == used }
        models.insert(used, at: 0)
        if models.count > Self.modelsKept { models.removeLast() }
    }

    private func childDidNotStart(_ failure: ChildHost.StartFailure) {
        switch failure {
        case .tooEarly: return
        case .call(let error):
            log.error("cannot start a recognizer: \(error)")
            dispatcher.pause(
                Pause(.engineUnusable, "No recognizer process can be started (\(error)).", since: .now))
        case .notReady(let loss):
            log.error("a recognizer did not start: \(loss.message)", ("stderr", loss.lastStderr))
            dispatcher.pause(
                Pause(
                    .engineUnusable, "The recognizer process does not start (\(loss.message)); see: ocrspool check.",
                    since: .now))
        }
    }

    private func waitForSomething() {
        let hasSuperseded = dispatcher.hasSuperseded
        let deadline = hasSuperseded ? .now : running == nil ? idleDeadline : dispatcher.stopsAt ?? .never
        let event: ChildHost.Event
        do {
            event = try host.wait(until: deadline, alsoWatching: [dispatcher.wake(of: number).rawValue])
        } catch {
            log.error("cannot wait for the recognizer: \(error)")
            // Without descriptors or memory to wait with; not at full speed.
            _ = try? Poller.wait(for: [], until: .now + .seconds(1))
            return
        }
        switch event {
        case .answer(let image): attemptEnded(.recognized(image))
        case .refused(let error): attemptEnded(.failed(JobFailure(error), nil))
        case .lost(let loss):
            models = []
            dispatcher.setChild(nil, lane: number)
            log.warning("lost a recognizer: \(loss.message)", ("stderr", loss.lastStderr))
            attemptEnded(.failed(JobFailure(loss), loss))
        case .ended(let loss):
            dispatcher.setChild(nil, lane: number)
            log.warning("an idle recognizer ended: \(loss.message)", ("stderr", loss.lastStderr))
        case .woken: dispatcher.wake(of: number).drain()
        case .deadline: if hasSuperseded { putAwaySuperseded() }
        }
    }

    private var idleDeadline: MonotonicInstant {
        if next != nil { return dispatcher.isPaused ? .never : host.mayStartAt }
        return dispatcher.stopsAt ?? dispatcher.nextDue
    }

    private func attemptEnded(_ outcome: AttemptOutcome) {
        guard let ended = running else { return }
        running = nil
        startNext()
        finish(ended.prepared.job, attempt: ended.attempt) { () throws(SystemCallError) in
            try conclusion.conclude(ended.prepared, attempt: ended.attempt, startedAt: ended.startedAt, outcome)
        }
    }

    // MARK: - Outcomes

    private func finish(
        _ job: ClaimedJob, attempt: Int? = nil, _ conclude: () throws(SystemCallError) -> JobVerdict
    ) {
        let verdict: JobVerdict
        do {
            verdict = try conclude()
        } catch {
            park(job, attempt: attempt, error)
            return
        }
        let (id, path) = job.logFields
        switch verdict {
        case .published(let result):
            log.info("published", id, path, ("result", result.string))
            dispatcher.end(job.id) { $0.published += 1 }
        case .buried(let folder, let failure):
            log.warning(
                "dead-lettered: \(failure.message)", id, path, ("code", failure.code.rawValue),
                ("folder", folder.string))
            dispatcher.end(job.id) { $0.bury(failure.code) }
        case .postponed(let delay, let failure):
            log.warning(
                "attempt failed, another follows in \(delay.wholeMilliseconds / 1000) s: \(failure.message)", id, path,
                ("code", failure.code.rawValue))
            dispatcher.end(job.id) { $0.failedAttempts += 1 }
            dispatcher.postpone(job, until: .now + delay, reason: failure.message)
        case .suspended(let failure):
            dispatcher.pause(pause(for: failure))
            dispatcher.postpone(job, until: .now, reason: failure.message)
        }
    }

    /// A recognizer that cannot load a model does not know that the whole directory is gone; that is looked up here, so
    /// that the pause has the right name and lasts until the models are back.
    private func pause(for failure: JobFailure) -> Pause {
        do throws(RecognitionError) {
            if failure.code == .engineUnusable {
                _ = try ModelDirectory(path: service.settings.current.modelsDirectory)
            }
            return Pause(failure.code, failure.message, since: .now)
        } catch {
            return Pause(.modelsMissing, JobFailure(error).message, since: .now)
        }
    }

    private func park(_ job: ClaimedJob, attempt: Int?, _ error: SystemCallError) {
        log.error("stopped half way: \(error)", job.logFields.0, job.logFields.1)
        if let pause = Pause(error, in: job.spool, since: .now) { dispatcher.pause(pause) }
        dispatcher.park(job.id, attempt: attempt)
    }

    // MARK: - Stopping

    /// Whether the lane has nothing left to wait for. What is not finished by `deadline` is given back: its attempt is
    /// not counted, and the next worker takes it up.
    private func isStopped(by deadline: MonotonicInstant) -> Bool {
        while let waiting = next ?? dispatcher.takePrepared(for: number) {
            next = nil
            dispatcher.postpone(waiting.job, until: .now, reason: "the worker stops")
        }
        guard running != nil else { return true }
        guard deadline <= .now else { return false }
        host.stop()
        withdraw()
        return true
    }

    /// Takes back the running attempt, and keeps its job for the next start.
    private func withdraw() {
        guard let withdrawn = running else { return }
        running = nil
        do {
            try withdrawn.prepared.job.withdrawAttempt(withdrawn.attempt)
        } catch {
            log.error("cannot take back an attempt: \(error)", withdrawn.prepared.job.logFields.0)
        }
        dispatcher.postpone(withdrawn.prepared.job, until: .now, reason: "the recognizer was stopped")
    }

    private func activity(_ job: ClaimedJob, attempt: Int?) -> Dispatcher.Activity {
        Dispatcher.Activity(job: job.id, path: job.path, lane: number, attempt: attempt, since: .now)
    }
}

/// What all lanes of a worker have in common.
struct LaneService: Sendable {
    let home: WorkerHome
    let program: ChildProgram
    let settings: ServiceSettings
    let modelsDirectory: String?
    let worker: String
    let spread: @Sendable () -> Double
    let log: WorkerLog
}
