internal import Glibc

/// A point on CLOCK_MONOTONIC, which no setting of the wall clock moves and which stands still while the machine
/// sleeps. For deadlines; it means nothing outside this boot of the machine.
package struct MonotonicInstant: InstantProtocol, Sendable {
    /// Since some point before the process began; negative for what was before that, if the clock is carried on backwards.
    package let nanoseconds: Int64

    /// - Parameter nanoseconds: On CLOCK_MONOTONIC.
    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Later than everything; a deadline that is never reached.
    package static let never = MonotonicInstant(nanoseconds: .max)

    /// clock_gettime(2).
    package static var now: MonotonicInstant {
        var time = timespec()
        // The only errors are a bad clock and a bad address.
        precondition(unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0, "clock_gettime")
        return MonotonicInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Saturates at both ends, so that a deadline with an absurdly long timeout is `never`.
    package func advanced(by duration: Duration) -> MonotonicInstant {
        let (seconds, attoseconds) = duration.components
        let (whole, tooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !tooLong else { return MonotonicInstant(nanoseconds: seconds > 0 ? .max : 0) }
        let (sum, overflow) = nanoseconds.addingReportingOverflow(whole)
        guard !overflow else { return MonotonicInstant(nanoseconds: whole > 0 ? .max : 0) }
        let (result, carried) = sum.addingReportingOverflow(attoseconds / 1_000_000_000)
        return MonotonicInstant(nanoseconds: carried ? .max : max(result, 0))
    }

    /// How long after this instant `other` is; negative when it is before.
    package func duration(to other: MonotonicInstant) -> Duration {
        .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    /// As `advanced(by:)`.
    package static func + (instant: MonotonicInstant, duration: Duration) -> MonotonicInstant {
        instant.advanced(by: duration)
    }

    /// Whether `left` is earlier.
    package static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}
