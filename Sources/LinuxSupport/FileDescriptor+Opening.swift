internal import Glibc

extension FileDescriptor {
    /// Opens the file at `path` for reading, as a user names it: relative to the working directory, symbolic links
    /// followed, any bytes but NUL. A FIFO without a writer is not waited for.
    package static func openForReading(path: [UInt8]) throws(SystemCallError) -> FileDescriptor {
        guard !path.contains(0) else {
            throw SystemCallError(call: "open", subject: DisplayText.escaped(path), code: EINVAL)
        }
        let terminated = path.map { CChar(bitPattern: $0) } + [0]
        let raw = unsafe open(terminated, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        if raw < 0 { throw SystemCallError.last("open", DisplayText.escaped(path)) }
        return FileDescriptor(taking: raw)
    }

    /// Sets the permission bits, whatever the umask was when the file was made (fchmod(2)).
    package borrowing func setMode(_ mode: UInt32, _ subject: String = "") throws(SystemCallError) {
        if fchmod(rawValue, mode) != 0 { throw SystemCallError.last("fchmod", subject) }
    }
}
