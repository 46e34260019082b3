internal import Glibc

/// A file that is being written, through a buffer of bounded size.
package struct BufferedOutput: ~Copyable {
    private let file: FileDescriptor
    private let subject: String
    private let chunk: Int
    private var buffer: [UInt8] = []

    fileprivate init(_ file: consuming FileDescriptor, _ subject: String, chunk: Int) {
        self.file = file
        self.subject = subject
        self.chunk = chunk
        buffer.reserveCapacity(chunk)
    }

    /// Writes `bytes`, now or with the next ones.
    package mutating func append(_ bytes: [UInt8]) throws(SystemCallError) {
        buffer += bytes
        if buffer.count >= chunk { try flush() }
    }

    fileprivate mutating func flush() throws(SystemCallError) {
        try file.writeAll(buffer, subject)
        buffer.removeAll(keepingCapacity: true)
    }
}

extension DirectoryHandle {
    /// As the other `replaceAtomically`, for a content that is too large to be put together first.
    /// - Parameters:
    ///   - chunk: Bytes that are kept in memory at most, and one addition more.
    ///   - body: Writes the content.
    package func replaceAtomically(
        _ name: FileName, chunk: Int, mode: UInt32 = 0o640,
        _ body: (inout BufferedOutput) throws(SystemCallError) -> Void
    ) throws(SystemCallError) {
        let temporary = try newFileName(for: name)
        _ = try remove(temporary)
        var output = BufferedOutput(try createFile(temporary, mode: mode), display(temporary), chunk: chunk)
        do {
            try body(&output)
            try output.flush()
            try replace(name, with: temporary)
        } catch {
            // A full disk is not to be filled by what nobody can read.
            _ = try? remove(temporary)
            throw error
        }
    }
}

extension [UInt8] {
    /// Where `byte` stands next, at `start` or after it (memchr(3)).
    package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < count else { return nil }
        return unsafe withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress,
                let found = unsafe memchr(base + start, Int32(byte), buffer.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}
