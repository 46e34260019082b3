internal import Glibc

/// Owns one descriptor of the kernel; closed when the owner goes.
package struct FileDescriptor: ~Copyable, Sendable {
    package let rawValue: Int32

    /// Takes over `rawValue`, which must be open and owned by nobody else.
    package init(taking rawValue: Int32) {
        precondition(rawValue >= 0, "not a descriptor")
        self.rawValue = rawValue
    }

    deinit {
        _ = Glibc.close(rawValue)
    }

    /// Gives the descriptor away without closing it.
    package consuming func release() -> Int32 {
        let raw = rawValue
        discard self
        return raw
    }

    /// Closes, and reports what a deferred write left to report (close(2): EIO, ENOSPC, EDQUOT).
    package consuming func close() throws(SystemCallError) {
        let raw = release()
        if Glibc.close(raw) != 0, errno != EINTR {
            throw SystemCallError.last("close")
        }
    }

    /// Flushes data and metadata to the device (fsync(2)). Must not be repeated on the same descriptor after an
    /// error: the kernel may have dropped the pages and would then report success.
    package borrowing func synchronize(_ subject: String = "") throws(SystemCallError) {
        if fsync(rawValue) != 0 { throw SystemCallError.last("fsync", subject) }
    }

    /// Writes all bytes, whatever the kernel takes at a time.
    package borrowing func writeAll(_ bytes: [UInt8], _ subject: String = "") throws(SystemCallError) {
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe write(rawValue, buffer.baseAddress! + offset, buffer.count - offset)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemCallError.last("write", subject)
            }
            offset += count
        }
    }

    /// Reads up to `limit` bytes from the current position; fewer only at the end of the file.
    package borrowing func readAll(limit: Int, _ subject: String = "") throws(SystemCallError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(max(limit, 1), 256 * 1024))
        while bytes.count < limit {
            let wanted = min(chunk.count, limit - bytes.count)
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(rawValue, $0.baseAddress!, wanted) }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemCallError.last("read", subject)
            }
            if count == 0 { break }
            bytes.append(contentsOf: chunk[..<count])
        }
        return bytes
    }

    package borrowing func status(_ subject: String = "") throws(SystemCallError) -> FileStatus {
        var facts = stat()
        if unsafe fstat(rawValue, &facts) != 0 { throw SystemCallError.last("fstat", subject) }
        return FileStatus(facts)
    }
}
