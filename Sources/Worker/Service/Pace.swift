internal import LinuxSupport
internal import Spool

/// How long the last attempts took, from their start until their outcome was durable.
package struct Pace: Hashable, Sendable {
    /// So many are remembered.
    package static let memory = 32

    private var begun: [JobID: MonotonicInstant] = [:]
    private var last: [Duration] = []

    package init() {}

    package var count: Int { last.count }

    /// The mean; `nil` before the first has ended.
    package var perAttempt: Duration? {
        last.isEmpty ? nil : last.reduce(.zero, +) / last.count
    }

    mutating func begin(_ job: JobID, at now: MonotonicInstant) { begun[job] = now }

    /// Takes in the end of an attempt; of what was no attempt, nothing.
    mutating func end(_ job: JobID, at now: MonotonicInstant) {
        guard let start = begun.removeValue(forKey: job) else { return }
        if last.count == Self.memory { last.removeFirst() }
        last.append(start.duration(to: now))
    }

    /// An attempt was given up: how long it took says nothing.
    mutating func forget(_ job: JobID) { begun[job] = nil }
}
