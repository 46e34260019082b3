internal import LinuxSupport

/// Folders of the inbox, made so that the worker can look into them and take things out of them from the first moment.
enum InboxFolders {
    /// Set-group-ID, as the inbox itself: what is in it belongs to the producers' group.
    private static let mode: UInt32 = 0o2770

    /// Opens the folder at `path`, and makes what is missing on the way, durably.
    static func open(_ path: RelativePath, below inbox: DirectoryHandle) throws(SystemCallError) -> DirectoryHandle {
        var folder = inbox
        for name in path.names {
            if try !folder.contains(name) { try make(name, in: folder) }
            folder = try folder.subdirectory(name)
        }
        return folder
    }

    /// The umask may take rights from a new folder, so it gets its rights under a hidden name, and then its own name.
    private static func make(_ name: FileName, in parent: DirectoryHandle) throws(SystemCallError) {
        let hidden = FileName(stringLiteral: ".ocrspool-\(RandomBytes.hexadecimal(8)).tmp")
        try parent.makeDirectory(hidden, mode: mode)
        do {
            try parent.setMode(hidden, mode)
            try parent.moveNoReplace(hidden, to: parent, as: name)
        } catch {
            _ = try? parent.removeDirectory(hidden)
            // Another producer was faster, and what he made serves as well.
            if !error.isTaken { throw error }
        }
        try parent.synchronize()
    }
}
