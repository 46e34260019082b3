/// Reads pages of dense text, in reading order.
///
/// Of a file with several pages the first is read. Jobs of one recognizer run one after another.
/// `OMP_THREAD_LIMIT=1` in the environment of the process saves two thirds of the processor time.
public final class DocumentTextRecognizer: Sendable {
    private let queue = RecognitionQueue()
    private let request: RecognitionRequest

    private init(_ request: RecognitionRequest) {
        self.request = request
    }

    /// A recognizer for the languages expected, BCP 47, best first; without any, the page's script decides.
    public static func documentTextRecognizer(languageHints: [String] = []) -> DocumentTextRecognizer {
        var request = RecognitionRequest.firstPage(.document)
        request.languageHints = languageHints
        return DocumentTextRecognizer(request)
    }

    /// Reads `image` while the caller is suspended.
    public func process(_ image: VisionImage) async throws(RecognitionError) -> DocumentText {
        try await queue.process(image, request).firstDocument
    }

    /// Reads `image` and calls `completion` on the recognizer's own queue.
    public func process(
        _ image: VisionImage, completion: @escaping @Sendable (Result<DocumentText, RecognitionError>) -> Void
    ) {
        queue.process(image, request) { completion($0.map(\.firstDocument)) }
    }

    /// Reads `image` while the caller's thread waits; not for a thread that others need.
    public func results(in image: VisionImage) throws(RecognitionError) -> DocumentText {
        try queue.results(in: image, request).firstDocument
    }
}

extension RecognitionResult {
    fileprivate var firstDocument: DocumentText {
        guard case .document(let document)? = pages.first?.content else {
            preconditionFailure("a document was asked for")
        }
        return document
    }
}
