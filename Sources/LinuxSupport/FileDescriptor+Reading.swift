internal import Glibc

extension FileDescriptor {
    /// Reads once (read(2)), at most `limit` bytes; without waiting where the descriptor does not block.
    package borrowing func readAvailable(limit: Int) throws(SystemCallError) -> Pipe.Reading {
        var bytes = [UInt8](repeating: 0, count: limit)
        while true {
            let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(rawValue, $0.baseAddress, $0.count) }
            if count > 0 { return .bytes(Array(bytes[..<count])) }
            if count == 0 { return .ended }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .nothing
            default: throw SystemCallError.last("read")
            }
        }
    }

    /// Fills `buffer` from `offset` of a file, as far as one pread(2) goes; 0 at the end of the file.
    borrowing func fill(
        _ buffer: inout [UInt8], from offset: Int, _ subject: String = ""
    ) throws(SystemCallError) -> Int {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { target in
                unsafe pread(rawValue, target.baseAddress, target.count, off_t(offset))
            }
            if count >= 0 { return count }
            if errno != EINTR { throw SystemCallError.last("pread", subject) }
        }
    }

    /// Opens /dev/null for reading and writing.
    static func null() throws(SystemCallError) -> FileDescriptor {
        let raw = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        guard raw >= 0 else { throw SystemCallError.last("open", "/dev/null") }
        return FileDescriptor(taking: raw)
    }
}
