package import LinuxSupport

/// A job that intake found ready, and what is to be said of it beforehand.
package struct ReadyJob: Hashable, Sendable {
    package var candidate: ClaimCandidate
    /// Of its request and its folder's defaults; what of them only intake asks is of no use any more.
    package var facts: RequestFacts
    /// When it became complete: the arrival that orders jobs of one priority.
    package var since: MonotonicInstant
    /// Set where intake already knows that the job must fail.
    package var failure: JobFailure?

    package init(
        candidate: ClaimCandidate, facts: RequestFacts, since: MonotonicInstant, failure: JobFailure? = nil
    ) {
        self.candidate = candidate
        self.facts = facts
        self.since = since
        self.failure = failure
    }

    package var path: RelativePath { candidate.path }
    package var priority: Int { facts.priority }
    package var stream: String? { facts.stream }
    package var models: String { facts.models }
}
