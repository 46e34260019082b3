internal import StrictJSON
package import TextRecognition

/// What a child is told about a job, beside the image: how to read it, and nothing of who sent it.
package struct RecognizerJob: Hashable, Sendable {
    /// Directory of the models; `nil` for the standard one.
    package var modelsDirectory: String?
    /// With the limits of the image and the time limit of a page.
    package var recognition: RecognitionRequest
    /// What is written of the result.
    package var outputs: [JobRequest.Output]

    /// - Parameter modelsDirectory: `nil` for the standard one.
    package init(modelsDirectory: String?, recognition: RecognitionRequest, outputs: [JobRequest.Output] = [.json]) {
        self.modelsDirectory = modelsDirectory
        self.recognition = recognition
        self.outputs = outputs
    }

    /// The child's part of a request with its defaults filled in.
    package init(modelsDirectory: String?, _ request: EffectiveRequest) {
        self.init(modelsDirectory: modelsDirectory, recognition: request.recognition, outputs: request.outputs)
    }
}

extension RecognizerJob {
    /// The frame for a child.
    package func bytes(tag: UInt64) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("modelsDirectory", modelsDirectory)
            writer.key("request")
            writer.value(requestValue)
            writer.key("limits")
            writer.object { writer in
                writer.member("bytes", recognition.limits.bytes)
                writer.member("pixels", recognition.limits.pixels)
                writer.member("side", recognition.limits.side)
                writer.member("pages", recognition.limits.pages)
            }
            writer.member("pageTimeoutMilliseconds", recognition.pageTimeout.wholeMilliseconds)
        }
        return RecognizerProtocol.message(tag, writer.bytes)
    }

    /// Reads a frame that the supervisor sent.
    /// - Throws: `Malformed` with the reason; only a supervisor of another version makes one.
    package static func read(_ frame: [UInt8]) throws(Malformed) -> (tag: UInt64, job: RecognizerJob) {
        guard let (tag, body) = RecognizerProtocol.tagAndBody(of: frame) else { throw Malformed(reason: "no tag") }
        let value: JSONValue
        do throws(JSONTextError) {
            value = try JSONValue(parsing: body, limits: JSONLimits(bytes: RecognizerProtocol.jobLimit))
        } catch {
            throw Malformed(reason: error.description)
        }
        return (tag, try RecognizerJob(value))
    }

    /// Why a frame is no job.
    package struct Malformed: Error, Hashable, Sendable {
        /// Without a full stop; for the child's last words.
        package let reason: String
    }
}

extension RecognizerJob {
    /// The recognizer's part of the request, in the form that producers write.
    private var requestValue: JSONValue {
        var request = JobRequest()
        request.recognizer = recognition.recognizer
        request.model = recognition.model
        request.script = recognition.script
        request.languageHints = recognition.languageHints
        request.orientation = recognition.orientation
        request.region = recognition.region
        request.pages = recognition.pages.isEmpty ? nil : recognition.pages
        request.detail = recognition.detail
        request.acceptTruncated = recognition.acceptTruncated
        request.outputs = outputs
        // What was just written is valid, and within the limits of what it was decoded from.
        guard let value = try? JSONValue(parsing: request.bytes()) else {
            preconditionFailure("a written request cannot be parsed")
        }
        return value
    }

    private init(_ value: JSONValue) throws(Malformed) {
        guard let requestValue = value["request"] else { throw Malformed(reason: "no request") }
        let request: JobRequest
        do throws(JobRequestError) {
            request = try JobRequest(decoding: requestValue.bytes())
        } catch {
            throw Malformed(reason: error.message)
        }
        guard let limits = value["limits"].flatMap(ImageLimits.init), let directory = value["modelsDirectory"],
            let milliseconds = value["pageTimeoutMilliseconds"]?.int
        else { throw Malformed(reason: "no limits, models or time limit") }
        let effective = request.effective(limits: limits)
        recognition = effective.recognition
        recognition.pageTimeout = .milliseconds(milliseconds)
        outputs = effective.outputs
        modelsDirectory = directory.string
    }
}

extension ImageLimits {
    fileprivate init?(_ value: JSONValue) {
        guard let bytes = value["bytes"]?.int, let pixels = value["pixels"]?.int, let side = value["side"]?.int,
            let pages = value["pages"]?.int
        else { return nil }
        self.init()
        self.bytes = bytes
        self.pixels = pixels
        self.side = side
        self.pages = pages
    }
}
