internal import Glibc

/// A system call that failed: which call, on what, and why.
package struct SystemCallError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call's name as in its manual page, e.g. `renameat2`.
    package let call: String
    /// What it was applied to, escaped for display; empty where there is no path.
    package let subject: String
    package let code: Int32

    package init(call: String, subject: String = "", code: Int32) {
        self.call = call
        self.subject = subject
        self.code = code
    }

    /// The error of a call that has just failed in this thread.
    package static func last(_ call: String, _ subject: String = "") -> SystemCallError {
        SystemCallError(call: call, subject: subject, code: errno)
    }

    package var reason: String { unsafe String(cString: strerror(code)) }

    package var description: String {
        subject.isEmpty ? "\(call): \(reason)" : "\(call) \(subject): \(reason)"
    }

    package var isMissing: Bool { code == ENOENT }
    /// As of a write on a full disk, for a caller that will not let it come to that.
    package static let noSpaceLeft = SystemCallError(call: "fstatvfs", subject: "free space", code: ENOSPC)

    package var isOtherMount: Bool { code == EXDEV }
    /// Whether a directory on the way is something else, or a symbolic link that was not followed.
    package var isNoDirectory: Bool { code == ENOTDIR || code == ELOOP }
    package var isAccessDenied: Bool { code == EACCES || code == EPERM }
    package var isTaken: Bool { code == EEXIST || code == ENOTEMPTY }

    /// Whether the fault is the machine's, not the file's: the same call on any other file would fail too.
    /// Of `EACCES`, `EPERM` and `EXDEV` that cannot be said: they may be the rights of one folder, or a mount there.
    package var isEnvironmental: Bool {
        switch code {
        case ENOSPC, EDQUOT, EROFS, EIO, EMFILE, ENFILE, ENOMEM, EAGAIN, ESTALE, ETIMEDOUT:
            true
        default: false
        }
    }

    /// Whether a file holds more than it was to be read of.
    package var isTooLarge: Bool { code == EFBIG }
    /// Whether the process or the machine has run out of descriptors or memory.
    package var isShortage: Bool { code == EMFILE || code == ENFILE || code == ENOMEM }
    package var isFull: Bool { code == ENOSPC || code == EDQUOT }
}
