// SPDX-License-Identifier: GPL-2.0-only

import CInotifyTools
import Glibc

/// Why one directory is not watched.
struct WatchRefusal: Error, Equatable {
    let errno: Int32

    /// Whether the directory has gone, or is no directory any more: a race that other events tell about.
    var isGone: Bool { [ENOENT, ENOTDIR, ELOOP].contains(errno) }

    /// Whether a limit of the kernel is the reason, so that it may pass by itself.
    var isLimit: Bool { errno == ENOSPC || errno == ENOMEM }

    /// What to say about it, without the directory's name.
    var message: String {
        switch errno {
        case ENOSPC: "the kernel grants no more watches: \(KernelLimit.watches.described)"
        default: describe(errno: errno)
        }
    }
}

/// The refusals of one walk, gathered so that a thousand directories make one record and not a thousand.
struct RefusalReport {
    private var groups: [Int32: (count: Int, first: [UInt8])] = [:]

    /// Whether one of them may pass by itself.
    var hasLimit: Bool { groups.keys.contains { WatchRefusal(errno: $0).isLimit } }

    mutating func add(_ refusal: WatchRefusal, path: [UInt8]) {
        if !refusal.isGone { groups[refusal.errno, default: (0, path)].count += 1 }
    }

    /// One sentence for each reason: how many directories are not watched, the first one's name, and the reason.
    var sentences: [[UInt8]] {
        groups.sorted { $0.key < $1.key }.map { code, group in
            let name = group.first.isEmpty ? Array("the watched directory itself".utf8) : group.first
            let reason = WatchRefusal(errno: code).message
            return Array("\(group.count) not watched, first ".utf8) + name + Array(": \(reason)".utf8)
        }
    }
}

/// The kernel's limits on inotify, each for all programs of a user together.
enum KernelLimit {
    case watches
    case instances

    /// The name for `sysctl`, and the figure now.
    var described: String {
        switch self {
        case .watches: "fs.inotify.max_user_watches is \(inotifytools_get_max_user_watches())"
        case .instances: "fs.inotify.max_user_instances is \(inotifytools_get_max_user_instances())"
        }
    }
}
