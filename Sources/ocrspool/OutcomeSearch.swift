internal import LinuxSupport
internal import Spool
internal import StrictJSON

/// Looks for what became of an image of a certain name: a job's outcome has the image's name, or that name and the
/// job's id.
struct OutcomeSearch {
    let outbox: DirectoryHandle
    let deadLetter: DirectoryHandle
    /// Of the image, below the inbox.
    let path: RelativePath

    /// All outcomes that are there and that `isWanted`, which gets the file's identity so that one need not be read
    /// again and again.
    func outcomes(where isWanted: (FileStatus) -> Bool = { _ in true }) throws(SystemCallError) -> [Outcome] {
        try results(isWanted) + deadLetters(isWanted)
    }

    private func results(_ isWanted: (FileStatus) -> Bool) throws(SystemCallError) -> [Outcome] {
        var found: [Outcome] = []
        for (directory, parent) in try places(below: outbox) {
            for name in try names(in: directory, isTop: parent.isEmpty, suffix: ".json") {
                guard
                    let outcome = try Outcome.read(
                        name, in: directory, .result, parent.appending(name), where: isWanted)
                else {
                    continue
                }
                found.append(outcome)
            }
        }
        return found
    }

    private func deadLetters(_ isWanted: (FileStatus) -> Bool) throws(SystemCallError) -> [Outcome] {
        var found: [Outcome] = []
        for (directory, parent) in try places(below: deadLetter) {
            for name in try names(in: directory, isTop: parent.isEmpty, suffix: "") {
                do {
                    let folder = try directory.subdirectory(name)
                    let path = parent.appending(name)
                    guard
                        let outcome = try Outcome.read(
                            SpoolLayout.error, in: folder, .deadLetter, path, where: isWanted)
                    else {
                        continue
                    }
                    found.append(outcome)
                } catch  where error.isMissing || error.isNoDirectory {
                    continue
                }
            }
        }
        return found
    }

    /// The folder that the image's outcome goes to, and the top, to which it goes where there can be no such folder.
    private func places(
        below top: DirectoryHandle
    ) throws(SystemCallError) -> [(DirectoryHandle, RelativePath)] {
        if path.parent.isEmpty { return [(top, path.parent)] }
        do {
            return [(try top.descendant(path.parent), path.parent), (top, RelativePath([]))]
        } catch  where error.isMissing || error.isNoDirectory {
            return [(top, RelativePath([]))]
        }
    }

    private func names(
        in directory: DirectoryHandle, isTop: Bool, suffix: String
    ) throws(SystemCallError) -> [FileName] {
        guard let image = path.name else { return [] }
        let plain = OutcomeName.plain(image, suffix: suffix)
        return try directory.entries().filter { name in
            // Of a folder's image only a name with a job's id can lie at the top.
            if name == plain { return !isTop || path.parent.isEmpty }
            return Self.isName(name, of: image, suffix: suffix)
        }
    }

    /// Whether `name` is the one that some job of `image` gives its outcome, beside others or at the top.
    private static func isName(_ name: FileName, of image: FileName, suffix: String) -> Bool {
        guard suffix.isEmpty || name.hasSuffix(suffix), let job = JobID(ending: name.bytes.dropLast(suffix.utf8.count))
        else { return false }
        if name == OutcomeName.withJob(image, job, suffix: suffix) { return true }
        // At the top a name that was too long is cut before the id is added.
        let cut = FileName(Array(OutcomeName.plain(image, suffix: suffix).bytes.dropLast(suffix.utf8.count)))
        return cut.map { name == OutcomeName.withJob($0, job, suffix: suffix) } ?? false
    }
}

extension Outcome {
    /// What an image of the 64 MiB that a report may have can give, at most.
    private static let longestRecord = 256 << 20

    /// Reads the record `name` if `isWanted`; `nil` also for what is no record, or was taken away meanwhile.
    /// - Parameter path: what the outcome is called below outbox or dead-letter.
    static func read(
        _ name: FileName, in directory: DirectoryHandle, _ kind: Outcome.Kind, _ path: RelativePath,
        where isWanted: (FileStatus) -> Bool
    ) throws(SystemCallError) -> Outcome? {
        do {
            guard let status = try directory.status(name), status.kind == .regular, isWanted(status) else { return nil }
            let bytes = try directory.read(name, limit: longestRecord)
            let limits = JSONLimits(bytes: longestRecord, depth: 64)
            guard let record = try? JSONValue(parsing: bytes, limits: limits) else { return nil }
            return Outcome(kind: kind, path: path, record: record)
        } catch  where error.isMissing {
            return nil
        }
    }
}

extension JobID {
    /// The job whose id ends a name.
    init?(ending name: some BidirectionalCollection<UInt8>) {
        self.init(String(decoding: name.suffix(26), as: UTF8.self))
    }
}
