internal import Glibc

/// Waits until one of several descriptors is ready (poll(2)).
package enum Poller {
    /// A descriptor and what is wanted of it.
    package struct Interest: Hashable, Sendable {
        package let descriptor: Int32  // open as long as the wait lasts
        package let reading: Bool
        package let writing: Bool

        /// For reading unless said otherwise.
        package init(_ descriptor: Int32, reading: Bool = true, writing: Bool = false) {
            self.descriptor = descriptor
            self.reading = reading
            self.writing = writing
        }
    }

    /// Waits until a descriptor is ready or `deadline` has passed.
    ///
    /// A descriptor whose peer hung up or that has an error counts as ready: the next call on it tells. Signals do not
    /// end the wait. Each descriptor is looked at once even when the deadline has passed already.
    /// - Returns: Per interest whether it is ready; all `false` at the deadline.
    /// - Throws: EBADF for a closed descriptor, ENOMEM.
    package static func wait(
        for interests: [Interest], until deadline: MonotonicInstant
    ) throws(SystemCallError) -> [Bool] {
        var entries = interests.map { interest in
            let events = (interest.reading ? POLLIN : 0) | (interest.writing ? POLLOUT : 0)
            return pollfd(fd: interest.descriptor, events: Int16(events), revents: 0)
        }
        while true {
            let timeout = milliseconds(until: deadline)
            let count = unsafe entries.withUnsafeMutableBufferPointer { buffer in
                unsafe poll(buffer.baseAddress, nfds_t(buffer.count), timeout)
            }
            if count < 0, errno != EINTR { throw SystemCallError.last("poll") }
            if count > 0 {
                guard !entries.contains(where: { Int32($0.revents) & POLLNVAL != 0 }) else {
                    throw SystemCallError(call: "poll", code: EBADF)
                }
                return entries.map { $0.revents != 0 }
            }
            if MonotonicInstant.now >= deadline { return entries.map { _ in false } }
        }
    }

    /// Rounded up, so that the wait never ends before the deadline; at most an hour, after which the caller looks again.
    private static func milliseconds(until deadline: MonotonicInstant) -> Int32 {
        let (left, overflow) = deadline.nanoseconds.subtractingReportingOverflow(MonotonicInstant.now.nanoseconds)
        guard !overflow, left > 0 else { return 0 }
        return Int32(min((left - 1) / 1_000_000 + 1, 3_600_000))
    }
}
