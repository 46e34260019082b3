internal import LinuxSupport

/// What `moveOnce` found.
enum MoveOutcome: Hashable, Sendable {
    /// The file has its new name, and only that.
    case moved
    /// There was nothing of the old name: moved in a former life, or never there.
    case missing
    /// The new name is another file's.
    case taken
}

extension DirectoryHandle {
    /// Moves `name` to `newName` in `target`, never over another file; to be repeated after a crash.
    ///
    /// Where a power cut tore a rename, so that both names lead to the same file, the old one is removed.
    /// - Throws: `ENOENT` only if `target` itself was removed; `name` is then still there.
    func moveOnce(_ name: FileName, to target: DirectoryHandle, as newName: FileName) throws(SystemCallError)
        -> MoveOutcome
    {
        do {
            try moveNoReplace(name, to: target, as: newName)
            return .moved
        } catch  where error.isMissing {
            if try contains(name) { throw error }
            return .missing
        } catch  where error.isTaken {
            guard let own = try status(name) else { return .missing }
            guard own.kind == .regular, let other = try target.status(newName), own.isSameFile(as: other) else {
                return .taken
            }
            try remove(name)
            return .moved
        }
    }
}
