package import LinuxSupport

/// What became of a job that was found in a worker's directory at start, or adopted from a dead worker.
package enum RecoveredJob: Sendable {
    /// It can run, or wait for its next attempt.
    case runnable(ClaimedJob)
    /// Its result was published, then or now; the original is retired.
    case published(JobID, RelativePath)
    /// Its dead letter was put in place, then or now, for the reason that its record gives.
    case buried(JobID, RelativePath, JobFailure.Code)
    /// It was a frame that a newer one had superseded; its original is retired.
    case superseded(JobID)
    /// Nothing had moved yet, or another worker had it: nothing was left to do.
    case released(JobID)
}

extension WorkerHome {
    /// The jobs that lie in this worker's directory.
    package func jobs() throws(SystemCallError) -> [JobID] {
        try directory.entries().compactMap { JobID($0.string) }
    }

    /// Brings job `id` from wherever a crash left it to where it can go on. DESIGN.md, "Recovery", has the table of
    /// which this is the code; every row is itself safe to interrupt.
    package func recover(_ id: JobID, policy: RetirementPolicy) throws(SystemCallError) -> RecoveredJob {
        let jobDirectory = try directory.subdirectory(id.fileName)
        guard let record = try readClaim(in: jobDirectory), record.id == id else {
            return try releaseUnclaimed(jobDirectory, id)
        }
        let job = ClaimedJob(spool: spool, home: self, directory: jobDirectory, record: record)
        if try job.isStaged() {
            let path = try job.publish()
            try job.retire(policy)
            return .published(id, path)
        }
        if try job.isBurialDecided() {
            let code = job.burialCode() ?? .ioError
            return .buried(id, try job.bury(), code)
        }
        guard let status = try jobDirectory.status(job.subjectName) else {
            if record.subject == .supersededFrame, try jobDirectory.contains(SpoolLayout.request) {
                try job.retire(policy)  // which puts the image away before its request
                return .superseded(id)
            }
            // Nothing had moved: the file is still the producer's, in the inbox or where he took it, or another's. Or
            // the dead letter is in place, perhaps not durably, and only the clearing was cut off.
            try Placement.synchronizeIfPresent(record.source.path.parent, below: spool.deadLetter)
            try job.clear()
            return .released(id)
        }
        // Something else than what was looked at, swapped in just before the claim. Once a claim is finished its record
        // names what is here.
        if status.kind != .regular || !record.source.isSameFile(as: status), try job.giveBack() {
            return .released(id)
        }
        let claimed = try finishClaim(job, status)
        guard record.subject == .supersededFrame else { return .runnable(claimed) }
        try claimed.retire(policy)
        return .superseded(id)
    }

    /// Steps 7 to 9 of a claim that was cut off after its decisive rename.
    private func finishClaim(_ job: ClaimedJob, _ status: FileStatus) throws(SystemCallError) -> ClaimedJob {
        do {
            let folder = try spool.inbox().descendant(job.path.parent)
            if let name = job.path.name, let named = try folder.status(name), named.isSameFile(as: status),
                named.links <= 2
            {
                // A rename torn by a power cut on a file system that does not journal it as one. With more links than
                // those two the producer has linked his file into the inbox once more: another job.
                try folder.remove(name)
            }
            try job.takeRequest(from: folder)
            try job.directory.synchronize()
            try folder.synchronize()
        } catch  where error.isMissing || error.isNoDirectory {
            // The folder is gone, and the request with it.
        }
        return try job.confirmingIdentity()
    }

    private func readClaim(in jobDirectory: DirectoryHandle) throws(SystemCallError) -> ClaimRecord? {
        do {
            return ClaimRecord(try jobDirectory.read(SpoolLayout.claim, limit: 1 << 20))
        } catch  where error.isMissing {
            return nil
        }
    }

    /// A job without a claim record: nothing can have moved, so nothing can be lost. Should the image be there all
    /// the same, only a damaged disk can have done it: it is left for a person, and `fsck` tells.
    private func releaseUnclaimed(_ jobDirectory: DirectoryHandle, _ id: JobID) throws(SystemCallError) -> RecoveredJob
    {
        if try !jobDirectory.contains(SpoolLayout.image), try !jobDirectory.contains(SpoolLayout.request) {
            try discard(jobDirectory, id)
        }
        return .released(id)
    }
}
