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

    /// The pause that an error in work on `spool` calls for, and `nil` if it is the trouble of one job alone.
    ///
    /// A missing directory or a missing right may be one folder's or the whole spool's: the spool is asked, by doing. A
    /// worker that paused for one folder would go on and pause again for ever, and all other images would wait for it.
    package init?(_ error: SystemCallError, in spool: Spool, since: Timestamp) {
        if error.isEnvironmental {
            self.init(error, since: since)
            return
        }
        do throws(SpoolError) {
            try spool.probe()
            return nil
        } catch {
            if case .unusable(_, let cause) = error, cause.isFull {
                self.init(cause, since: since)
            } else {
                self.init(.spoolUnwritable, error.description, since: since)
            }
        }
    }

    private init(_ error: SystemCallError, since: Timestamp) {
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
