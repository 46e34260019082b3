internal import LinuxSupport
internal import Spool

/// What a user named: something in a spool.
struct NamedPlace: Hashable {
    /// The spool's directory that it is in; `nil` if none was named.
    let directory: FileName?
    /// Below that directory; empty for the directory itself.
    let path: RelativePath
}

extension SpoolPlaces {
    /// What `argument` names: a path below the inbox, or any path, absolute or not, that leads into the spool. Symbolic
    /// links on the way to the spool, and `..`, are followed; in the spool nothing is.
    func named(_ argument: [UInt8]) throws(CommandError) -> NamedPlace {
        let bases = [Self.absolute(Array(path.utf8)), CanonicalPath.of(Array(path.utf8))].compactMap { $0 }
        for candidate in Self.spellings(of: argument) {
            let names = Self.names(of: candidate)
            for base in bases.map(Self.names(of:)) where names.count > base.count && names.starts(with: base) {
                let rest = names.dropFirst(base.count)
                guard let first = rest.first.flatMap({ FileName($0) }), SpoolLayout.directories.contains(first),
                    let path = Self.path(rest.dropFirst())
                else { continue }
                return NamedPlace(directory: first, path: path)
            }
        }
        let path = try relative(argument)
        let first = Self.names(of: argument).first.flatMap { FileName($0) }
        let isNamed = first.map { SpoolLayout.directories.contains($0) && path.names.first != $0 } ?? false
        return NamedPlace(directory: isNamed ? first : nil, path: path)
    }

    /// `argument` as an absolute path: as it stands, and with links on the way resolved.
    private static func spellings(of argument: [UInt8]) -> [[UInt8]] {
        let plain = absolute(argument)
        var parts = plain.split(separator: 0x2F)
        guard let last = parts.popLast(), let folder = CanonicalPath.of([0x2F] + Array(parts.joined(separator: [0x2F])))
        else { return [plain] }
        return [plain, folder + [0x2F] + last]
    }

    private static func path(_ parts: some Collection<[UInt8]>) -> RelativePath? {
        let names = parts.compactMap { FileName($0) }
        return names.count == parts.count ? RelativePath(names) : nil
    }
}
