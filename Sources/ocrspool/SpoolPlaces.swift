internal import LinuxSupport
internal import Spool

/// The directories of a spool that producers and consumers see. Unlike `Spool` it opens each when it is needed, for a
/// producer may have no right to the others.
struct SpoolPlaces {
    /// As the user named it.
    let path: String
    let root: DirectoryHandle

    /// Opens the spool that `--spool` or the environment names.
    init(_ arguments: ParsedArguments) throws(CommandError) {
        guard let path = try Self.path(arguments) else {
            throw .usage("--spool DIR is needed, or $OCRSPOOL_SPOOL")
        }
        do throws(SystemCallError) {
            root = try DirectoryHandle.open(path: path)
        } catch {
            throw CommandError(SpoolError.unreachable(path: DisplayText.escaped(path), error))
        }
        self.path = path
        for name in SpoolLayout.directories {
            let isThere = try calling { () throws(SystemCallError) in try root.contains(name) }
            if !isThere {
                throw CommandError(SpoolError.incomplete(path: DisplayText.escaped(path), missing: name.string))
            }
        }
    }

    /// The spool's directory as it was named; `nil` if it was not.
    static func path(_ arguments: ParsedArguments) throws(CommandError) -> String? {
        if let given = try arguments.text(.spool) {
            if given.isEmpty { throw .usage("--spool must not be empty") }
            return given
        }
        return ThisProcess.environment["OCRSPOOL_SPOOL"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// All of the spool, for commands of the operator.
    static func wholeSpool(_ arguments: ParsedArguments) throws(CommandError) -> Spool {
        guard let path = try path(arguments) else { throw .usage("--spool DIR is needed, or $OCRSPOOL_SPOOL") }
        do throws(SpoolError) { return try Spool(path: path) } catch { throw CommandError(error) }
    }

    /// Refuses root where the spool is another's: the worker could not read what root leaves in `state`.
    static func refuseForeignRoot(_ spool: Spool) throws(CommandError) {
        let owner = try calling { () throws(SystemCallError) in try spool.state.status().owner }
        guard ThisProcess.isRoot, owner != ThisProcess.userID else { return }
        throw CommandError(
            .unavailable, "the spool belongs to user \(owner); do this as that user: sudo -u '#\(owner)' ocrspool …")
    }

    /// Opens one of the spool's directories.
    func open(_ name: FileName) throws(CommandError) -> DirectoryHandle {
        do throws(SystemCallError) {
            return try root.subdirectory(name)
        } catch {
            throw CommandError(SpoolError.unusable(path: "\(DisplayText.escaped(path))/\(name.string)", error))
        }
    }

    /// `path` below the directory `name`, as bytes that other programs can open.
    func absolute(_ name: FileName, _ path: RelativePath) -> [UInt8] {
        let base = self.path.hasSuffix("/") ? String(self.path.dropLast()) : self.path
        return Array("\(base)/\(name.string)/".utf8) + path.bytes
    }

    /// A name that the user gave, as a path below inbox, outbox and the like: what leads to the spool, and the
    /// directory's own name, are left out if they are there.
    func relative(_ argument: [UInt8]) throws(CommandError) -> RelativePath {
        let names = Self.names(of: Self.absolute(argument))
        let base = Self.names(of: Self.absolute(Array(path.utf8)))
        var rest =
            names.starts(with: base) && names.count > base.count
            ? names.dropFirst(base.count) : Self.names(of: argument)[...]
        let directories = SpoolLayout.directories.map(\.bytes)
        if rest.count > 1, let first = rest.first, directories.contains(first) { rest = rest.dropFirst() }
        let parts = rest.compactMap { FileName($0) }
        guard !parts.isEmpty, parts.count == rest.count else {
            throw .usage(
                "\(DisplayText.escaped(argument)) is no name in the spool; give it as below inbox, e.g. a/scan.png")
        }
        return RelativePath(parts)
    }

    /// The parts of a path, without empty ones and `.`.
    static func names(of path: [UInt8]) -> [[UInt8]] {
        path.split(separator: 0x2F).map(Array.init).filter { $0 != [0x2E] }
    }

    static func absolute(_ path: [UInt8]) -> [UInt8] {
        path.first == 0x2F ? path : (ThisProcess.workingDirectory ?? []) + [0x2F] + path
    }
}
