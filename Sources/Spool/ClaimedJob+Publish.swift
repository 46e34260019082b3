internal import Glibc
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

extension ClaimedJob {
    /// Makes the result complete and durable in `state/tmp`, and then the decision to publish it.
    ///
    /// From here on the job is never recognised again: after a crash recovery publishes what lies there, and where
    /// nothing lies there any more it has been published, even if a consumer has removed it since.
    package func stageResult(record result: [UInt8], beside outputs: [JobOutput]) throws(SystemCallError) {
        var staged: [Publication.Output] = []
        for output in outputs {
            staged.append(Publication.Output(suffix: output.suffix, inode: try stage(output)))
        }
        _ = try stage(JobOutput(suffix: ".json", bytes: result))
        try spool.temporary.synchronize()
        try writePublication(Publication(result: record.resultPath, outputs: staged))
    }

    /// - Returns: the file's inode.
    private func stage(_ output: JobOutput) throws(SystemCallError) -> UInt64 {
        let name = SpoolLayout.stagedOutput(id, suffix: output.suffix)
        try spool.temporary.remove(name)  // of a former life
        try spool.temporary.createDurably(name, output.bytes)
        try spool.temporary.giveGroup(of: spool.outbox, to: name)
        return try spool.temporary.status(name)?.inode ?? 0
    }

    /// Whether a result was staged: the only ways from here are publication and retirement.
    package func isStaged() throws(SystemCallError) -> Bool {
        try directory.contains(SpoolLayout.publishing)
    }

    /// Makes the staged result visible, side outputs first, the record last, all under one stem. Done already, it does
    /// nothing.
    /// - Returns: the record's path below `outbox`.
    @discardableResult
    package func publish() throws(SystemCallError) -> RelativePath {
        var decision = try publication()
        guard try spool.temporary.contains(SpoolLayout.stagedOutput(id, suffix: ".json")) else {
            // Published in a former life; only its durability is in doubt.
            try Placement.synchronizeIfPresent(decision.result.parent, below: spool.outbox)
            return decision.result
        }
        while true {
            let current = decision
            let published = try Placement.use(current.result, below: spool.outbox, job: id, suffix: ".json") {
                place throws(SystemCallError) in
                if try move(current.outputs, to: place) { return Optional(place.path) }
                try takeBack(current.outputs, from: place)
                return nil
            }
            if let published { return published }
            try takeOtherName(&decision)
        }
    }

    /// Moves everything that is still staged.
    /// - Returns: `false` if one of the names is another's.
    private func move(_ outputs: [Publication.Output], to place: Placement) throws(SystemCallError) -> Bool {
        let record = SpoolLayout.stagedOutput(id, suffix: ".json")
        // Looked at before anything moves; it is the move below that decides.
        if let other = try place.directory.status(place.name),
            let own = try spool.temporary.status(record), !own.isSameFile(as: other)
        {
            return false
        }
        for output in outputs {
            let staged = SpoolLayout.stagedOutput(id, suffix: output.suffix)
            let name = name(of: output, beside: place)
            if try spool.temporary.moveOnce(staged, to: place.directory, as: name) == .taken { return false }
        }
        if try spool.temporary.moveOnce(record, to: place.directory, as: place.name) == .taken { return false }
        try place.synchronize()
        return true
    }

    /// Takes back the side outputs that stand in the outbox already while the record's name turned out to be another's:
    /// they must not be taken for his.
    private func takeBack(_ outputs: [Publication.Output], from place: Placement) throws(SystemCallError) {
        for output in outputs {
            let name = name(of: output, beside: place)
            let staged = SpoolLayout.stagedOutput(id, suffix: output.suffix)
            guard try !spool.temporary.contains(staged), try place.directory.status(name)?.inode == output.inode
            else { continue }
            _ = try place.directory.moveOnce(name, to: spool.temporary, as: staged)
        }
    }

    /// Since the claim, the name has become another's: the job's id makes it unique. Said on disk first, for every
    /// later life of the job.
    private func takeOtherName(_ decision: inout Publication) throws(SystemCallError) {
        let other = path.replacingName(OutcomeName.withJob(imageName, id, suffix: ".json"))
        guard decision.result != other else {
            // The name of this very job, and not by this job: somebody else writes into the outbox.
            throw SystemCallError(call: "renameat2", subject: other.display, code: EEXIST)
        }
        decision.result = other
        try writePublication(decision)
    }

    private func name(of output: Publication.Output, beside place: Placement) -> FileName {
        let plain = OutcomeName.plain(imageName, suffix: ".json")
        return place.name == plain
            ? OutcomeName.plain(imageName, suffix: output.suffix)
            : OutcomeName.withJob(imageName, id, suffix: output.suffix)
    }

    private var imageName: FileName {
        guard let name = path.name else { preconditionFailure("an image has a name") }
        return name
    }
}

// The decision to publish, on disk.
extension ClaimedJob {
    private struct Publication {
        struct Output {
            var suffix: String
            /// By which the job knows its own file again.
            var inode: UInt64
        }

        var result: RelativePath
        var outputs: [Output]
    }

    private func publication() throws(SystemCallError) -> Publication {
        let bytes = try directory.read(SpoolLayout.publishing, limit: 64 * 1024)
        guard let value = try? JSONValue(parsing: bytes, limits: JSONLimits()),
            let result = value["result"]?.string.flatMap(Hexadecimal.decode).flatMap(RelativePath.init(_:))
        else { return Publication(result: record.resultPath, outputs: []) }
        let outputs = (value["outputs"]?.array ?? []).compactMap { output in
            output["suffix"]?.string.map { suffix in
                Publication.Output(suffix: suffix, inode: output["inode"]?.string.flatMap(UInt64.init(_:)) ?? 0)
            }
        }
        return Publication(result: result, outputs: outputs)
    }

    private func writePublication(_ publication: Publication) throws(SystemCallError) {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("result")
            writer.string(Hexadecimal.encode(publication.result.bytes))
            writer.key("outputs")
            writer.array { writer in
                for output in publication.outputs {
                    writer.object { writer in
                        writer.key("suffix")
                        writer.string(output.suffix)
                        writer.key("inode")
                        writer.string(String(output.inode))
                    }
                }
            }
        }
        try directory.replaceDurably(SpoolLayout.publishing, writer.bytes)
    }
}
