internal import CLinux
internal import Glibc

/// Bytes in memory that nobody can change any more: a memfd with all seals (memfd_create(2), F_ADD_SEALS).
///
/// A file that another user owns can be rewritten while it is read. Its sealed copy cannot, so what was hashed is what
/// any process that gets the descriptor will read.
package final class SealedMemory: Sendable {
    /// To be sent to another process. Its position is shared with whoever has it.
    package let descriptor: FileDescriptor
    /// Size, which cannot change.
    package let byteCount: Int

    private init(_ descriptor: consuming FileDescriptor, byteCount: Int) {
        self.descriptor = descriptor
        self.byteCount = byteCount
    }

    /// Takes over a descriptor that another process sent.
    /// - Throws: EINVAL if it is no memfd or lacks a seal, so that its sender could still change it.
    package init(received descriptor: consuming FileDescriptor) throws(SystemCallError) {
        guard linux_memfd_is_sealed(descriptor.rawValue) == 1 else {
            throw SystemCallError(call: "fcntl(F_GET_SEALS)", code: EINVAL)
        }
        byteCount = Int(try descriptor.status().size)
        self.descriptor = descriptor
    }

    /// Copies a file, from its first byte to its end, reading each byte once and hashing what was copied.
    /// - Parameter limit: The most bytes that are accepted.
    /// - Returns: The copy, its SHA-256 in hexadecimal and its size.
    /// - Throws: EFBIG if the file has more bytes than `limit`; else what the kernel says.
    package static func copy(
        of file: borrowing FileDescriptor, limit: Int, _ subject: String = ""
    ) throws(SystemCallError) -> (memory: SealedMemory, sha256: String, byteCount: Int) {
        let target = try makeMemory()
        var hash = try SHA256()
        var chunk = [UInt8](repeating: 0, count: 256 * 1024)
        var total = 0
        while true {
            let count = try file.fill(&chunk, from: total, subject)
            if count == 0 { break }
            total += count
            guard total <= limit else { throw SystemCallError(call: "read", subject: subject, code: EFBIG) }
            let part = Array(chunk[..<count])
            hash.update(part)
            try target.writeAll(part, subject)
        }
        try seal(target)
        return (SealedMemory(target, byteCount: total), hash.hexadecimal(), total)
    }

    /// Seals a copy of `bytes`.
    package convenience init(_ bytes: [UInt8]) throws(SystemCallError) {
        let target = try Self.makeMemory()
        try target.writeAll(bytes)
        try Self.seal(target)
        self.init(target, byteCount: bytes.count)
    }

    /// A copy of all bytes, whatever the position of the descriptor, which processes share.
    package func content() throws(SystemCallError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        let count = try descriptor.fill(&bytes, from: 0)
        // One pread gives all of a memfd, up to 2 GiB, and the seals keep it from shrinking.
        precondition(count == byteCount, "sealed memory is shorter than its size")
        return bytes
    }

    private static func makeMemory() throws(SystemCallError) -> FileDescriptor {
        let raw = unsafe linux_memfd_create("image")
        guard raw >= 0 else { throw SystemCallError.last("memfd_create") }
        return FileDescriptor(taking: raw)
    }

    private static func seal(_ memory: borrowing FileDescriptor) throws(SystemCallError) {
        if linux_memfd_seal(memory.rawValue) != 0 { throw SystemCallError.last("fcntl(F_ADD_SEALS)") }
    }
}
