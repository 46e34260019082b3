/// Why a job, or a try of it, did not produce a result.
package struct JobFailure: Error, Hashable, Sendable {
    /// Written to error records as is. Cases are added; a raw value is never changed or used again.
    package enum Code: String, CaseIterable, Sendable {
        case requestInvalid = "request-invalid"
        case requestAmbiguous = "request-ambiguous"
        case imageMissing = "image-missing"
        case imageEmpty = "image-empty"
        case imageUnsupported = "image-unsupported"
        case imageUndecodable = "image-undecodable"
        case imageTooLarge = "image-too-large"
        case languageUnavailable = "language-unavailable"
        case regionOutsideImage = "region-outside-image"
        case pageOutOfRange = "page-out-of-range"

        case recognizerCrashed = "recognizer-crashed"
        case recognizerTimeout = "recognizer-timeout"
        case recognizerOutOfMemory = "recognizer-out-of-memory"
        case imageChanged = "image-changed"
        case ioError = "io-error"

        case diskFull = "disk-full"
        case modelsMissing = "models-missing"
        case spoolUnwritable = "spool-unwritable"
        case engineUnusable = "engine-unusable"
    }

    /// Where in the job's way it went wrong.
    package enum Stage: String, CaseIterable, Sendable { case intake, request, decode, recognize, publish }

    /// What a failure does to its job and to the worker.
    package enum Consequence: Hashable, Sendable {
        /// The same input will fail again: dead letter at once.
        case buried
        /// Another try may succeed; dead letter after the last one.
        case retried
        /// The machine is at fault: the worker pauses, the job waits and loses no attempt.
        case pauses
    }

    package let code: Code
    package let stage: Stage
    /// One sentence that a user can act on; never document text.
    package let message: String

    package init(_ code: Code, stage: Stage, _ message: String) {
        self.code = code
        self.stage = stage
        self.message = message
    }

    package var consequence: Consequence { code.consequence }
}

extension JobFailure.Code {
    package var consequence: JobFailure.Consequence {
        switch self {
        case .requestInvalid, .requestAmbiguous, .imageMissing, .imageEmpty, .imageUnsupported, .imageUndecodable,
            .imageTooLarge, .languageUnavailable, .regionOutsideImage, .pageOutOfRange:
            .buried
        case .recognizerCrashed, .recognizerTimeout, .recognizerOutOfMemory, .imageChanged, .ioError:
            .retried
        case .diskFull, .modelsMissing, .spoolUnwritable, .engineUnusable:
            .pauses
        }
    }
}
