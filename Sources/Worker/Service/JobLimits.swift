package import TextRecognition

/// What the operator allows a job.
package struct JobLimits: Hashable, Sendable {
    package var image = ImageLimits()
    /// For a whole job whose request has no `timeoutSeconds`. Default 300.
    package var timeoutSeconds = 300
    /// The most that a request's `timeoutSeconds` may say. Default 600.
    package var maximumTimeoutSeconds = JobRequest.defaultTimeoutLimit
    /// For one page, where the request says nothing. Default 120.
    package var pageTimeoutSeconds = 120
    /// Expected where neither the request nor its script says anything; BCP 47.
    package var defaultLanguages: [String] = []
    /// Attempts before the dead letter. Default 3.
    package var maximumAttempts = 3
    /// Attempts that ended with the worker itself before the dead letter. Default 10.
    package var maximumInterruptions = 10

    package init() {}
}

extension JobRequest {
    /// The request with all defaults, those of the operator among them.
    func effective(within limits: JobLimits) -> EffectiveRequest {
        var effective = effective(timeoutLimit: limits.maximumTimeoutSeconds, limits: limits.image)
        if timeoutSeconds == nil {
            effective.timeoutSeconds = min(limits.timeoutSeconds, limits.maximumTimeoutSeconds)
            effective.recognition.pageTimeout = .seconds(min(limits.pageTimeoutSeconds, effective.timeoutSeconds))
        }
        if script == nil && languageHints == nil { effective.recognition.languageHints = limits.defaultLanguages }
        return effective
    }
}

extension JobLimits {
    package init(_ configuration: Configuration) {
        image = configuration.imageLimits
        timeoutSeconds = configuration.jobTimeout.wholeSeconds
        maximumTimeoutSeconds = configuration.maximumTimeout.wholeSeconds
        pageTimeoutSeconds = configuration.pageTimeout.wholeSeconds
        defaultLanguages = configuration.defaultLanguages
        maximumAttempts = configuration.maximumAttempts
        maximumInterruptions = configuration.maximumInterruptions
    }
}

extension Duration {
    fileprivate var wholeSeconds: Int { Int(components.seconds) }
}
