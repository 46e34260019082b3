internal import Glibc
package import LinuxSupport
internal import StrictJSON

extension ClaimedJob {
    /// Writes the error record into the job, durably: from here on the job's only way leads to the dead letter, and
    /// every later life of it goes on there.
    package func decideBurial(record: [UInt8]) throws(SystemCallError) {
        try directory.replaceDurably(SpoolLayout.error, record)
    }

    /// Whether the dead letter was decided, or is already being put together.
    package func isBurialDecided() throws(SystemCallError) -> Bool {
        if try directory.contains(SpoolLayout.error) { return true }
        return try spool.temporary.contains(SpoolLayout.stagedDeadLetter(id))
    }

    /// The code that the record of a decided burial gives; `nil` if there is none, or if it cannot be read.
    func burialCode() -> JobFailure.Code? {
        let staged = try? spool.temporary.subdirectory(SpoolLayout.stagedDeadLetter(id))
        for place in [directory, staged].compactMap({ $0 }) {
            guard let bytes = try? place.read(SpoolLayout.error, limit: Self.longestRecord),
                let record = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: Self.longestRecord, depth: 64))
            else { continue }
            return record["code"]?.string.flatMap(JobFailure.Code.init(rawValue:))
        }
        return nil
    }

    /// Bytes of an error record with a full history.
    private static let longestRecord = 8 << 20

    /// Puts the dead letter together in `state/tmp` and makes it visible, whole, by one rename; ends the job. Done in
    /// part by a former life, it does the rest; it does nothing to a job whose burial is not decided.
    /// - Returns: the path of the folder below `dead-letter`.
    @discardableResult
    package func bury() throws(SystemCallError) -> RelativePath {
        guard try isBurialDecided() else {
            // In place already; only its durability is in doubt.
            try Placement.synchronizeIfPresent(path.parent, below: spool.deadLetter)
            try clear()
            return path
        }
        let staged = SpoolLayout.stagedDeadLetter(id)
        try assemble(in: staged)
        let place = try Placement.use(path, below: spool.deadLetter, job: id) { place throws(SystemCallError) in
            try move(staged, to: place)
        }
        try spool.temporary.synchronize()
        try clear()
        return place
    }

    private func assemble(in staged: FileName) throws(SystemCallError) {
        try spool.temporary.makeDirectory(staged, mode: 0o750)
        // The folder is on the device before the only copy of the image goes into it.
        try spool.temporary.synchronize()
        try spool.temporary.giveGroup(of: spool.deadLetter, to: staged)
        let folder = try spool.temporary.subdirectory(staged)
        let names = DeadLetterNames(subject: record.subject, name: path.name)
        for (source, target) in [
            (SpoolLayout.image, names.image), (SpoolLayout.request, names.request), (SpoolLayout.error, names.error),
        ] {
            if try directory.moveOnce(source, to: folder, as: target) == .taken {
                throw SystemCallError(call: "renameat2", subject: folder.display(target), code: EEXIST)
            }
        }
        if try folder.contains(names.error) { try folder.giveGroup(of: spool.deadLetter, to: names.error) }
        try folder.synchronize()
        try directory.synchronize()
    }

    private func move(_ staged: FileName, to place: Placement) throws(SystemCallError) -> RelativePath {
        var name = place.name
        do {
            try spool.temporary.moveNoReplace(staged, to: place.directory, as: name)
        } catch  where error.isTaken {
            name = OutcomeName.withJob(place.name, id, suffix: "")
            try spool.temporary.moveNoReplace(staged, to: place.directory, as: name)
        }
        try place.synchronize()
        return place.parent.appending(name)
    }
}

/// The names in a dead letter's folder, chosen so that `mv dead-letter/scan.png/scan.png* inbox/` tries again.
package struct DeadLetterNames: Hashable, Sendable {
    package let image: FileName
    package let request: FileName
    package let error: FileName = SpoolLayout.error

    package init(subject: ClaimRecord.Subject, name: FileName?) {
        guard let name else { preconditionFailure("a job has a name") }
        switch subject {
        case .image, .supersededFrame:
            image = Self.apart(name)
            request = Self.apart(OutcomeName.plain(name, suffix: ".json"))
        case .orphanRequest:
            image = SpoolLayout.image
            request = Self.apart(name)
        }
    }

    /// A producer's file that is itself called `error.json` makes room for the record.
    private static func apart(_ name: FileName) -> FileName {
        name == SpoolLayout.error ? name.appending(".original") : name
    }
}
