internal import Glibc

extension DirectoryHandle {
    /// The directory that `file` has open, through a descriptor of its own.
    /// - Parameter shown: How the user named it.
    /// - Throws: `ENOTDIR` if it is no directory, `EACCES` if it may not be entered.
    package static func open(
        _ file: borrowing FileDescriptor, shown: [UInt8]
    ) throws(SystemCallError) -> DirectoryHandle {
        let raw = unsafe openat(file.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if raw < 0 { throw SystemCallError.last("openat", DisplayText.escaped(shown)) }
        return DirectoryHandle(rawValue: raw, displayPath: DisplayText.escaped(shown))
    }
}
