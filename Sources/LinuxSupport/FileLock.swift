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
}
