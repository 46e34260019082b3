internal import LinuxSupport
internal import Spool

/// An image that was put into the inbox.
struct Ticket {
    /// Below the inbox; as bytes, for there may be a hundred thousand tickets.
    private let pathBytes: [UInt8]
    let requestID: String

    init(path: RelativePath, requestID: String) {
        pathBytes = path.bytes
        self.requestID = requestID
    }

    var path: RelativePath { RelativePath(pathBytes) ?? RelativePath([]) }
}

/// A file, whatever it is called.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let inode: UInt64
    private let changed: Int64

    init(_ status: FileStatus) {
        device = status.device
        inode = status.inode
        changed = status.changed
    }
}
