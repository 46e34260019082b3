package import StrictJSON
package import TextRecognition

/// What a producer asks for: every field as it was written, `nil` where it was not.
///
/// A folder's defaults are the same kind of request; `merging(over:)` joins the two.
package struct JobRequest: Hashable, Sendable {
    /// Which engine reads.
    package enum Engine: String, CaseIterable, Sendable { case auto, tesseract }
    /// A file that is written beside the result; JSON always is.
    package enum Output: String, CaseIterable, Sendable { case json, txt }

    /// The caller's own id, never part of a path.
    package var id: String?
    package var recognizer: RecognitionRequest.Recognizer?
    package var model: RecognitionRequest.Model?
    package var engine: Engine?
    package var script: String?
    package var languageHints: [String]?
    package var orientation: RecognitionRequest.Orientation?
    package var region: PixelRect?
    /// One-based, ascending, not overlapping.
    package var pages: [ClosedRange<Int>]?
    package var detail: RecognitionRequest.Detail?
    package var outputs: [Output]?
    /// 0…9, 9 first.
    package var priority: Int?
    package var stream: String?
    package var timeoutSeconds: Int?
    package var acceptTruncated: Bool?
    /// Size of the image that the producer wrote.
    package var bytes: Int?
    /// Of the image that the producer wrote; 64 hexadecimal digits in lower case.
    package var sha256: String?
    /// Any object; echoed, never read.
    package var metadata: JSONValue?

    package init() {}

    /// This request, with what it leaves out taken from `defaults`, field by field.
    ///
    /// `metadata` is one field: an object here replaces the whole of the other.
    package func merging(over defaults: JobRequest) -> JobRequest {
        var merged = self
        merged.id = id ?? defaults.id
        merged.recognizer = recognizer ?? defaults.recognizer
        merged.model = model ?? defaults.model
        merged.engine = engine ?? defaults.engine
        merged.script = script ?? defaults.script
        merged.languageHints = languageHints ?? defaults.languageHints
        merged.orientation = orientation ?? defaults.orientation
        merged.region = region ?? defaults.region
        merged.pages = pages ?? defaults.pages
        merged.detail = detail ?? defaults.detail
        merged.outputs = outputs ?? defaults.outputs
        merged.priority = priority ?? defaults.priority
        merged.stream = stream ?? defaults.stream
        merged.timeoutSeconds = timeoutSeconds ?? defaults.timeoutSeconds
        merged.acceptTruncated = acceptTruncated ?? defaults.acceptTruncated
        merged.bytes = bytes ?? defaults.bytes
        merged.sha256 = sha256 ?? defaults.sha256
        merged.metadata = metadata ?? defaults.metadata
        return merged
    }
}
