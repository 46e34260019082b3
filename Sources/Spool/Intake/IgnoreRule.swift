package import LinuxSupport

/// Why an entry of the inbox is passed over by its name alone. The raw value is what users see.
package enum IgnoreRule: String, CaseIterable, Sendable {
    case hidden = "hidden name"
    case temporaryName = "name of a temporary file"
    case serviceFolder = "folder of a file server's own"
    case desktopFile = "file of a desktop's own"
    case tooDeep = "more than 8 folders deep"

    /// Folders below the inbox that are looked into.
    package static let deepest = 8

    /// The rule that holds for `name`, or `nil` if it is to be looked at.
    package static func rule(for name: FileName) -> IgnoreRule? {
        if name.isHidden { return .hidden }
        let lower = name.string.lowercased()
        if lower == "@eadir" { return .serviceFolder }
        if lower == "thumbs.db" || lower == "desktop.ini" { return .desktopFile }
        if lower.hasPrefix("~$") || lower.hasSuffix("~") { return .temporaryName }
        let endings = [".tmp", ".part", ".partial", ".filepart", ".crdownload"]
        return endings.contains(where: lower.hasSuffix) ? .temporaryName : nil
    }

    /// The rule that holds for `path`, by the first of its names that has one.
    package static func rule(for path: RelativePath) -> IgnoreRule? {
        if path.depth > deepest + 1 { return .tooDeep }
        return path.names.lazy.compactMap { rule(for: $0) }.first
    }
}
