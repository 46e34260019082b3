internal import LinuxSupport
internal import Spool

/// What an image can be called in the inbox.
enum InboxName {
    /// Bytes that a name may have, so that its request has room for `.json`.
    static let longest = OutcomeName.longest - ".json".utf8.count

    /// Reads a path as the user wrote it.
    /// - Throws: a usage error if it is none.
    static func path(_ name: [UInt8]) throws(CommandError) -> RelativePath {
        guard let path = RelativePath(name), !path.isEmpty else {
            throw .usage(
                "\"\(DisplayText.escaped(name))\" cannot be a name in the inbox; it has no empty part, . or ..")
        }
        return path
    }

    /// Why no worker would take an image at `path`, or its request would have no name; `nil` if all is well.
    static func fault(of path: RelativePath) -> String? {
        if let rule = IgnoreRules.builtIn.rule(for: path) {
            return "\(path.display) would be ignored in the inbox (\(rule)); give another name with --as"
        }
        if path.name == SpoolLayout.folderDefaults {
            return "\(path.display) would be the defaults of its folder; give another name with --as"
        }
        guard let name = path.name, name.bytes.count <= longest else {
            return "\(path.display) is too long a name; give another with --as, of at most \(longest) bytes"
        }
        return nil
    }

    /// The last name of a path in the user's file system; empty for `/`.
    static func last(of path: [UInt8]) -> [UInt8] {
        path.split(separator: 0x2F).last.map(Array.init) ?? []
    }
}
