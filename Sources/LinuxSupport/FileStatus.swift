package import Glibc

/// What the kernel says of a file (stat(2)), reduced to what a spool asks.
package struct FileStatus: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case regular, directory, symbolicLink, other }

    package let device: UInt64
    package let inode: UInt64
    /// Bytes.
    package let size: Int64
    /// Nanoseconds since 1970.
    package let modified: Int64
    /// Nanoseconds since 1970; moves with every change of content, mode, owner, links or name.
    package let changed: Int64
    package let owner: UInt32
    package let group: UInt32
    private let rawLinks: UInt32
    private let rawMode: UInt16
    package let kind: Kind

    package var links: UInt64 { UInt64(rawLinks) }
    /// Permission bits, 0…0o7777.
    package var mode: UInt32 { UInt32(rawMode) }

    package init(_ facts: stat) {
        switch facts.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .directory
        case S_IFLNK: kind = .symbolicLink
        default: kind = .other
        }
        device = UInt64(facts.st_dev)
        inode = UInt64(facts.st_ino)
        size = Int64(facts.st_size)
        modified = Self.nanoseconds(facts.st_mtim)
        changed = Self.nanoseconds(facts.st_ctim)
        rawLinks = UInt32(clamping: facts.st_nlink)
        owner = facts.st_uid
        group = facts.st_gid
        rawMode = UInt16(facts.st_mode & 0o7777)
    }

    /// Whether `other` is the same file, by device and inode.
    package func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode
    }

    /// Whether `other` is the same file with the same bytes, as far as size and modification time can tell.
    package func hasSameContent(as other: FileStatus) -> Bool {
        isSameFile(as: other) && size == other.size && modified == other.modified
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
