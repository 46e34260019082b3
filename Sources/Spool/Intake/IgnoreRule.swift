package import LinuxSupport

/// Why an entry of the inbox is passed over by its name or path alone. The description is what users see.
package enum IgnoreRule: Hashable, Sendable, CustomStringConvertible {
    case hidden
    case temporaryName
    case serviceFolder
    case desktopFile
    case tooDeep
    /// A glob of the configuration.
    case pattern(Glob)

    package var description: String {
        switch self {
        case .hidden: "hidden name"
        case .temporaryName: "name of a temporary file"
        case .serviceFolder: "folder of a file server's own"
        case .desktopFile: "file of a desktop's own"
        case .tooDeep: "more than 8 folders deep"
        case .pattern(let glob): "matches the ignore pattern \"\(DisplayText.escaped(glob.pattern))\""
        }
    }

    /// The built-in rule that holds for `name`, or `nil` if it is to be looked at. Capitals of ASCII make no difference.
    package static func rule(for name: FileName) -> IgnoreRule? {
        if name == SpoolLayout.folderDefaults { return nil }
        if name.isHidden { return .hidden }
        let lower = name.bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        if lower.elementsEqual("@eadir".utf8) { return .serviceFolder }
        if lower.elementsEqual("thumbs.db".utf8) || lower.elementsEqual("desktop.ini".utf8) { return .desktopFile }
        if lower.starts(with: "~$".utf8) || lower.last == UInt8(ascii: "~") { return .temporaryName }
        return temporaryEndings.contains { lower.suffix($0.count) == $0[...] } ? .temporaryName : nil
    }

    private static let temporaryEndings = [".tmp", ".part", ".partial", ".filepart", ".crdownload"].map {
        Array($0.utf8)
    }
}

/// All rules by which a worker passes things over: the built-in ones, and the globs of its configuration.
package struct IgnoreRules: Hashable, Sendable {
    /// The rules that hold whatever the configuration says.
    package static let builtIn = IgnoreRules(globs: [])
    /// Folders below the inbox that are looked into.
    package static let deepest = 8

    private let globs: [Glob]

    /// - Parameter globs: As `Glob` reads them. A folder that one matches is passed over with all that is in it. None
    ///   matches a folder's defaults, which are no job.
    package init(globs: [String]) {
        self.globs = globs.map(Glob.init)
    }

    /// The rule that holds for the entry at `path`, of a folder that is looked into itself.
    package func rule(forEntry path: RelativePath) -> IgnoreRule? {
        guard let name = path.name, name != SpoolLayout.folderDefaults else { return nil }
        if let rule = IgnoreRule.rule(for: name) { return rule }
        return globs.first { $0.matches(path) }.map(IgnoreRule.pattern)
    }

    /// The first on the way to `path`, itself included, that is passed over, and why; `nil` if `path` is looked at.
    package func match(_ path: RelativePath) -> (path: RelativePath, rule: IgnoreRule)? {
        for count in path.names.indices.map({ $0 + 1 }) {
            let entry = RelativePath(Array(path.names.prefix(count)))
            if let rule = rule(forEntry: entry) { return (entry, rule) }
            if count > Self.deepest, path.depth > count { return (entry, .tooDeep) }
        }
        return nil
    }

    /// The rule for which `path` is passed over.
    package func rule(for path: RelativePath) -> IgnoreRule? { match(path)?.rule }
}
