internal import TextRecognition

/// Reads the images of jobs, with the models that earlier jobs have loaded.
struct JobReader {
    private var session: (directory: String?, session: RecognitionSession)?

    /// What the supervisor is told of `image`: a recognition, or why there is none.
    mutating func report(on image: [UInt8], _ job: RecognizerJob) -> [UInt8] {
        do throws(RecognitionError) {
            let result = try session(for: job.modelsDirectory).recognize(image, job.recognition)
            let report = RecognitionReport.bytes(of: result)
            guard report.count <= RecognizerProtocol.reportLimit else { throw Self.tooMuch(result.pages.count) }
            return report
        } catch {
            return RecognitionReport.bytes(of: error)
        }
    }

    private mutating func session(for directory: String?) throws(RecognitionError) -> RecognitionSession {
        if let session, session.directory == directory { return session.session }
        let created = RecognitionSession(models: try ModelDirectory(path: directory))
        session = (directory, created)
        return created
    }

    private static func tooMuch(_ pages: Int) -> RecognitionError {
        RecognitionError(
            .imageTooLarge, stage: .recognize,
            "the text of \(pages) pages makes a result of more than \(RecognizerProtocol.reportLimit >> 20) MiB; "
                + "ask for fewer \"pages\", or for less \"detail\"")
    }
}
