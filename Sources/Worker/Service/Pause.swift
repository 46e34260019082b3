package import LinuxSupport
package import Spool

/// Why the worker takes no work for the time being. Not a fault of any job, and none loses an attempt by it.
package struct Pause: Hashable, Sendable {
    package var code: JobFailure.Code
    /// One sentence: what is wrong and what to do.
    package var message: String
    package var since: Timestamp

    package init(_ code: JobFailure.Code, _ message: String, since: Timestamp) {
        self.code = code
        self.message = message
        self.since = since
    }

    /// The pause that an error of the machine's calls for, and `nil` for an error of a single file.
    package init?(_ error: SystemCallError, since: Timestamp) {
        guard error.isEnvironmental else { return nil }
        if error.isFull {
            self.init(.diskFull, "The spool's disk is full (\(error)); free some space.", since: since)
        } else {
            self.init(
                .spoolUnwritable, "The spool cannot be written (\(error)); see: ocrspool check.", since: since)
        }
    }

    /// So often the worker looks whether it can go on.
    package static let checkInterval: Duration = .seconds(5)
}

/// How long a job waits before its next attempt.
package enum AttemptBackoff {
    /// 5 s, 30 s, then 180 s, each spread by ±20 % so that jobs that failed together do not return together.
    /// - Parameters:
    ///   - failures: attempts that have failed, at least 1.
    ///   - spread: 0…1, where in the spread.
    package static func delay(afterFailures failures: Int, spread: Double) -> Duration {
        let base: Double =
            switch failures {
            case ...1: 5
            case 2: 30
            default: 180
            }
        return .milliseconds(Int(base * 1000 * (0.8 + 0.4 * min(max(spread, 0), 1))))
    }

    /// The longest that `delay` gives.
    package static let longest: Duration = .seconds(216)
}
