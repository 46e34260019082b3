internal import LinuxSupport
internal import Spool

/// The images of one folder whose outcomes are awaited.
///
/// One list of a directory serves for all of them: an outcome's name leads to the image, by taking off `.json` and the
/// id of a job. Nothing is asked of the file system for an image that has no outcome yet.
struct OutcomeFolder {
    private struct Awaited {
        let number: Int
        let requestID: String
    }

    /// Below the inbox.
    let path: RelativePath
    private var awaited: [[UInt8]: Awaited] = [:]
    /// Awaited images whose names are cut, with a part of their SHA-256, where a job's id is added: by that part.
    private var cutNames: [ArraySlice<UInt8>: [UInt8]] = [:]
    /// Outcomes that were read, or were there before, and are none of these images'.
    private var others: Set<FileIdentity> = []
    /// Whether all that was there before the first image is noted.
    var isSurveyed = false
    var outbox = DirectoryGlance()
    var deadLetter = DirectoryGlance()

    init(path: RelativePath) { self.path = path }

    var isEmpty: Bool { awaited.isEmpty }

    mutating func add(_ name: FileName, number: Int, requestID: String) {
        awaited[name.bytes] = Awaited(number: number, requestID: requestID)
        if let digest = Self.digest(ofCut: OutcomeName.withJob(name, Self.anyJob, suffix: ".json").bytes, name) {
            cutNames[digest] = name.bytes
        }
    }

    mutating func remove(_ name: FileName) { awaited[name.bytes] = nil }

    /// Takes the outcome `name` if it is an awaited image's.
    /// - Parameters:
    ///   - isTop: whether `directory` is the top of outbox or dead-letter, and this folder is not: only names with a
    ///     job's id belong here then.
    ///   - parent: of the outcome.
    /// - Returns: the image's number.
    mutating func take(
        _ name: FileName, in directory: DirectoryHandle, _ kind: Outcome.Kind, parent: RelativePath, isTop: Bool
    ) throws(SystemCallError) -> (number: Int, outcome: Outcome)? {
        guard let image = image(of: name, kind, isTop: isTop), let wanted = awaited[image] else { return nil }
        let path = parent.appending(name)
        var identity: FileIdentity?
        let isWanted: (FileStatus) -> Bool = {
            identity = FileIdentity($0)
            return true
        }
        guard let status = try Self.recordStatus(name, in: directory, kind), !others.contains(FileIdentity(status))
        else { return nil }
        let found: Outcome?
        switch kind {
        case .result: found = try Outcome.read(name, in: directory, kind, path, where: isWanted)
        case .deadLetter:
            do {
                let folder = try directory.subdirectory(name)
                found = try Outcome.read(SpoolLayout.error, in: folder, kind, path, where: isWanted)
            } catch  where error.isMissing || error.isNoDirectory {
                return nil
            }
        }
        guard let found, found.requestID == wanted.requestID else {
            // Not to be read again and again.
            if let identity { others.insert(identity) }
            return nil
        }
        awaited[image] = nil
        return (wanted.number, found)
    }

    /// Notes an outcome that was there before an image.
    mutating func exclude(_ name: FileName, in directory: DirectoryHandle, _ kind: Outcome.Kind) throws(SystemCallError)
    {
        if let status = try Self.recordStatus(name, in: directory, kind) { others.insert(FileIdentity(status)) }
    }

    private static func recordStatus(
        _ name: FileName, in directory: DirectoryHandle, _ kind: Outcome.Kind
    ) throws(SystemCallError) -> FileStatus? {
        guard kind == .deadLetter else { return try directory.status(name) }
        do {
            return try directory.subdirectory(name).status(SpoolLayout.error)
        } catch  where error.isMissing || error.isNoDirectory {
            return nil
        }
    }

    /// The awaited image whose outcome is called `name`.
    private func image(of name: FileName, _ kind: Outcome.Kind, isTop: Bool) -> [UInt8]? {
        var rest = name.bytes[...]
        if kind == .result {
            guard name.hasSuffix(".json") else { return nil }
            rest = rest.dropLast(5)
        }
        if !isTop, awaited[Array(rest)] != nil { return Array(rest) }
        // Twice where an outcome with a job's id had to go to the top.
        for _ in 1...2 {
            guard rest.count > 27, JobID(ending: rest) != nil, rest[rest.endIndex - 27] == UInt8(ascii: ".") else {
                break
            }
            rest = rest.dropLast(27)
            if awaited[Array(rest)] != nil { return Array(rest) }
            if let cut = cutNames[rest.suffix(16)], awaited[cut] != nil { return cut }
        }
        return nil
    }

    private static let anyJob = JobID(time: Timestamp(unixMilliseconds: 0), random: [UInt8](repeating: 0, count: 10))

    /// The part of the digest in `outcome`, if `name` was cut for it.
    private static func digest(ofCut outcome: [UInt8], _ name: FileName) -> ArraySlice<UInt8>? {
        outcome.starts(with: name.bytes) ? nil : outcome.dropLast(27 + 5).suffix(16)
    }
}
