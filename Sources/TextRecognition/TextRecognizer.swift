/// Reads text wherever it stands in a picture.
///
/// Of a file with several pages the first is read. Jobs of one recognizer run one after another.
/// `OMP_THREAD_LIMIT=1` in the environment of the process saves two thirds of the processor time.
public final class TextRecognizer: Sendable {
    private let queue = RecognitionQueue()
    private let request: RecognitionRequest

    private init(_ request: RecognitionRequest) {
        self.request = request
    }

    /// A recognizer for the script that `options` stand for; its models load with the first image.
    public static func textRecognizer(
        options: any CommonTextRecognizerOptions = TextRecognizerOptions()
    ) -> TextRecognizer {
        var request = RecognitionRequest.firstPage(.text)
        request.script = options.script
        request.languageHints = options.languageHints
        return TextRecognizer(request)
    }

    /// Reads `image` while the caller is suspended.
    public func process(_ image: VisionImage) async throws(RecognitionError) -> Text {
        try await queue.process(image, request).firstText
    }

    /// Reads `image` and calls `completion` on the recognizer's own queue.
    public func process(
        _ image: VisionImage, completion: @escaping @Sendable (Result<Text, RecognitionError>) -> Void
    ) {
        queue.process(image, request) { completion($0.map(\.firstText)) }
    }

    /// Reads `image` while the caller's thread waits; not for a thread that others need.
    public func results(in image: VisionImage) throws(RecognitionError) -> Text {
        try queue.results(in: image, request).firstText
    }
}

extension RecognitionRequest {
    /// The library's request: one page, for a given recognizer.
    static func firstPage(_ recognizer: Recognizer) -> RecognitionRequest {
        var request = RecognitionRequest()
        request.recognizer = recognizer
        request.pages = [1...1]
        return request
    }
}

extension RecognitionResult {
    fileprivate var firstText: Text {
        guard case .text(let text)? = pages.first?.content else { preconditionFailure("a text was asked for") }
        return text
    }
}
