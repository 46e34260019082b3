package import LinuxSupport

/// The directories of one spool.
///
/// The root is held open, which pins the tree: a rename of it does not move the worker's work elsewhere. What is in it
/// is opened anew for each use, because users move a full `outbox` away and put another in its place: what went on into
/// the old one would be lost to them.
package final class Spool: Sendable {
    /// As it was named when opened.
    package let path: String
    package let root: DirectoryHandle

    /// Opens the spool at `path`. Nothing is made but `state/tmp`.
    package init(path: String) throws(SpoolError) {
        self.path = path
        do { root = try DirectoryHandle.open(path: path) } catch { throw .unreachable(path: path, error) }
        for name in SpoolLayout.directories { _ = try openForUse(name) }
        do { _ = try temporary } catch { throw .unusable(path: path + "/state", error) }
    }

    /// The directories as they are now. All throw `ENOENT` while there is none of the name.
    package var working: DirectoryHandle {
        get throws(SystemCallError) { try root.subdirectory(SpoolLayout.working) }
    }
    package var outbox: DirectoryHandle {
        get throws(SystemCallError) { try root.subdirectory(SpoolLayout.outbox) }
    }
    package var deadLetter: DirectoryHandle {
        get throws(SystemCallError) { try root.subdirectory(SpoolLayout.deadLetter) }
    }
    package var archive: DirectoryHandle {
        get throws(SystemCallError) { try root.subdirectory(SpoolLayout.archive) }
    }
    package var state: DirectoryHandle {
        get throws(SystemCallError) { try root.subdirectory(SpoolLayout.state) }
    }
    /// `state/tmp`, which is made where it is missing.
    package var temporary: DirectoryHandle {
        get throws(SystemCallError) {
            let state = try state
            do throws(SystemCallError) {
                return try state.subdirectory(SpoolLayout.temporary)
            } catch {
                guard error.isMissing else { throw error }
                return try state.makeDescendant(RelativePath([SpoolLayout.temporary]), mode: 0o700)
            }
        }
    }

    /// A directory of the spool, or in the words of a user what is the matter with it.
    func openForUse(_ name: FileName) throws(SpoolError) -> DirectoryHandle {
        do { return try root.subdirectory(name) } catch {
            if error.isMissing { throw .incomplete(path: path, missing: name.string) }
            throw .unusable(path: path + "/" + name.string, error)
        }
    }

    /// The inbox as it is now.
    package func inbox() throws(SystemCallError) -> DirectoryHandle {
        try root.subdirectory(SpoolLayout.inbox)
    }

    /// For a program that is started in another working directory.
    package var inboxPath: String { path + "/" + SpoolLayout.inbox.string }

    /// Makes a spool at `path`, whose parent exists; what is there of one already is left as it is.
    ///
    /// Modes: producers of the directory's group can write `inbox` (and files in it inherit the group) and nothing
    /// else; `outbox` and `dead-letter` can be read by the group; `working` and `state` are the worker's alone.
    package static func create(path: String) throws(SpoolError) {
        do {
            let root = try makeRoot(path)
            let known = Set(SpoolLayout.directories)
            for entry in try root.entries() where !known.contains(entry) && entry != "README.md" && !entry.isHidden {
                throw SpoolError.occupied(path: path, entry: entry.string)
            }
            for name in SpoolLayout.directories where try root.makeDirectory(name, mode: 0o700) {
                try root.setMode(name, mode(of: name))
            }
            let state = try root.subdirectory(SpoolLayout.state)
            try state.makeDirectory(SpoolLayout.temporary, mode: 0o700)
            try state.synchronize()
            try root.synchronize()
        } catch let error as SystemCallError {
            throw .unusable(path: path, error)
        } catch let error as SpoolError {
            throw error
        } catch {
            preconditionFailure("only typed errors are thrown here: \(error)")
        }
    }

    private static func makeRoot(_ path: String) throws(SystemCallError) -> DirectoryHandle {
        do {
            return try DirectoryHandle.open(path: path)
        } catch  where error.isMissing {
            var bytes = Array(path.utf8)
            while bytes.last == 0x2F { bytes.removeLast() }
            let start = bytes.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0
            guard let last = FileName(Array(bytes[start...])) else { throw error }
            let above = String(decoding: bytes[..<start], as: UTF8.self)
            let parent = try DirectoryHandle.open(path: above.isEmpty ? "." : above)
            try parent.makeDirectory(last, mode: 0o750)
            try parent.synchronize()
            return try parent.subdirectory(last)
        }
    }

    private static func mode(of name: FileName) -> UInt32 {
        switch name {
        // Set-group-ID: files get the directory's group. No sticky bit: the worker must move what others own.
        case SpoolLayout.inbox: 0o2770
        case SpoolLayout.outbox, SpoolLayout.deadLetter: 0o2750
        case SpoolLayout.archive: 0o750
        default: 0o700
        }
    }
}
