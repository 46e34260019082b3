package import LinuxSupport
internal import StrictJSON

/// A file of a job's result. The record itself has the suffix `.json` and comes last.
package struct JobOutput: Hashable, Sendable {
    /// With its dot, e.g. `.txt`.
    package var suffix: String
    package var bytes: [UInt8]

    package init(suffix: String, bytes: [UInt8]) {
        self.suffix = suffix
        self.bytes = bytes
    }
}

package enum RetirementPolicy: String, CaseIterable, Sendable {
    case archive
    case delete
}

extension ClaimedJob {
    /// Makes the result complete and durable in `state/tmp`, and then the decision to publish it.
    ///
    /// From here on the job is never recognised again: after a crash recovery publishes what lies there, and where
    /// nothing lies there any more it has been published, even if a consumer has removed it since.
    package func stageResult(record result: [UInt8], beside outputs: [JobOutput]) throws(SystemCallError) {
        for output in outputs { try stage(output) }
        try stage(JobOutput(suffix: ".json", bytes: result))
        try spool.temporary.synchronize()
        try writePublication(Publication(result: record.resultPath, outputs: outputs.map(\.suffix)))
    }

    private func stage(_ output: JobOutput) throws(SystemCallError) {
        let name = SpoolLayout.stagedOutput(id, suffix: output.suffix)
        try spool.temporary.remove(name)  // of a former life
        try spool.temporary.createDurably(name, output.bytes)
    }

    /// Whether a result was staged: the only ways from here are publication and retirement.
    package func isStaged() throws(SystemCallError) -> Bool {
        try directory.contains(SpoolLayout.publishing)
    }

    /// Makes the staged result visible, side outputs first, the record last. Done already, it does nothing.
    /// - Returns: the record's path below `outbox`.
    @discardableResult
    package func publish() throws(SystemCallError) -> RelativePath {
        let record = SpoolLayout.stagedOutput(id, suffix: ".json")
        var decision = try publication()
        guard try spool.temporary.contains(record) else {
            // Published in a former life; only its durability is in doubt.
            try syncIfPresent(decision.result.parent)
            return decision.result
        }
        var place = try Placement.prepare(decision.result, below: spool.outbox, job: id)
        if try place.directory.contains(place.name) { place = try takeOtherName(&decision) }
        for suffix in decision.outputs { try moveSideOutput(suffix, beside: place) }
        do {
            try spool.temporary.moveNoReplace(record, to: place.directory, as: place.name)
        } catch  where error.isTaken {
            place = try takeOtherName(&decision)
            try spool.temporary.moveNoReplace(record, to: place.directory, as: place.name)
        }
        try place.directory.synchronize()
        return place.path
    }

    /// Since the claim, the name has become another's: the job's id makes it unique. Said on disk first, for every
    /// later life of the job.
    private func takeOtherName(_ decision: inout Publication) throws(SystemCallError) -> Placement {
        decision.result = path.replacingName(suffixedName(".json"))
        try writePublication(decision)
        return try Placement.prepare(decision.result, below: spool.outbox, job: id)
    }

    private func moveSideOutput(_ suffix: String, beside place: Placement) throws(SystemCallError) {
        let staged = SpoolLayout.stagedOutput(id, suffix: suffix)
        guard try spool.temporary.contains(staged) else { return }
        let stem = FileName(Array(place.name.bytes.dropLast(".json".utf8.count)))
        guard let stem else { preconditionFailure("a result's name is longer than its suffix") }
        do {
            try spool.temporary.moveNoReplace(staged, to: place.directory, as: stem.appending(suffix))
        } catch  where error.isTaken {
            try spool.temporary.moveNoReplace(staged, to: place.directory, as: suffixedName(suffix))
        }
    }

    private func suffixedName(_ suffix: String) -> FileName {
        guard let name = path.name else { preconditionFailure("an image has a name") }
        return OutcomeName.withJob(name, id, suffix: suffix)
    }

    /// Puts the original away, now that its result is durable, and ends the job.
    package func retire(_ policy: RetirementPolicy) throws(SystemCallError) {
        switch policy {
        case .archive: try moveToArchive()
        case .delete:
            try directory.remove(SpoolLayout.image)
            try directory.remove(SpoolLayout.request)
        }
        try clear()
    }

    private func moveToArchive() throws(SystemCallError) {
        let place = try Placement.prepare(path, below: spool.archive, job: id)
        let fallback = OutcomeName.withJob(place.name, id, suffix: "")
        var imageName = try place.directory.contains(fallback) ? fallback : place.name
        if try directory.contains(SpoolLayout.image) {
            // A pair keeps together: the plain name is taken only if both plain names are free.
            let plainRequest = OutcomeName.plain(place.name, suffix: ".json")
            let taken = [try place.directory.contains(place.name), try place.directory.contains(plainRequest)]
            if taken.contains(true) { imageName = fallback }
            do {
                try directory.moveNoReplace(SpoolLayout.image, to: place.directory, as: imageName)
            } catch  where error.isTaken {
                imageName = fallback
                try directory.moveNoReplace(SpoolLayout.image, to: place.directory, as: imageName)
            }
        }
        if try directory.contains(SpoolLayout.request) {
            do {
                let name = OutcomeName.plain(imageName, suffix: ".json")
                try directory.moveNoReplace(SpoolLayout.request, to: place.directory, as: name)
            } catch  where error.isTaken {
                let name = OutcomeName.plain(fallback, suffix: ".json")
                try directory.moveNoReplace(SpoolLayout.request, to: place.directory, as: name)
            }
        }
        try place.directory.synchronize()
    }

    private struct Publication {
        var result: RelativePath
        var outputs: [String]
    }

    private func publication() throws(SystemCallError) -> Publication {
        let bytes = try directory.read(SpoolLayout.publishing, limit: 64 * 1024)
        guard let value = try? JSONValue(parsing: bytes, limits: JSONLimits()),
            let result = value["result"]?.string.flatMap(Hexadecimal.decode).flatMap(RelativePath.init(_:))
        else { return Publication(result: record.resultPath, outputs: []) }
        return Publication(result: result, outputs: value["outputs"]?.array?.compactMap(\.string) ?? [])
    }

    private func writePublication(_ publication: Publication) throws(SystemCallError) {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("result")
            writer.string(Hexadecimal.encode(publication.result.bytes))
            writer.key("outputs")
            writer.array { writer in
                for suffix in publication.outputs { writer.string(suffix) }
            }
        }
        try directory.replaceDurably(SpoolLayout.publishing, writer.bytes)
    }

    private func syncIfPresent(_ parent: RelativePath) throws(SystemCallError) {
        do { try spool.outbox.descendant(parent).synchronize() } catch  where error.isMissing || error.isNoDirectory {}
    }
}
