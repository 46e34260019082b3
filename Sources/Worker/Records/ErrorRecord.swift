package import LinuxSupport
package import Spool
package import StrictJSON

/// The record of a job that failed for good, schema `ocrspool.error/1`.
package struct ErrorRecord: Hashable, Sendable {
    package static let schema = "ocrspool.error/1"
    /// More attempts, over many retries by hand, are forgotten from the oldest on.
    package static let mostAttempts = 100

    /// What is known of the image.
    package struct Image: Hashable, Sendable {
        /// Below the inbox.
        package var name: RecordedName?
        package var bytes: Int?
        /// 64 hexadecimal digits in lower case.
        package var sha256: String?

        package init(name: RecordedName? = nil, bytes: Int? = nil, sha256: String? = nil) {
            self.name = name
            self.bytes = bytes
            self.sha256 = sha256
        }
    }

    /// The job's, made by the worker.
    package var id: String
    package var requestID: String?
    package var code: JobFailure.Code
    /// One sentence that a user can act on; no document text.
    package var message: String
    package var stage: JobFailure.Stage
    /// Whether the same input may succeed another time.
    package var retryable: Bool
    /// Oldest first, at most `mostAttempts`.
    package private(set) var attempts: [FailedAttempt]
    package var image: Image
    /// The request's JSON, `{"unparsed": …}`, or null.
    package var request: JSONValue
    /// `host/pid`
    package var worker: String
    package var failedAt: Timestamp
    /// An object.
    package var metadata: JSONValue

    /// - Parameters:
    ///   - attempts: Of all the job's lives, oldest first; the last 100 are kept.
    ///   - request: As it came; gives also `requestID` and `metadata`, where it has them.
    package init(
        id: String, code: JobFailure.Code, message: String, stage: JobFailure.Stage, attempts: [FailedAttempt],
        image: Image,
        request: RequestEcho, worker: String, failedAt: Timestamp
    ) {
        self.id = id
        requestID = request.requestID
        self.code = code
        self.message = message
        self.stage = stage
        retryable = code.consequence != .buried
        self.attempts = attempts.suffix(Self.mostAttempts)
        self.image = image
        self.request = request.json
        self.worker = worker
        self.failedAt = failedAt
        metadata = request.metadata
    }

    /// The record as a file: keys in a fixed order, every field present, one line unless pretty, a final line feed.
    package func fileBytes(layout: JSONWriter.Layout = .compact) -> [UInt8] {
        var writer = JSONWriter(layout: layout)
        writer.object { writeMembers(into: &$0) }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private func writeMembers(into writer: inout JSONWriter) {
        writer.member("schema", Self.schema)
        writer.member("id", id)
        writer.member("requestId", requestID)
        writer.member("code", code.rawValue)
        writer.member("message", message)
        writer.member("stage", stage.rawValue)
        writer.member("retryable", retryable)
        writer.key("attempts")
        writer.array { writer in
            for attempt in attempts { attempt.write(into: &writer) }
        }
        writer.key("image")
        writer.object { writer in
            RecordedName.writeMembers(of: image.name, into: &writer)
            writer.member("bytes", image.bytes)
            writer.member("sha256", image.sha256)
        }
        writer.member("request", request)
        writer.member("worker", worker)
        writer.member("failedAt", failedAt.description)
        writer.member("metadata", metadata)
    }
}

extension ErrorRecord {
    /// A hundred attempts with 4 KiB of escapes each, and two copies of a request of escapes, stay below this.
    private static let readLimits = JSONLimits(bytes: 8 << 20, depth: 20)

    /// Reads a record that this or an earlier worker wrote.
    /// - Throws: `RecordError` when it is no such record.
    package init(reading bytes: [UInt8]) throws(RecordError) {
        let value: JSONValue
        do throws(JSONTextError) {
            value = try JSONValue(parsing: bytes, limits: Self.readLimits)
        } catch {
            throw RecordError(message: error.description)
        }
        do throws(JSONSchemaViolation) {
            try RecordSchemas.error.validate(value)
        } catch {
            throw RecordError(message: error.description)
        }
        guard let record = ErrorRecord(validated: value) else {
            throw RecordError(message: "the error record has a time or a name that cannot be read")
        }
        self = record
    }

    private init?(validated value: JSONValue) {
        guard let id = value["id"]?.string, let code = value["code"]?.string.flatMap(JobFailure.Code.init),
            let message = value["message"]?.string, let stage = value["stage"]?.string.flatMap(JobFailure.Stage.init),
            let retryable = value["retryable"]?.bool, let attempts = value["attempts"]?.array,
            let image = value["image"], let request = value["request"], let worker = value["worker"]?.string,
            let failedAt = value["failedAt"]?.string.flatMap(Timestamp.init), let metadata = value["metadata"]
        else { return nil }
        self.id = id
        requestID = value["requestId"]?.string
        self.code = code
        self.message = message
        self.stage = stage
        self.retryable = retryable
        self.attempts = attempts.compactMap(FailedAttempt.init(validated:))
        self.image = Image(
            name: RecordedName(recordedIn: image), bytes: image["bytes"]?.int, sha256: image["sha256"]?.string)
        self.request = request
        self.worker = worker
        self.failedAt = failedAt
        self.metadata = metadata
        if self.attempts.count != attempts.count { return nil }
    }
}

/// Why a file is no record.
package struct RecordError: Error, Hashable, Sendable {
    /// With line and column.
    package let message: String
}
