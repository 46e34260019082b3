internal import LinuxSupport
internal import Spool
internal import TextRecognition

/// How an attempt ended.
enum AttemptOutcome: Sendable {
    case recognized(RecognizedImage)
    case failed(JobFailure, ChildLoss?)
}

/// What was done with a job after an attempt.
enum JobVerdict: Sendable {
    case published(RelativePath)
    case buried(RelativePath, JobFailure)
    case postponed(Duration, JobFailure)
    /// The machine is at fault: the attempt does not count, and the worker is to pause.
    case suspended(JobFailure)
}

/// Writes outcomes: publishes, buries or postpones a job by the rules of the contract.
struct JobConclusion: Sendable {
    let limits: JobLimits
    let retirement: RetirementPolicy
    /// `host/pid`, for the records.
    let worker: String
    /// 0…1, for the spread of waits.
    let spread: @Sendable () -> Double

    /// Ends attempt `number` of `prepared`.
    func conclude(
        _ prepared: PreparedJob, attempt number: Int, startedAt: Timestamp, _ outcome: AttemptOutcome
    ) throws(SystemCallError) -> JobVerdict {
        switch outcome {
        case .recognized(let image):
            return .published(try publish(prepared, startedAt: startedAt, image))
        case .failed(let failure, let loss):
            if failure.consequence == .pauses {
                try prepared.job.withdrawAttempt(number)
                return .suspended(failure)
            }
            let attempt = AttemptRecord(
                startedAt: startedAt, endedAt: .now, code: failure.code, message: failure.message,
                exitStatus: loss?.exitStatus, signal: loss?.signal, lastStderr: loss?.lastStderr)
            try prepared.job.endAttempt(number, attempt)
            return try settle(
                prepared.job, failure, failures: prepared.failures + 1, sha256: prepared.image.sha256,
                bytes: prepared.image.bytes)
        }
    }

    /// Ends a job that intake had given up already: nothing is left to try.
    func conclude(givenUp job: ClaimedJob, _ failure: JobFailure) throws(SystemCallError) -> JobVerdict {
        try settle(job, failure, failures: limits.maximumAttempts, sha256: nil, bytes: nil)
    }

    /// Ends a job that failed before it could run. A failure that is worth another attempt counts as one.
    func conclude(unprepared job: ClaimedJob, _ failure: JobFailure) throws(SystemCallError) -> JobVerdict {
        switch failure.consequence {
        case .pauses: return .suspended(failure)
        case .buried: return try settle(job, failure, failures: 0, sha256: nil, bytes: nil)
        case .retried:
            let now = Timestamp.now
            let number = try job.beginAttempt(at: now)
            try job.endAttempt(
                number, AttemptRecord(startedAt: now, endedAt: now, code: failure.code, message: failure.message))
            let failures = try job.attempts().count { !$0.wasInterrupted }
            return try settle(job, failure, failures: failures, sha256: nil, bytes: nil)
        }
    }

    private func publish(
        _ prepared: PreparedJob, startedAt: Timestamp, _ image: RecognizedImage
    ) throws(SystemCallError) -> RelativePath {
        let job = prepared.job
        let now = Timestamp.now
        let received = job.record.receivedAt
        let record = ResultRecord(
            id: job.id.rawValue, name: RecordedName(bytes: job.path.bytes), bytes: prepared.image.bytes,
            sha256: prepared.image.sha256, image: image, request: prepared.request,
            queuedMilliseconds: received.milliseconds(to: startedAt), totalMilliseconds: received.milliseconds(to: now),
            receivedAt: received, completedAt: now, attempts: job.record.history.count + prepared.attempts + 1,
            worker: worker)
        var beside: [JobOutput] = []
        for output in prepared.request.outputs {
            switch output {
            case .json: continue
            case .txt: beside.append(JobOutput(suffix: ".txt", bytes: Array((image.text + "\n").utf8)))
            }
        }
        try job.stageResult(record: record.fileBytes(), beside: beside)
        let path = try job.publish()
        try job.retire(retirement)
        return path
    }

    private func settle(
        _ job: ClaimedJob, _ failure: JobFailure, failures: Int, sha256: String?, bytes: Int?
    ) throws(SystemCallError) -> JobVerdict {
        let made = try job.attempts()
        let interruptions = made.count { $0.wasInterrupted }
        let isLast = failures >= limits.maximumAttempts || interruptions >= limits.maximumInterruptions
        guard failure.consequence == .buried || isLast else {
            let delay = AttemptBackoff.delay(afterFailures: failures, spread: spread())
            let due = Timestamp(unixMilliseconds: Timestamp.now.unixMilliseconds + Int64(delay.wholeMilliseconds))
            try job.postpone(until: due)
            return .postponed(delay, failure)
        }
        let attempts = (job.record.history + made).map(FailedAttempt.init(_:))
        let request = try? job.requestBytes(limit: InboxProbe.requestLimit)
        let defaults = try? job.defaultsBytes(limit: InboxProbe.requestLimit)
        var size = bytes
        if size == nil, let status = try job.imageStatus() { size = Int(status.size) }
        let record = ErrorRecord(
            id: job.id.rawValue, code: failure.code, message: failure.message, stage: failure.stage, attempts: attempts,
            image: ErrorRecord.Image(
                name: RecordedName(bytes: job.path.bytes), bytes: size, sha256: sha256),
            request: RequestEcho(request ?? nil, defaults: defaults ?? nil), worker: worker, failedAt: .now)
        try job.decideBurial(record: record.fileBytes())
        return .buried(try job.bury(), failure)
    }
}

extension FailedAttempt {
    /// An attempt as the error record tells it. One without an end was cut off with the worker itself.
    init(_ attempt: AttemptRecord) {
        self.init(
            startedAt: attempt.startedAt, endedAt: attempt.endedAt, code: attempt.code ?? .recognizerCrashed,
            message: attempt.message ?? "The worker ended before this attempt did.", exitStatus: attempt.exitStatus,
            signal: attempt.signal,
            standardError: Array((attempt.lastStderr ?? "").utf8))
    }
}

extension JobFailure {
    /// What the recognizer said, as the failure of a job.
    init(_ error: RecognitionError) {
        let stage: Stage =
            switch error.stage {
            case .request: .request
            case .decode: .decode
            case .recognize: .recognize
            }
        guard let code = Code(rawValue: error.code.rawValue) else {
            preconditionFailure("a recognizer's code that the contract does not have: \(error.code)")
        }
        self.init(code, stage: stage, error.message)
    }

    init(_ loss: ChildLoss) {
        self.init(loss.code, stage: .recognize, loss.message.asSentence)
    }
}

extension Timestamp {
    fileprivate func milliseconds(to other: Timestamp) -> Int {
        Int(max(0, other.unixMilliseconds - unixMilliseconds))
    }
}
