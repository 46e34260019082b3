internal import CLinux
internal import Glibc

/// Signals as something to poll (signalfd(2)) instead of handlers that interrupt.
///
/// The signals are blocked in the calling thread and in the threads that it starts later, so this must be made before
/// any other thread runs: a signal that one thread does not block is delivered there and ends the process. Children
/// started by `ChildProcess` have nothing blocked.
package final class SignalDescriptor: Sendable {
    private let descriptor: FileDescriptor

    /// - Parameter signals: Numbers such as SIGTERM; not SIGKILL or SIGSTOP, which the kernel leaves out silently.
    package init(_ signals: [Int32]) throws(SystemCallError) {
        let raw = unsafe linux_signal_descriptor(signals, signals.count)
        guard raw >= 0 else { throw SystemCallError.last("signalfd") }
        descriptor = FileDescriptor(taking: raw)
    }

    /// Readable while a signal is pending.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Takes the next pending signal; `nil` if there is none. Several of the same number may arrive as one.
    package func next() throws(SystemCallError) -> Int32? {
        let signal = linux_next_signal(descriptor.rawValue)
        if signal < 0 { throw SystemCallError.last("read", "signalfd") }
        return signal == 0 ? nil : signal
    }
}
