internal import Glibc

/// An exclusive lock on a whole file (flock(2)), held until the owner goes, and by the kernel's doing until the
/// process goes. `flock` and not `fcntl`: classic locks are lost when any descriptor of the file is closed.
package final class FileLock: Sendable {
    private let file: FileDescriptor

    private init(file: consuming FileDescriptor) {
        self.file = file
    }

    /// Locks `name` in `directory`, which is made if it is missing.
    /// - Returns: `nil` if another process holds it, or if the name led to another file once the lock was ours.
    package static func acquire(_ name: FileName, in directory: DirectoryHandle) throws(SystemCallError) -> FileLock? {
        let file = try directory.openLockFile(name)
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            if errno == EWOULDBLOCK { return nil }
            throw SystemCallError.last("flock", directory.display(name))
        }
        // Somebody may have removed the name between our open and our lock.
        guard let named = try directory.status(name), try named.isSameFile(as: file.status()) else { return nil }
        return FileLock(file: file)
    }

    /// Waits for the lock on `name` in `directory`.
    package static func wait(_ name: FileName, in directory: DirectoryHandle) throws(SystemCallError) -> FileLock {
        let file = try directory.openLockFile(name)
        while flock(file.rawValue, LOCK_EX) != 0 {
            if errno != EINTR { throw SystemCallError.last("flock", directory.display(name)) }
        }
        return FileLock(file: file)
    }

    /// Whether somebody holds the lock on `name` in `directory`; `false` if there is no such file, and none is made.
    ///
    /// Takes a shared lock for a moment where nobody holds one, so a worker that wants the lock just then may be told
    /// that it is taken.
    package static func isHeld(_ name: FileName, in directory: DirectoryHandle) throws(SystemCallError) -> Bool {
        let file: FileDescriptor
        do { file = try directory.openForReading(name) } catch  where error.isMissing { return false }
        if flock(file.rawValue, LOCK_SH | LOCK_NB) == 0 { return false }
        if errno == EWOULDBLOCK { return true }
        throw SystemCallError.last("flock", directory.display(name))
    }
}
