internal import CLinux
internal import Glibc

extension FileDescriptor {
    /// Whether a process has the file open for writing; `nil` where that cannot be known, as for files of other users.
    ///
    /// Takes a read lease and gives it back (fcntl(2), F_SETLEASE). A writer that opens the file in that instant makes
    /// the kernel send SIGIO, which the program must therefore ignore.
    package borrowing func isOpenForWriting() -> Bool? {
        switch linux_is_open_for_writing(rawValue) {
        case 0: false
        case 1: true
        default: nil
        }
    }
}

/// What is left on a file system for an unprivileged user.
package struct FreeSpace: Hashable, Sendable {
    package let bytes: UInt64
    /// `UInt64.max` where the file system has no fixed number.
    package let inodes: UInt64
}

/// File systems on which the kernel does not tell of other machines' changes.
package enum RemoteFileSystem: String, CaseIterable, Sendable {
    case nfs = "NFS"
    case smb = "SMB"
    case fuse = "FUSE"
    case plan9 = "9P"
    case ceph = "Ceph"
    case afs = "AFS"
    case vboxsf = "VirtualBox shared folder"

    /// statfs(2), f_type; `nil` for local ones and for those that are not known here.
    package init?(magic: Int64) {
        switch magic {
        case 0x6969: self = .nfs
        case 0x517B, 0xFF53_4D42, 0xFE53_4D42: self = .smb
        case 0x6573_5546: self = .fuse
        case 0x0102_1997: self = .plan9
        case 0x00C3_6400: self = .ceph
        case 0x5346_414F, 0x6B41_4653: self = .afs
        case 0x786F_4256: self = .vboxsf
        default: return nil
        }
    }
}

extension DirectoryHandle {
    package func freeSpace() throws(SystemCallError) -> FreeSpace {
        var bytes: UInt64 = 0
        var inodes: UInt64 = 0
        if unsafe linux_free_space(rawValue, &bytes, &inodes) != 0 {
            throw SystemCallError.last("fstatvfs", displayPath)
        }
        return FreeSpace(bytes: bytes, inodes: inodes)
    }

    /// The kind of remote file system that the directory lies on; `nil` on a local one.
    package func remoteFileSystem() throws(SystemCallError) -> RemoteFileSystem? {
        let magic = linux_filesystem_type(rawValue)
        if magic < 0 { throw SystemCallError.last("fstatfs", displayPath) }
        return RemoteFileSystem(magic: magic & 0xFFFF_FFFF)
    }
}
