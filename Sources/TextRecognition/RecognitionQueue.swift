import Dispatch

/// One engine session behind a serial queue of its own, so that blocking work stays off the cooperative pool.
///
/// `@unchecked Sendable`: `session` is touched on `queue` only.
final class RecognitionQueue: @unchecked Sendable {
    private let queue = DispatchQueue(label: "TextRecognition.session")
    private var session: RecognitionSession?

    /// Reads an image on the queue while the caller waits.
    func results(
        in image: VisionImage, _ request: RecognitionRequest
    ) throws(RecognitionError) -> RecognitionResult {
        try queue.sync { attempt(image, request) }.get()
    }

    /// Reads an image on the queue and hands the outcome over there.
    func process(
        _ image: VisionImage, _ request: RecognitionRequest,
        completion: @escaping @Sendable (Result<RecognitionResult, RecognitionError>) -> Void
    ) {
        queue.async { completion(self.attempt(image, request)) }
    }

    /// Reads an image on the queue while the caller is suspended.
    func process(_ image: VisionImage, _ request: RecognitionRequest) async throws(RecognitionError)
        -> RecognitionResult
    {
        let outcome = await withCheckedContinuation { continuation in
            process(image, request) { continuation.resume(returning: $0) }
        }
        return try outcome.get()
    }

    private func attempt(
        _ image: VisionImage, _ request: RecognitionRequest
    ) -> Result<RecognitionResult, RecognitionError> {
        do throws(RecognitionError) {
            let session = try loadedSession()
            var request = request
            if let orientation = image.orientation { request.orientation = .fixed(orientation) }
            return .success(try session.recognize(image.bytes, request))
        } catch { return .failure(error) }
    }

    private func loadedSession() throws(RecognitionError) -> RecognitionSession {
        if let session { return session }
        let created = RecognitionSession(models: try ModelDirectory())
        session = created
        return created
    }
}
