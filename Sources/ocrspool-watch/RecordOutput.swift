// SPDX-License-Identifier: GPL-2.0-only

import Glibc

/// Standard output as the reader's end of the program.
enum RecordOutput {
    /// Writes the batch whole and empties it. Waits while the pipe is full: the kernel then keeps the events, and
    /// reports an overflow when it cannot.
    /// - Throws: `.readerGone`, or `.outputFailed` with the errno of `write`.
    static func write(_ batch: inout RecordBatch) throws(WatchError) {
        var written = 0
        while written < batch.bytes.count {
            let count = unsafe batch.bytes[written...].withUnsafeBytes {
                unsafe Glibc.write(1, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: _ = poll(for: Int16(POLLOUT), milliseconds: -1)
            case EPIPE: throw .readerGone
            case let code: throw .outputFailed(errno: code)
            }
        }
        batch.removeAll()
    }

    /// Waits up to `milliseconds` for the reader to go away.
    /// - Throws: `.readerGone` as soon as it has.
    static func waitWhileReaderIsThere(milliseconds: Int32) throws(WatchError) {
        let events = poll(for: 0, milliseconds: milliseconds)
        if events & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { throw .readerGone }
    }

    private static func poll(for events: Int16, milliseconds: Int32) -> Int16 {
        var output = pollfd(fd: 1, events: events, revents: 0)
        let ready = unsafe Glibc.poll(&output, 1, milliseconds)
        return ready > 0 ? output.revents : 0
    }
}
