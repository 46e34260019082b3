package import StrictJSON
internal import TextRecognition

extension JobRequest {
    /// The request as JSON that decodes to the same request: the fields that are given, in the contract's order.
    package func bytes(layout: JSONWriter.Layout = .compact) -> [UInt8] {
        var writer = JSONWriter(layout: layout)
        writer.object { writer in
            writer.given("id", id.map(JSONValue.string))
            writer.given("recognizer", recognizer.map { .string($0.rawValue) })
            writer.given("model", model.map { .string($0.rawValue) })
            writer.given("engine", engine.map { .string($0.rawValue) })
            writer.given("script", script.map(JSONValue.string))
            writer.given("languageHints", languageHints.map { .array($0.map(JSONValue.string)) })
            writer.given("orientation", orientation.map { .string($0.name) })
            writer.given("region", region.map(\.json))
            writer.given("pages", pages.map { .string(PageRanges.text($0)) })
            writer.given("detail", detail.map { .string($0.rawValue) })
            writer.given("outputs", outputs.map { .array($0.map { .string($0.rawValue) }) })
            writer.given("priority", priority.map(JSONValue.int))
            writer.given("stream", stream.map(JSONValue.string))
            writer.given("timeoutSeconds", timeoutSeconds.map(JSONValue.int))
            writer.given("acceptTruncated", acceptTruncated.map(JSONValue.bool))
            writer.given("bytes", self.bytes.map(JSONValue.int))
            writer.given("sha256", sha256.map(JSONValue.string))
            writer.given("metadata", metadata)
        }
        return writer.bytes
    }
}

extension JSONWriter {
    /// The member, unless its value is missing.
    fileprivate mutating func given(_ key: String, _ value: JSONValue?) {
        if let value { member(key, value) }
    }
}

extension PixelRect {
    /// `{x,y,width,height}`
    var json: JSONValue {
        ["x": .int(x), "y": .int(y), "width": .int(width), "height": .int(height)]
    }
}
