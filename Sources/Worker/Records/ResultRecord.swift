package import LinuxSupport
package import StrictJSON
internal import TextRecognition

/// The record of a recognized image, schema `ocrspool.result/1`.
package struct ResultRecord: Hashable, Sendable {
    package static let schema = "ocrspool.result/1"

    /// The job's, made by the worker.
    package var id: String
    /// Below the inbox.
    package var name: RecordedName
    package var bytes: Int
    /// 64 hexadecimal digits in lower case.
    package var sha256: String
    package var image: RecognizedImage
    package var request: EffectiveRequest
    /// From the image's completeness to its last attempt.
    package var queuedMilliseconds: Int
    /// From the image's completeness to the record.
    package var totalMilliseconds: Int
    package var receivedAt: Timestamp
    package var completedAt: Timestamp
    /// Counting the one that gave this result; at least 1.
    package var attempts: Int
    /// `host/pid`
    package var worker: String

    package init(
        id: String, name: RecordedName, bytes: Int, sha256: String, image: RecognizedImage, request: EffectiveRequest,
        queuedMilliseconds: Int, totalMilliseconds: Int, receivedAt: Timestamp, completedAt: Timestamp, attempts: Int,
        worker: String
    ) {
        self.id = id
        self.name = name
        self.bytes = bytes
        self.sha256 = sha256
        self.image = image
        self.request = request
        self.queuedMilliseconds = queuedMilliseconds
        self.totalMilliseconds = totalMilliseconds
        self.receivedAt = receivedAt
        self.completedAt = completedAt
        self.attempts = attempts
        self.worker = worker
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
        writer.member("requestId", request.requestID)
        writer.member("recognizer", image.recognizer.rawValue)
        writer.member("recognizerReason", image.recognizerReason)
        writer.key("image")
        writer.object { writeImage(into: &$0) }
        writer.member("text", image.text)
        writer.member("pages", JSONValue.array(image.pages))
        writer.key("engines")
        image.engines.write(into: &writer)
        writer.key("request")
        request.write(into: &writer, readBy: image.recognizer)
        writer.key("timings")
        writer.object { writeTimings(into: &$0) }
        writer.member("receivedAt", receivedAt.description)
        writer.member("completedAt", completedAt.description)
        writer.member("attempts", attempts)
        writer.member("worker", worker)
        writer.member("metadata", request.metadata)
    }

    private func writeImage(into writer: inout JSONWriter) {
        RecordedName.writeMembers(of: name, into: &writer)
        writer.member("format", image.facts.format.rawValue)
        writer.member("bytes", bytes)
        writer.member("sha256", sha256)
        image.facts.writeMeasures(into: &writer)
    }

    private func writeTimings(into writer: inout JSONWriter) {
        writer.member("queuedMilliseconds", queuedMilliseconds)
        writer.member("decodeMilliseconds", image.decodeMilliseconds)
        writer.member("recognizeMilliseconds", image.recognizeMilliseconds)
        writer.member("totalMilliseconds", totalMilliseconds)
    }
}
