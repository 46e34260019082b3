internal import Glibc

/// Talk with whoever started this process.
package enum StandardError {
    /// Writes a line; what cannot be written is lost.
    package static func write(_ line: String) {
        write(Array((line + "\n").utf8))
    }

    /// Writes `bytes` as they are; what cannot be written is lost.
    package static func write(_ bytes: [UInt8]) {
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(2, buffer.baseAddress! + offset, buffer.count - offset)
            }
            if count < 0, errno != EINTR { return }
            offset += max(count, 0)
        }
    }
}
