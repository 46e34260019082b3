internal import CLinux
internal import Glibc

/// Wakes a thread that polls (eventfd(2)). Any thread may signal, any number of times, without ever blocking.
package final class EventCounter: Sendable {
    private let descriptor: FileDescriptor

    /// With nothing signalled yet.
    /// - Throws: EMFILE, ENFILE, ENOMEM.
    package init() throws(SystemCallError) {
        let raw = linux_event_counter()
        guard raw >= 0 else { throw SystemCallError.last("eventfd") }
        descriptor = FileDescriptor(taking: raw)
    }

    /// Readable from the first signal until `drain`.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Makes the descriptor readable. Never waits.
    package func signal() {
        var one: UInt64 = 1
        // EAGAIN is a counter at its maximum, which is readable all the same.
        while unsafe write(descriptor.rawValue, &one, 8) < 0, errno == EINTR {}
    }

    /// Takes all signals so far.
    /// - Returns: How many; 0 if there were none.
    @discardableResult
    package func drain() -> UInt64 {
        var count: UInt64 = 0
        while unsafe read(descriptor.rawValue, &count, 8) < 0 {
            if errno != EINTR { return 0 }
        }
        return count
    }
}
