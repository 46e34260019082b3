// SPDX-License-Identifier: GPL-2.0-only

import Glibc

/// Why watching ended, or cannot begin.
enum WatchError: Error, Equatable {
    /// Nobody reads the records any more. The ordinary end.
    case readerGone
    /// `inotify_init` gave no instance: EMFILE at `fs.inotify.max_user_instances`.
    case noInstance(errno: Int32)
    /// The events cannot be read.
    case eventsUnreadable(errno: Int32)
    /// `write` to standard output failed.
    case outputFailed(errno: Int32)
    /// The directory named on the command line cannot be watched at the start.
    case rootUnusable(errno: Int32)

    /// One sentence for the operator.
    var message: String {
        switch self {
        case .readerGone: "nobody reads the records any more"
        case .noInstance(EMFILE):
            "no inotify instance is left: \(KernelLimit.instances.described)"
        case .noInstance(let code): "inotify cannot be used: \(describe(errno: code))"
        case .eventsUnreadable(let code): "events cannot be read: \(describe(errno: code))"
        case .outputFailed(let code): "records cannot be written: \(describe(errno: code))"
        case .rootUnusable(let code): "the directory cannot be watched: \(describe(errno: code))"
        }
    }
}
