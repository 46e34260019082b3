internal import CLinux

/// How a process ended.
package enum ExitStatus: Hashable, Sendable, CustomStringConvertible {
    /// By itself, with a status of 0…255.
    case exited(Int32)
    /// By a signal.
    case signaled(Int32)

    /// The end of a sentence, e.g. `was ended by SIGSEGV`.
    package var description: String {
        switch self {
        case .exited(let status): "ended with status \(status)"
        case .signaled(let signal): "was ended by \(Self.name(ofSignal: signal))"
        }
    }

    /// E.g. `SIGSEGV`; `signal 35` where there is no name.
    package static func name(ofSignal signal: Int32) -> String {
        guard let abbreviation = unsafe linux_signal_name(signal) else { return "signal \(signal)" }
        return unsafe "SIG" + String(cString: abbreviation)
    }
}
