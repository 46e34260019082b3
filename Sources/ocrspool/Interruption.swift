internal import Glibc
internal import LinuxSupport

/// Takes SIGINT, SIGTERM and SIGHUP as something to ask for, so that a command can tidy up and say how things stand.
final class Interruption {
    private let signals: SignalDescriptor
    /// The signal that came; the command is to end by it.
    private(set) var signal: Int32?

    init() throws(CommandError) {
        signals = try calling { () throws(SystemCallError) in try SignalDescriptor([SIGINT, SIGTERM, SIGHUP]) }
    }

    /// Ends what is going on once a signal has come. The error says nothing: whoever catches it asks for `signal`.
    func check() throws(CommandError) {
        look()
        if signal != nil { throw CommandError(.failed, "") }
    }

    /// Waits until `descriptor` can be read, a signal comes or `deadline` has passed.
    /// - Returns: whether it can be read.
    func wait(for descriptor: Int32? = nil, until deadline: MonotonicInstant) throws(SystemCallError) -> Bool {
        let interests = [signals.rawValue] + (descriptor.map { [$0] } ?? [])
        let ready = try Poller.wait(for: interests.map { Poller.Interest($0) }, until: deadline)
        look()
        return ready.count > 1 && ready[1]
    }

    private func look() {
        if signal == nil { signal = (try? signals.next()) ?? nil }
    }
}
