internal import LinuxSupport
internal import Spool
internal import TextRecognition

/// A claimed job that can be given to a recognizer: its request decoded, its image sealed.
struct PreparedJob: Sendable {
    let job: ClaimedJob
    let request: EffectiveRequest
    let image: SealedImage
    /// Attempts of this life that have failed before.
    let failures: Int
    /// Attempts made so far, in this life.
    let attempts: Int
}

/// A private copy of the image that nobody can change any more: what is hashed is what is read.
struct SealedImage: Sendable {
    let memory: SealedMemory
    let sha256: String
    var bytes: Int { memory.byteCount }
}

/// Turns a claimed job into one that can run, or says why it cannot.
struct JobPreparation: Sendable {
    let limits: JobLimits

    /// - Throws: `JobFailure` for what is wrong with the job itself or its file.
    func prepare(_ job: ClaimedJob) throws(JobFailure) -> PreparedJob {
        let attempts = try io("attempts' record") { () throws(SystemCallError) in try job.attempts() }
        let interrupted = attempts.count { $0.wasInterrupted }
        guard interrupted < limits.maximumInterruptions else {
            throw JobFailure(
                .recognizerCrashed, stage: .recognize,
                "The worker itself ended \(interrupted) times while this image was being read; "
                    + "look for what kills it (memory?) before you try the image again.")
        }
        let request = try request(of: job)
        // Where nobody can know whether a file is open for writing, it may have been written to since it was found whole.
        // Later attempts come after a wait, and compare only what they see themselves.
        let image = try seal(job, request, isFirst: attempts.isEmpty)
        return PreparedJob(
            job: job, request: request, image: image, failures: attempts.count - interrupted, attempts: attempts.count)
    }

    private func request(of job: ClaimedJob) throws(JobFailure) -> EffectiveRequest {
        let own = try ownRequest(of: job)
        let defaults = try io("folder's defaults") { () throws(SystemCallError) in
            try job.defaultsBytes(limit: InboxProbe.requestLimit)
        }
        do {
            return try own.merging(overDefaults: defaults).effective(within: limits)
        } catch {
            throw JobFailure(.requestInvalid, stage: .request, "The folder's defaults are not valid: \(error.message)")
        }
    }

    private func ownRequest(of job: ClaimedJob) throws(JobFailure) -> JobRequest {
        let limit = InboxProbe.requestLimit
        let bytes: [UInt8]?
        do {
            bytes = try job.requestBytes(limit: limit)
        } catch {
            if error.isTooLarge {
                throw JobFailure(
                    .requestInvalid, stage: .request,
                    "The request has more than \(limit) bytes; leave out what is not needed.")
            }
            throw Self.unreadable("request", error)
        }
        guard let bytes else { return JobRequest() }
        do {
            return try JobRequest(decoding: bytes, timeoutLimit: limits.maximumTimeoutSeconds)
        } catch {
            throw JobFailure(.requestInvalid, stage: .request, "The request is not valid: \(error.message)")
        }
    }

    private func seal(
        _ job: ClaimedJob, _ request: EffectiveRequest, isFirst: Bool
    ) throws(JobFailure) -> SealedImage {
        let before = try imageStatus(job)
        guard before.kind == .regular else {
            throw JobFailure(.imageUnsupported, stage: .intake, "This is no regular file; drop the image itself.")
        }
        guard before.size > 0 else {
            throw JobFailure(.imageEmpty, stage: .intake, "The file is empty; drop the image again.")
        }
        guard before.size <= Int64(limits.image.bytes) else {
            throw JobFailure(
                .imageTooLarge, stage: .intake,
                "The file has \(before.size) bytes and the limit is \(limits.image.bytes); "
                    + "make the image smaller or raise the limit.")
        }
        let sealed = try copy(job)
        let after = try imageStatus(job)
        let wasSame = !isFirst || before.size == job.record.source.size && before.modified == job.record.source.modified
        guard wasSame, after.hasSameContent(as: before), Int64(sealed.bytes) == after.size else {
            throw JobFailure(
                .imageChanged, stage: .intake,
                "The file was written to after it had been taken; write images under a temporary name and rename them.")
        }
        try confirm(request, sealed)
        return sealed
    }

    private func copy(_ job: ClaimedJob) throws(JobFailure) -> SealedImage {
        do {
            let (memory, sha256, _) = try SealedMemory.copy(of: try job.openImage(), limit: limits.image.bytes)
            return SealedImage(memory: memory, sha256: sha256)
        } catch {
            throw Self.unreadable("image", error)
        }
    }

    /// The producer's own word on what the image is. Intake has checked it before; it holds for the copy as well.
    private func confirm(_ request: EffectiveRequest, _ image: SealedImage) throws(JobFailure) {
        if let bytes = request.bytes, bytes != image.bytes {
            throw JobFailure(
                .imageChanged, stage: .intake,
                "The request announces \(bytes) bytes and the image has \(image.bytes); drop both again.")
        }
        if let sha256 = request.sha256, sha256 != image.sha256 {
            throw JobFailure(
                .imageChanged, stage: .intake,
                "The image has not the SHA-256 that the request announces; drop both again.")
        }
    }

    private func imageStatus(_ job: ClaimedJob) throws(JobFailure) -> FileStatus {
        let status = try io("looking at the image") { () throws(SystemCallError) in try job.imageStatus() }
        guard let status else {
            throw JobFailure(.ioError, stage: .intake, "The image has vanished from the worker's own directory.")
        }
        return status
    }

    private func io<Value>(
        _ what: String, _ body: () throws(SystemCallError) -> Value
    ) throws(JobFailure) -> Value {
        do { return try body() } catch { throw Self.unreadable(what, error) }
    }

    private static func unreadable(_ what: String, _ error: SystemCallError) -> JobFailure {
        if error.isShortage {
            return JobFailure(
                .spoolUnwritable, stage: .intake,
                "The worker has reached a limit of the system (\(error)); see: ocrspool check.")
        }
        let remedy = error.isAccessDenied ? "; give the worker the right to read it" : ""
        return JobFailure(.ioError, stage: .intake, "The \(what) cannot be read (\(error.reason))\(remedy).")
    }
}
