package import LinuxSupport

/// One look at everything that lies in the inbox, or in a folder of it.
package struct InboxWalk {
    /// What the walk tells of an entry.
    package enum Finding: Sendable {
        case file(RelativePath, FileStatus)
        /// The file of a folder's defaults, which is no image and no request.
        case defaults(RelativePath, FileStatus)
        /// Passed over by name; a folder is passed over with all that is in it.
        case ignored(RelativePath, IgnoreRule)
        /// A symbolic link, FIFO, socket or device, which is never opened.
        case notRegular(RelativePath)
        /// A folder that the worker may not enter.
        case unreadable(RelativePath, SystemCallError)
    }

    /// Calls `body` for every entry at or below `folder`, in no order. What comes or goes meanwhile may be missed: the
    /// watcher's events or the next walk will tell of it. Nothing is followed and no file is opened.
    /// - Throws: only if the inbox itself cannot be read.
    package static func forEach(
        in inbox: DirectoryHandle, below folder: RelativePath, rules: IgnoreRules, _ body: (Finding) -> Void
    ) throws(SystemCallError) {
        if rules.rule(for: folder) != nil || folder.depth > IgnoreRules.deepest { return }
        let top: DirectoryHandle
        do {
            top = try inbox.descendant(folder)
        } catch  where !folder.isEmpty && (error.isMissing || error.isNoDirectory) {
            return
        }
        try walk(top, folder, rules, body)
    }

    private static func walk(
        _ directory: DirectoryHandle, _ path: RelativePath, _ rules: IgnoreRules, _ body: (Finding) -> Void
    ) throws(SystemCallError) {
        try directory.forEachEntry { (name) throws(SystemCallError) in
            visit(name, of: directory, at: path.appending(name), rules, body)
        }
    }

    private static func visit(
        _ name: FileName, of directory: DirectoryHandle, at entry: RelativePath, _ rules: IgnoreRules,
        _ body: (Finding) -> Void
    ) {
        if let rule = rules.rule(forEntry: entry) { return body(.ignored(entry, rule)) }
        guard let status = try? directory.status(name) else { return }
        let isDefaults = name == SpoolLayout.folderDefaults
        switch status.kind {
        case .regular: body(isDefaults ? .defaults(entry, status) : .file(entry, status))
        case .symbolicLink, .other: body(isDefaults ? .defaults(entry, status) : .notRegular(entry))
        case .directory where isDefaults: body(.ignored(entry, .hidden))
        case .directory where entry.depth > IgnoreRules.deepest: body(.ignored(entry, .tooDeep))
        case .directory:
            do {
                try walk(try directory.subdirectory(name), entry, rules, body)
            } catch  where error.isMissing || error.isNoDirectory {
                return
            } catch {
                body(.unreadable(entry, error))
            }
        }
    }
}
