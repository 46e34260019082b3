package import LinuxSupport

/// A folder that was moved into the inbox as a whole, and which of the files in it came with it.
///
/// The rename sets the folder's ctime, and no ctime below it. A file that was made or written later has a later ctime,
/// which no program can set. So what is older than the rename was complete when it was moved, as any file is that is
/// renamed into the inbox, unless a writer still has it open.
package struct MovedFolder: Hashable, Sendable {
    private let movedAt: Int64

    /// - Parameter status: Of the folder, now. `nil` if names in it were made or removed last: its ctime is then not that
    ///   of the rename, and nothing can be said.
    package init?(_ status: FileStatus) {
        guard status.kind == .directory, status.modified < status.changed else { return nil }
        movedAt = status.changed
    }

    /// Whether the file of this status came with the folder. One of the same tick of the file system's clock may have been
    /// made after the move, and is held to be so.
    package func brought(_ file: FileStatus) -> Bool {
        file.changed < movedAt
    }
}
