internal import Glibc

/// Results for whoever started this process.
package enum StandardOutput {
    /// Writes all bytes to descriptor 1.
    /// - Throws: `EPIPE` when the reader has gone, `ENOSPC` when it is a file on a full disk, and so on.
    package static func write(_ bytes: [UInt8]) throws(SystemCallError) {
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(1, buffer.baseAddress! + offset, buffer.count - offset)
            }
            if count < 0, errno != EINTR { throw SystemCallError.last("write", "standard output") }
            offset += max(count, 0)
        }
    }
}

extension SystemCallError {
    /// Whether whoever should read has gone.
    package var isBrokenPipe: Bool { code == EPIPE }
}
