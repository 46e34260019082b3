internal import CLinux
internal import Glibc

/// An open directory; all work below it goes through its descriptor, so no path can be swapped under us.
///
/// Immutable but for the kernel's state, so it may be shared between threads. Closed when the last owner goes.
package final class DirectoryHandle: Sendable {
    /// For `poll`, `flock` and the like, and only while the handle lives.
    package let rawValue: Int32
    /// How the directory was named when it was opened, for messages; escaped for display.
    package let displayPath: String

    init(rawValue: Int32, displayPath: String) {
        self.rawValue = rawValue
        self.displayPath = displayPath
    }

    deinit {
        _ = Glibc.close(rawValue)
    }

    /// Opens the directory at `path`, relative to the process's working directory; symbolic links are followed.
    package static func open(path: String) throws(SystemCallError) -> DirectoryHandle {
        let raw = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if raw < 0 { throw SystemCallError.last("open", DisplayText.escaped(path)) }
        return DirectoryHandle(rawValue: raw, displayPath: DisplayText.escaped(path))
    }

    /// Opens the subdirectory `name`; a symbolic link is refused (`ENOTDIR` or `ELOOP`).
    package func subdirectory(_ name: FileName) throws(SystemCallError) -> DirectoryHandle {
        let raw = unsafe withName(name) { unsafe openat(rawValue, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        if raw < 0 { throw SystemCallError.last("openat", display(name)) }
        return DirectoryHandle(rawValue: raw, displayPath: displayPath + "/" + DisplayText.escaped(name.bytes))
    }

    /// Opens a directory below this one, name by name; symbolic links are refused everywhere on the way.
    package func descendant(_ path: RelativePath) throws(SystemCallError) -> DirectoryHandle {
        var directory = self
        for name in path.names { directory = try directory.subdirectory(name) }
        return directory
    }

    /// Opens a directory below this one and makes what is missing on the way; what was made is durable on return.
    package func makeDescendant(_ path: RelativePath, mode: UInt32 = 0o750) throws(SystemCallError) -> DirectoryHandle {
        var directory = self
        for name in path.names {
            if try directory.makeDirectory(name, mode: mode) { try directory.synchronize() }
            directory = try directory.subdirectory(name)
        }
        return directory
    }

    /// Makes the subdirectory `name` (mkdirat(2)).
    /// - Returns: `false` if the name is taken already, by whatever.
    @discardableResult
    package func makeDirectory(_ name: FileName, mode: UInt32 = 0o750) throws(SystemCallError) -> Bool {
        if unsafe withName(name, { unsafe mkdirat(rawValue, $0, mode) }) == 0 { return true }
        if errno == EEXIST { return false }
        throw SystemCallError.last("mkdirat", display(name))
    }

    /// Sets the permission bits of the subdirectory `name`, whatever the umask is.
    package func setMode(_ name: FileName, _ mode: UInt32) throws(SystemCallError) {
        let directory = try subdirectory(name)
        if fchmod(directory.rawValue, mode) != 0 { throw SystemCallError.last("fchmod", display(name)) }
    }

    /// Gives the entry `name` the group of `other`, as a directory with set-group-ID does for what is made in it. A
    /// process that is no member of the group leaves it as it is.
    package func giveGroup(of other: DirectoryHandle, to name: FileName) throws(SystemCallError) {
        let group = try other.status().group
        guard try status(name)?.group != group else { return }
        let result = unsafe withName(name) {
            unsafe fchownat(rawValue, $0, uid_t.max, group, AT_SYMLINK_NOFOLLOW)
        }
        if result != 0, errno != EPERM { throw SystemCallError.last("fchownat", display(name)) }
    }

    /// Opens `name` for reading without following a link, waiting for a FIFO or taking a terminal.
    package func openForReading(_ name: FileName) throws(SystemCallError) -> FileDescriptor {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let raw = unsafe withName(name) { unsafe openat(rawValue, $0, flags) }
        if raw < 0 { throw SystemCallError.last("openat", display(name)) }
        return FileDescriptor(taking: raw)
    }

    /// Makes the new file `name` and opens it for writing; `EEXIST` if there is something of that name.
    package func createFile(_ name: FileName, mode: UInt32 = 0o640) throws(SystemCallError) -> FileDescriptor {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let raw = unsafe withName(name) { unsafe openat(rawValue, $0, flags, mode) }
        if raw < 0 { throw SystemCallError.last("openat", display(name)) }
        return FileDescriptor(taking: raw)
    }

    /// Opens `name` for writing and locking, and makes it if it is missing.
    package func openLockFile(_ name: FileName) throws(SystemCallError) -> FileDescriptor {
        let raw = unsafe withName(name) {
            unsafe openat(rawValue, $0, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o640)
        }
        if raw < 0 { throw SystemCallError.last("openat", display(name)) }
        return FileDescriptor(taking: raw)
    }

    /// The content of the regular file `name`.
    /// - Throws: `EFBIG` if it holds more than `limit` bytes, `EINVAL` if it is no regular file.
    package func read(_ name: FileName, limit: Int) throws(SystemCallError) -> [UInt8] {
        let file = try openForReading(name)
        guard try file.status(display(name)).kind == .regular else {
            throw SystemCallError(call: "openat", subject: display(name), code: EINVAL)
        }
        let bytes = try file.readAll(limit: limit + 1, display(name))
        if bytes.count > limit { throw SystemCallError(call: "read", subject: display(name), code: EFBIG) }
        return bytes
    }

    /// What `name` itself is, without following a link; `nil` if there is nothing of that name.
    package func status(_ name: FileName) throws(SystemCallError) -> FileStatus? {
        var facts = stat()
        if unsafe withName(name, { unsafe fstatat(rawValue, $0, &facts, AT_SYMLINK_NOFOLLOW) }) == 0 {
            return FileStatus(facts)
        }
        if errno == ENOENT { return nil }
        throw SystemCallError.last("fstatat", display(name))
    }

    package func status() throws(SystemCallError) -> FileStatus {
        var facts = stat()
        if unsafe fstat(rawValue, &facts) != 0 { throw SystemCallError.last("fstat", displayPath) }
        return FileStatus(facts)
    }

    /// Moves `name` to `newName` in `target`, never over an existing entry (renameat2(2), RENAME_NOREPLACE).
    package func moveNoReplace(_ name: FileName, to target: DirectoryHandle, as newName: FileName)
        throws(SystemCallError)
    {
        let result = unsafe withName(name) { old in
            unsafe target.withName(newName) { new in
                unsafe linux_rename_noreplace(rawValue, old, target.rawValue, new)
            }
        }
        if result != 0 {
            throw SystemCallError.last("renameat2", "\(display(name)) -> \(target.display(newName))")
        }
    }

    /// Moves `name` over `newName` in this directory (renameat(2)), from `source` or else from here. Only for files that
    /// are the program's own.
    package func replace(
        _ newName: FileName, with name: FileName, from source: DirectoryHandle? = nil
    ) throws(SystemCallError) {
        let source = source ?? self
        let result = unsafe source.withName(name) { old in
            unsafe withName(newName) { new in unsafe renameat(source.rawValue, old, rawValue, new) }
        }
        if result != 0 { throw SystemCallError.last("renameat", "\(source.display(name)) -> \(display(newName))") }
    }

    /// Removes the name of a file.
    /// - Returns: `false` if there was none.
    @discardableResult
    package func remove(_ name: FileName) throws(SystemCallError) -> Bool {
        if unsafe withName(name, { unsafe unlinkat(rawValue, $0, 0) }) == 0 { return true }
        if errno == ENOENT { return false }
        throw SystemCallError.last("unlinkat", display(name))
    }

    /// Removes an empty directory.
    /// - Returns: `false` if there was none.
    @discardableResult
    package func removeDirectory(_ name: FileName) throws(SystemCallError) -> Bool {
        if unsafe withName(name, { unsafe unlinkat(rawValue, $0, AT_REMOVEDIR) }) == 0 { return true }
        if errno == ENOENT { return false }
        throw SystemCallError.last("unlinkat", display(name))
    }

    /// Asks whether this process may make and remove names in this directory.
    /// - Throws: `EACCES` if it may not, `EROFS` on a file system that cannot be written.
    package func requireWritable() throws(SystemCallError) {
        if unsafe faccessat(rawValue, ".", W_OK | X_OK, AT_EACCESS) != 0 {
            throw SystemCallError.last("faccessat", displayPath)
        }
    }

    /// Makes every change of names in this directory durable.
    package func synchronize() throws(SystemCallError) {
        if fsync(rawValue) != 0 { throw SystemCallError.last("fsync", displayPath) }
    }

    /// Whether `name` is there, as anything.
    package func contains(_ name: FileName) throws(SystemCallError) -> Bool {
        try status(name) != nil
    }

    package func display(_ name: FileName) -> String {
        displayPath + "/" + DisplayText.escaped(name.bytes)
    }

    fileprivate func withName<Result>(_ name: FileName, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let terminated = name.bytes.map { CChar(bitPattern: $0) } + [0]
        return unsafe terminated.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
    }
}

extension DirectoryHandle {
    /// Calls `body` for every entry but `.` and `..`, in the file system's order. Names that come or go meanwhile may
    /// or may not be seen, and a renamed one may be seen twice (readdir(3)).
    package func forEachEntry(_ body: (FileName) throws(SystemCallError) -> Void) throws(SystemCallError) {
        // A descriptor of its own: the position in a directory belongs to the open file description.
        let raw = unsafe openat(rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if raw < 0 { throw SystemCallError.last("openat", displayPath) }
        guard let stream = unsafe fdopendir(raw) else {
            let error = SystemCallError.last("fdopendir", displayPath)
            _ = Glibc.close(raw)
            throw error
        }
        defer { unsafe closedir(stream) }
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                if errno != 0 { throw SystemCallError.last("readdir", displayPath) }
                return
            }
            // `.` and `..` are no names.
            if let name = unsafe FileName(Self.nameBytes(entry)) { try body(name) }
        }
    }

    /// All entries, sorted by bytes.
    package func entries() throws(SystemCallError) -> [FileName] {
        var names: Set<FileName> = []
        try forEachEntry { names.insert($0) }
        return names.sorted()
    }

    private static func nameBytes(_ entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
            unsafe Array(buffer.prefix { $0 != 0 })
        }
    }
}
