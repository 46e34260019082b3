internal import Glibc
package import LinuxSupport
package import Spool

/// Why a child is gone, and what it left to tell.
package struct ChildLoss: Error, Hashable, Sendable {
    /// `recognizer-crashed`, `recognizer-timeout` or `recognizer-out-of-memory`.
    package let code: JobFailure.Code
    /// One sentence for the error record; it names the signal, the exit status or what the child did wrong.
    package let message: String
    /// Of a child that ended by itself.
    package let exitStatus: Int?
    /// That ended the child.
    package let signal: Int?
    /// The end of what the child wrote to standard error; at most 4 KiB, without control characters.
    package let lastStderr: String
}

extension ChildLoss {
    /// How the supervisor came to see the child's end.
    package enum Cause: Hashable, Sendable {
        /// It ended, and nobody here had asked for it.
        case ended
        /// It closed its socket and went on running; killed.
        case closedConnection
        /// It had no answer when the time for the job was over; killed.
        case timedOut(Duration)
        /// It sent what no honest child sends; killed.
        case babbled(String)
    }

    /// Classifies a loss.
    ///
    /// Out of memory are: SIGKILL that was not ours, which the kernel sends when memory runs out, and an abort that
    /// speaks of a failed allocation, which C++ and Swift give when the child's own limit is reached.
    /// - Parameter status: How the child ended; `nil` where the kernel did not say.
    package init(_ cause: Cause, status: ExitStatus?, standardError: StandardErrorTail) {
        lastStderr = standardError.text
        switch status {
        case .exited(let number): (exitStatus, signal) = (Int(number), nil)
        case .signaled(let number): (exitStatus, signal) = (nil, Int(number))
        case nil: (exitStatus, signal) = (nil, nil)
        }
        switch cause {
        case .timedOut(let limit):
            code = .recognizerTimeout
            message = "the recognizer had no answer after \(limit.wholeSeconds) s and was killed"
        case .babbled(let reason):
            code = .recognizerCrashed
            message = "the recognizer sent \(reason) and was killed"
        case .closedConnection:
            code = .recognizerCrashed
            message = "the recognizer closed its connection and was killed"
        case .ended:
            let ending = status.map(\.description) ?? "ended, the kernel does not say how"
            if Self.isOutOfMemory(status, standardError) {
                code = .recognizerOutOfMemory
                message = "the recognizer \(ending), most likely for lack of memory"
            } else {
                code = .recognizerCrashed
                message = "the recognizer \(ending)"
            }
        }
    }

    private static func isOutOfMemory(_ status: ExitStatus?, _ standardError: StandardErrorTail) -> Bool {
        switch status {
        case .signaled(SIGKILL): true
        case .signaled(SIGABRT): standardError.tellsOfFailedAllocation
        case .signaled, .exited, nil: false
        }
    }
}

extension Duration {
    fileprivate var wholeSeconds: Int64 { components.seconds }
}
