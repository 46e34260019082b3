package import LinuxSupport
internal import Spool

/// Reads the files `.ocrspool.json` on the way to a folder of the inbox as a worker does, for who explains them.
package enum FolderDefaultsCheck {
    package enum Answer: Hashable, Sendable {
        /// Neither the folder nor one above has any.
        case none
        /// Merged from those of these folders, the outermost first.
        case valid(of: [RelativePath])
        /// Those of `folder` are not.
        case broken(folder: RelativePath, message: String)
    }

    /// No configuration is known here: what only a worker's own limit forbids is not found.
    private static let timeoutLimit = 86_400

    /// - Throws: if a file is there and cannot be read.
    package static func check(_ folder: RelativePath, in inbox: DirectoryHandle) throws(SystemCallError) -> Answer {
        var merged: MergedDefaults?
        var sources: [RelativePath] = []
        var directory = inbox
        let names = folder.names
        var path = RelativePath([FileName]())
        for count in 0...folder.depth {
            if count > 0 {
                let name = names[count - 1]
                directory = try directory.subdirectory(name)
                path = path.appending(name)
            }
            guard let status = try directory.status(SpoolLayout.folderDefaults), status.kind != .directory else {
                continue
            }
            guard status.kind == .regular else { return .broken(folder: path, message: "It is no regular file.") }
            let file = try directory.openForReading(SpoolLayout.folderDefaults)
            let bytes = try file.readAll(limit: InboxProbe.requestLimit + 1)
            switch RequestReader.defaults(bytes, over: merged, timeoutLimit: timeoutLimit) {
            case .invalid(let message): return .broken(folder: path, message: message)
            case .valid(let defaults):
                merged = defaults
                sources.append(path)
            }
        }
        return sources.isEmpty ? .none : .valid(of: sources)
    }

    /// Whether a file that begins with `bytes` is an image, whatever it is called.
    package static func isImage(_ bytes: [UInt8]) -> Bool { RequestReader.isImage(bytes) }
}
