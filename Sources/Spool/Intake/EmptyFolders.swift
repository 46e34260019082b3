package import LinuxSupport

/// The empty folders of an inbox, and their removal.
package enum EmptyFolders {
    /// A folder that was changed less than so long ago is left alone: its producer may be about to fill it.
    package static let age: Duration = .seconds(3600)

    /// Removes the folders below `inbox` that hold nothing, not even ignored files, and have not changed for `age`, the
    /// deepest first. A folder that held only such folders goes with them.
    ///
    /// Only rmdir(2) is used, so nothing can be lost to a producer that comes at the same moment. Folders that are passed
    /// over are content, and not looked into; so are mounts, and folders that cannot be read or removed.
    /// - Parameters:
    ///   - now: the time by which ages are reckoned.
    ///   - removed: is told of each.
    package static func remove(
        from inbox: DirectoryHandle, rules: IgnoreRules, at now: Timestamp, _ removed: (RelativePath) -> Void
    ) {
        let limit = (now.unixMilliseconds - age.components.seconds * 1000) * 1_000_000
        guard let device = try? inbox.status().device else { return }
        removeFolders(Place(directory: inbox, path: RelativePath([]), device: device, limit: limit), rules, removed)
    }

    private struct Place {
        let directory: DirectoryHandle
        let path: RelativePath
        /// Of the inbox.
        let device: UInt64
        /// Nanoseconds since 1970; what changed later stays.
        let limit: Int64
    }

    private static func removeFolders(_ place: Place, _ rules: IgnoreRules, _ removed: (RelativePath) -> Void) {
        for name in (try? place.directory.entries()) ?? [] {
            let path = place.path.appending(name)
            guard path.names.count <= IgnoreRules.deepest, rules.rule(forEntry: path) == nil,
                // Looked at before what is in it goes, which would change its times.
                let status = try? place.directory.status(name), status.kind == .directory,
                status.device == place.device, let folder = try? place.directory.subdirectory(name)
            else { continue }
            removeFolders(
                Place(directory: folder, path: path, device: place.device, limit: place.limit), rules, removed)
            guard status.modified < place.limit, status.changed < place.limit else { continue }
            if (try? place.directory.removeDirectory(name)) == true { removed(path) }
        }
    }
}
