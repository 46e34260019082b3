internal import Glibc
internal import LinuxSupport

/// Keeps those who submit into one inbox from changing its pairs at the same moment: a lock (flock(2)) on the inbox's
/// directory itself, which leaves no file behind and ends with its holder, however that ends. It is held for a few
/// renames, never while anything is copied or flushed.
enum InboxLock {
    /// Does `body` with the lock held.
    /// - Parameter isNeeded: whether to fail where the file system has no such locks, as NFS for directories; without
    ///   the lock a pair can be put into place all the same, but none be replaced.
    static func holding<Value>(
        _ inbox: DirectoryHandle, isNeeded: Bool, _ body: () throws(SystemCallError) -> Value
    ) throws(SystemCallError) -> Value {
        while flock(inbox.rawValue, LOCK_EX) != 0 {
            if errno == EINTR { continue }
            if isNeeded { throw SystemCallError.last("flock", inbox.displayPath) }
            return try body()
        }
        defer { flock(inbox.rawValue, LOCK_UN) }
        return try body()
    }
}
