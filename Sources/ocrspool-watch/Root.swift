// SPDX-License-Identifier: GPL-2.0-only

import Glibc

/// The directory named on the command line, and which one it is on the disk.
struct Root {
    /// As it was named.
    let path: [UInt8]
    private var device: dev_t = 0
    private var inode: ino_t = 0

    init(path: [UInt8]) { self.path = path }

    /// Whether a directory stands there now.
    var exists: Bool { status != nil }

    /// Whether the directory that was remembered still stands there. Deletion and renaming of the root itself are
    /// events; that a directory above it was renamed, or that a deleted root is still held open, shows only here.
    var isRemembered: Bool { status.map { $0.st_dev == device && $0.st_ino == inode } ?? false }

    /// Remembers the directory that stands there now. To be called when it is watched already: what replaces it
    /// later is then an event.
    mutating func remember() {
        guard let status else { return }
        device = status.st_dev
        inode = status.st_ino
    }

    /// The path of `relative`, a path below the root. The root's own ends in a dot, so that it is followed when it is
    /// a link, even where links are not.
    func path(of relative: [UInt8]) -> [UInt8] {
        path + [UInt8(ascii: "/")] + (relative.isEmpty ? [UInt8(ascii: ".")] : relative)
    }

    private var status: stat? {
        var status = stat()
        guard unsafe stat(path.cString, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        return status
    }
}
