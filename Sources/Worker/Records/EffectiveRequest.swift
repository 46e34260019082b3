package import StrictJSON
package import TextRecognition

/// What a job does: a request with every default filled in.
package struct EffectiveRequest: Hashable, Sendable {
    /// The recognizer's part.
    package var recognition: RecognitionRequest
    package var requestID: String?
    package var engine: JobRequest.Engine
    /// Without duplicates; JSON is always there, and last.
    package var outputs: [JobRequest.Output]
    package var priority: Int
    package var stream: String?
    /// For the whole job.
    package var timeoutSeconds: Int
    package var bytes: Int?
    package var sha256: String?
    /// An object.
    package var metadata: JSONValue
}

extension JobRequest {
    /// Fills in the defaults of the contract.
    ///
    /// A page may take as long as the request allows the job; without a `timeoutSeconds` the job has `timeoutLimit`
    /// and a page what `RecognitionRequest` gives it.
    /// - Parameters:
    ///   - timeoutLimit: The server's limit in seconds, and the default; a greater `timeoutSeconds` is cut to it.
    ///   - limits: What of an image is refused unseen.
    package func effective(
        timeoutLimit: Int = defaultTimeoutLimit, limits: ImageLimits = ImageLimits()
    ) -> EffectiveRequest {
        let seconds = min(timeoutSeconds ?? timeoutLimit, timeoutLimit)
        var recognition = RecognitionRequest()
        recognition.recognizer = recognizer ?? recognition.recognizer
        recognition.model = model ?? recognition.model
        recognition.script = script ?? recognition.script
        recognition.languageHints = languageHints ?? recognition.languageHints
        recognition.orientation = orientation ?? recognition.orientation
        recognition.region = region
        recognition.pages = pages ?? recognition.pages
        recognition.detail = detail
        recognition.acceptTruncated = acceptTruncated ?? recognition.acceptTruncated
        recognition.pageTimeout =
            timeoutSeconds == nil ? min(recognition.pageTimeout, .seconds(seconds)) : .seconds(seconds)
        recognition.limits = limits
        return EffectiveRequest(
            recognition: recognition, requestID: id, engine: engine ?? .auto,
            outputs: (outputs ?? []).filter { $0 != .json } + [.json], priority: priority ?? 5, stream: stream,
            timeoutSeconds: seconds, bytes: self.bytes, sha256: sha256, metadata: metadata ?? [:])
    }
}
