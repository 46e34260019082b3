internal import LinuxSupport
internal import Spool
internal import StrictJSON
internal import TextRecognition
internal import Worker

/// Reads images without a spool, each in the isolated process that a worker would use, one after another.
final class ImageReader {
    /// What became of an image: the record that a worker would write.
    enum Outcome {
        case read(ResultRecord)
        case failed(ErrorRecord)
    }

    private struct Image {
        let name: RecordedName
        let memory: SealedMemory
        let sha256: String
    }

    private let host: ChildHost
    private let configuration: Configuration
    private let request: JobRequest
    private let effective: EffectiveRequest

    init(_ configuration: Configuration, request: JobRequest) {
        self.configuration = configuration
        self.request = request
        host = ChildHost(ChildProgram(pixelLimit: configuration.imageLimits.pixels))
        effective = Self.effective(request, configuration)
    }

    private static func effective(_ request: JobRequest, _ configuration: Configuration) -> EffectiveRequest {
        var request = request
        if request.languageHints == nil, !configuration.defaultLanguages.isEmpty {
            request.languageHints = configuration.defaultLanguages
        }
        let isTimeGiven = request.timeoutSeconds != nil
        if !isTimeGiven { request.timeoutSeconds = Int(configuration.jobTimeout.components.seconds) }
        var effective = request.effective(
            timeoutLimit: Int(configuration.maximumTimeout.components.seconds), limits: configuration.imageLimits)
        if !isTimeGiven { effective.recognition.pageTimeout = min(configuration.pageTimeout, configuration.jobTimeout) }
        return effective
    }

    /// Reads the image at `path`.
    /// - Throws: when the file cannot be read, or no recognizer process can be had; that an image cannot be recognized
    ///   is an outcome.
    func read(_ path: [UInt8]) throws(CommandError) -> Outcome {
        let received = Timestamp.now
        return try read(try load(path), received: received)
    }

    /// Reads an image that is in memory.
    func read(_ bytes: [UInt8], named name: String) throws(CommandError) -> Outcome {
        let image = try calling { () throws(SystemCallError) in
            Image(
                name: RecordedName(bytes: Array(name.utf8)), memory: try SealedMemory(bytes),
                sha256: try SHA256.hexadecimal(of: bytes))
        }
        return try read(image, received: .now)
    }

    private func read(_ image: Image, received: Timestamp) throws(CommandError) -> Outcome {
        let id = JobID(time: received, random: RandomBytes.generate(10))
        guard image.memory.byteCount > 0 else {
            return .failed(record(id, image, .imageEmpty, .intake, "The file is empty."))
        }
        let started = Timestamp.now
        switch try recognize(image) {
        case .success(let recognized):
            let done = Timestamp.now
            return .read(
                ResultRecord(
                    id: id.rawValue, name: image.name, bytes: image.memory.byteCount, sha256: image.sha256,
                    image: recognized, request: effective,
                    queuedMilliseconds: Self.milliseconds(from: received, to: started),
                    totalMilliseconds: Self.milliseconds(from: received, to: done), receivedAt: received,
                    completedAt: done, attempts: 1, worker: Self.name))
        case .failure(let failure):
            return .failed(record(id, image, failure.code, failure.stage, failure.message))
        }
    }

    private func load(_ path: [UInt8]) throws(CommandError) -> Image {
        let shown = DisplayText.escaped(path)
        let file = try UserFile.open(path)
        do throws(SystemCallError) {
            let (memory, sha256, _) = try SealedMemory.copy(of: file, limit: configuration.imageLimits.bytes, shown)
            return Image(name: RecordedName(bytes: path), memory: memory, sha256: sha256)
        } catch {
            let reason = error.isTooLarge ? "it is larger than --maximum-image-bytes allows" : error.reason
            throw CommandError(.noInput, "\(shown) cannot be read (\(reason))")
        }
    }

    private func recognize(_ image: Image) throws(CommandError) -> Result<RecognizedImage, JobFailure> {
        let job = RecognizerJob(modelsDirectory: configuration.modelsDirectory, effective)
        do throws(ChildHost.StartFailure) {
            try waitForStart()
            try host.send(job, image: image.memory, timeout: .seconds(effective.timeoutSeconds))
        } catch {
            throw Self.commandError(error)
        }
        var progress = WaitProgress("reading \(DisplayText.escaped(image.name.bytes))")
        defer { progress.end() }
        while true {
            let event = try calling { () throws(SystemCallError) in try host.wait(until: .now + .seconds(1)) }
            progress.tick()
            switch event {
            case .answer(let recognized): return .success(recognized)
            case .refused(let error): return .failure(try Self.failure(error))
            case .lost(let loss): return .failure(JobFailure(loss.code, stage: .recognize, Self.sentence(loss.message)))
            case .ended, .woken, .deadline: continue
            }
        }
    }

    /// After a child was lost, the next has to wait for a moment.
    private func waitForStart() throws(ChildHost.StartFailure) {
        do throws(SystemCallError) {
            _ = try Poller.wait(for: [], until: host.mayStartAt)
        } catch {
            throw .call(error)
        }
        try host.start()
    }

    /// A fault of the machine ends the command: every other image would fail alike.
    private static func failure(_ error: RecognitionError) throws(CommandError) -> JobFailure {
        guard let code = JobFailure.Code(rawValue: error.code.rawValue),
            let stage = JobFailure.Stage(rawValue: error.stage.rawValue)
        else { preconditionFailure("a recognizer's code that the contract does not have: \(error.code)") }
        if code.consequence == .pauses { throw CommandError(.unavailable, error.message) }
        return JobFailure(code, stage: stage, error.message)
    }

    private static func commandError(_ failure: ChildHost.StartFailure) -> CommandError {
        switch failure {
        case .tooEarly: CommandError(.unavailable, "recognizer processes end as soon as they start")
        case .call(let error): CommandError(.unavailable, "no recognizer process can be started (\(error))")
        case .notReady(let loss):
            CommandError(.unavailable, "\(loss.message); it said: \(loss.lastStderr)")
        }
    }

    private func record(
        _ id: JobID, _ image: Image, _ code: JobFailure.Code, _ stage: JobFailure.Stage, _ message: String
    ) -> ErrorRecord {
        ErrorRecord(
            id: id.rawValue, code: code, message: message, stage: stage, attempts: [],
            image: ErrorRecord.Image(name: image.name, bytes: image.memory.byteCount, sha256: image.sha256),
            request: RequestEcho(request.bytes()), worker: Self.name, failedAt: .now)
    }

    private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

    private static func milliseconds(from start: Timestamp, to end: Timestamp) -> Int {
        Int(max(0, end.unixMilliseconds - start.unixMilliseconds))
    }

    private static var name: String { "\(ThisProcess.hostName)/\(ThisProcess.processID)" }
}
