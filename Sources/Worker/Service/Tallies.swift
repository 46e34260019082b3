package import Spool

/// What a worker has counted since its start.
package struct Tallies: Hashable, Sendable {
    /// Results published.
    package var published = 0
    /// Dead letters, by code.
    package var buried: [JobFailure.Code: Int] = [:]
    /// Frames that a newer one of their stream made superfluous.
    package var superseded = 0
    /// Images that left the inbox before this worker took them: withdrawn, or taken by another worker.
    package var vanished = 0
    /// Attempts that failed and were, or are to be, followed by another.
    package var failedAttempts = 0

    package init() {}

    package var buriedInAll: Int { buried.values.reduce(0, +) }

    mutating func bury(_ code: JobFailure.Code) { buried[code, default: 0] += 1 }
}
