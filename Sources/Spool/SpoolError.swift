package import LinuxSupport

/// Why a directory cannot be used as a spool. The description says what to do.
package enum SpoolError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no directory of this path, or it cannot be opened.
    case unreachable(path: String, SystemCallError)
    /// A directory of the spool is missing.
    case incomplete(path: String, missing: String)
    /// A directory of the spool lies on another mount than the rest.
    case otherMount(path: String)
    /// Files cannot be made in, or moved to, this directory.
    case unusable(path: String, SystemCallError)
    /// `init` found something that is not a spool.
    case occupied(path: String, entry: String)
    case system(SystemCallError)

    package var description: String {
        switch self {
        case .unreachable(let path, let error) where !error.isMissing:
            "The spool \(path) cannot be opened by this user (\(error.reason))"
        case .unreachable(let path, let error):
            "The spool \(path) cannot be opened (\(error.reason)); make it with: ocrspool init \(path)"
        case .incomplete(let path, let missing):
            "\(path) is no spool: \(missing)/ is missing; make it with: ocrspool init \(path)"
        case .otherMount(let path):
            "\(path) lies on another mount than the spool; inbox, working, outbox, dead-letter, archive and state must "
                + "be on one file system, reached through one mount, because jobs move between them by rename"
        case .unusable(let path, let error):
            "\(path) cannot be used by this user: \(error)"
        case .occupied(let path, let entry):
            "\(path) is no empty directory and no spool: it holds \(entry); choose another directory"
        case .system(let error):
            error.description
        }
    }
}
