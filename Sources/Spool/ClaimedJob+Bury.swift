package import LinuxSupport

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

    /// Puts the dead letter together in `state/tmp` and makes it visible, whole, by one rename; ends the job. Done in
    /// part by a former life, it does the rest.
    /// - Returns: the path of the folder below `dead-letter`.
    @discardableResult
    package func bury() throws(SystemCallError) -> RelativePath {
        let staged = SpoolLayout.stagedDeadLetter(id)
        var place = try Placement.prepare(path, below: spool.deadLetter, job: id)
        if try isBurialDecided() {
            try assemble(in: staged)
            place = try moveIntoPlace(staged, place)
        }
        try clear()
        return place.path
    }

    private func assemble(in staged: FileName) throws(SystemCallError) {
        try spool.temporary.makeDirectory(staged, mode: 0o750)
        let folder = try spool.temporary.subdirectory(staged)
        let names = DeadLetterNames(subject: record.subject, name: path.name)
        for (source, target) in [
            (SpoolLayout.image, names.image), (SpoolLayout.request, names.request), (SpoolLayout.error, names.error),
        ] {
            do {
                try directory.moveNoReplace(source, to: folder, as: target)
            } catch  where error.isMissing {
                continue  // moved in a former life, or never there
            }
        }
        try folder.synchronize()
        try directory.synchronize()
        try spool.temporary.synchronize()
    }

    private func moveIntoPlace(_ staged: FileName, _ place: Placement) throws(SystemCallError) -> Placement {
        var final = place
        do {
            try spool.temporary.moveNoReplace(staged, to: place.directory, as: place.name)
        } catch  where error.isTaken {
            let name = OutcomeName.withJob(place.name, id, suffix: "")
            final = Placement(directory: place.directory, parent: place.parent, name: name)
            try spool.temporary.moveNoReplace(staged, to: final.directory, as: name)
        }
        try final.directory.synchronize()
        return final
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
        case .image:
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
