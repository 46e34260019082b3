package import StrictJSON
package import TextRecognition

extension EffectiveRequest {
    /// Writes the request as a result record echoes it: every field but `metadata`, which has its own place in the
    /// record, in the contract's order; null for what was not asked.
    /// - Parameter recognizer: The one that read the image; it decides what `detail` is by default.
    package func write(into writer: inout JSONWriter, readBy recognizer: RecognitionRequest.Recognizer) {
        writer.object { writer in
            writer.member("id", requestID)
            writer.member("recognizer", recognition.recognizer.rawValue)
            writer.member("model", recognition.model.rawValue)
            writer.member("engine", engine.rawValue)
            writer.member("script", recognition.script)
            writer.key("languageHints")
            writer.strings(recognition.languageHints)
            writer.member("orientation", recognition.orientation.name)
            writer.member("region", recognition.region?.json)
            writer.member("pages", recognition.pages.isEmpty ? nil as String? : PageRanges.text(recognition.pages))
            writer.member("detail", (recognition.detail ?? .standard(for: recognizer)).rawValue)
            writer.key("outputs")
            writer.strings(outputs.map(\.rawValue))
            writer.member("priority", priority)
            writer.member("stream", stream)
            writer.member("timeoutSeconds", timeoutSeconds)
            writer.member("acceptTruncated", recognition.acceptTruncated)
            writer.member("bytes", bytes)
            writer.member("sha256", sha256)
        }
    }
}

extension RecognitionRequest.Detail {
    /// Words for `text`, symbols for `document`.
    static func standard(for recognizer: RecognitionRequest.Recognizer) -> Self {
        switch recognizer {
        case .auto, .text: .word
        case .document: .symbol
        }
    }
}
