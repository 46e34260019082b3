/// Why a job did not give a result, as records spell it. Add cases; never rename or reuse a raw value.
package enum FailureCode: String, CaseIterable, Sendable {
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

    /// What a failure means for its job.
    package enum Consequence: Hashable, Sendable {
        /// Another attempt on the same input fails the same way.
        case final
        /// Another attempt may succeed, up to the attempts that a job has.
        case retried
        /// The machine's fault: the worker pauses, and the job loses no attempt.
        case pausing
    }

    package var consequence: Consequence {
        switch self {
        case .requestInvalid, .requestAmbiguous, .imageMissing, .imageEmpty, .imageUnsupported, .imageUndecodable,
            .imageTooLarge, .languageUnavailable, .regionOutsideImage, .pageOutOfRange:
            .final
        case .recognizerCrashed, .recognizerTimeout, .recognizerOutOfMemory, .imageChanged, .ioError: .retried
        case .diskFull, .modelsMissing, .spoolUnwritable, .engineUnusable: .pausing
        }
    }
}

/// Where in its life a job failed.
package enum JobStage: String, CaseIterable, Sendable { case intake, request, decode, recognize, publish }
