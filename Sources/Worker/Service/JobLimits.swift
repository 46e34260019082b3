package import TextRecognition

/// What the operator allows a job.
package struct JobLimits: Hashable, Sendable {
    package var image = ImageLimits()
    /// The most that a request's `timeoutSeconds` may say, and the default for a whole job. Default 600.
    package var timeoutSeconds = JobRequest.defaultTimeoutLimit
    /// For one page, where the request says nothing. Default 120.
    package var pageTimeoutSeconds = 120
    /// Attempts before the dead letter. Default 3.
    package var maximumAttempts = 3
    /// Attempts that ended with the worker itself before the dead letter. Default 10.
    package var maximumInterruptions = 10

    package init() {}
}

extension JobRequest {
    /// The request with all defaults, those of the operator among them.
    func effective(within limits: JobLimits) -> EffectiveRequest {
        var effective = effective(timeoutLimit: limits.timeoutSeconds, limits: limits.image)
        if timeoutSeconds == nil {
            effective.recognition.pageTimeout = .seconds(min(limits.pageTimeoutSeconds, limits.timeoutSeconds))
        }
        return effective
    }
}
