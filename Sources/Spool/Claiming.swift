package import LinuxSupport

/// What a look at the inbox found to be ready.
package struct ClaimCandidate: Hashable, Sendable {
    package var subject: ClaimRecord.Subject
    package var path: RelativePath
    /// As it was when it was found complete.
    package var status: FileStatus
    /// The request beside it, as it was when it was found complete.
    package var request: RelativePath?
    package var requestStatus: FileStatus?

    package init(
        subject: ClaimRecord.Subject, path: RelativePath, status: FileStatus, request: RelativePath?,
        requestStatus: FileStatus?
    ) {
        self.subject = subject
        self.path = path
        self.status = status
        self.request = request
        self.requestStatus = requestStatus
    }
}

package enum ClaimOutcome: Sendable {
    case claimed(ClaimedJob)
    /// Another worker was first, or the producer took the file back. Not an error.
    case gone
    /// The image or its request is not what it was when it was found ready: it must be looked at again.
    case changed
    /// The name leads to something that is no regular file.
    case notRegular
}

extension WorkerHome {
    /// Takes a file of the inbox, and its request, for this worker.
    ///
    /// The numbers are the steps of DESIGN.md, "Claim". The image moves first: its rename is what decides between
    /// workers, and the claim record, durable before it, is what lets anyone finish the rest.
    /// - Throws: `SystemCallError`; what is on disk then is what a crash at that point leaves, and recovery knows it.
    package func claim(_ candidate: ClaimCandidate, at time: Timestamp) throws(SystemCallError) -> ClaimOutcome {
        guard let name = candidate.path.name else { return .gone }
        let folder: DirectoryHandle
        do {
            folder = try spool.inbox().descendant(candidate.path.parent)
        } catch  where error.isMissing || error.isNoDirectory {
            return .gone
        }

        // 1–3: the same, regular file; the producer's bytes on the device.
        guard let status = try folder.status(name) else { return .gone }
        guard status.kind == .regular else { return .notRegular }
        guard status.hasSameContent(as: candidate.status) else { return .changed }
        if let request = candidate.request?.name, let expected = candidate.requestStatus {
            guard let found = try folder.status(request), found.hasSameContent(as: expected) else { return .changed }
        }
        try flushProducersBytes(folder, name)

        // 4–5: the job's directory and the claim record, before anything moves.
        let job = JobID(time: time, random: RandomBytes.generate(10))
        let record = ClaimRecord(
            id: job, subject: candidate.subject, source: ClaimRecord.Source(path: candidate.path, status: status),
            request: candidate.request.flatMap { path in
                candidate.requestStatus.map { ClaimRecord.Source(path: path, status: $0) }
            },
            receivedAt: time, resultPath: try resultPath(for: candidate.path, job: job),
            history: try spool.history(of: status))
        try directory.makeDirectory(job.fileName, mode: 0o700)
        let jobDirectory = try directory.subdirectory(job.fileName)
        try jobDirectory.replaceDurably(SpoolLayout.claim, record.bytes)
        try directory.synchronize()

        // 6: the claim point.
        let claimedName = candidate.subject == .image ? SpoolLayout.image : SpoolLayout.request
        do {
            try folder.moveNoReplace(name, to: jobDirectory, as: claimedName)
        } catch  where error.isMissing {
            try discard(jobDirectory, job)
            return .gone
        }
        let claimed = ClaimedJob(spool: spool, home: self, directory: jobDirectory, record: record)
        // 7–8: the request, then both names durable: accepted.
        try claimed.takeRequest(from: folder)
        try jobDirectory.synchronize()
        try folder.synchronize()
        try spool.forgetHistory(of: status)
        // 9: the name may have been swapped between the look and the move; what was moved is what counts.
        return .claimed(try claimed.confirmingIdentity())
    }

    /// fsync works on a descriptor that is open for reading. A file that cannot be read is claimed all the same: its
    /// job will say so.
    private func flushProducersBytes(_ folder: DirectoryHandle, _ name: FileName) throws(SystemCallError) {
        let file: FileDescriptor
        do { file = try folder.openForReading(name) } catch { return }
        guard try file.status(folder.display(name)).kind == .regular else { return }
        try file.synchronize(folder.display(name))
    }

    private func resultPath(for image: RelativePath, job: JobID) throws(SystemCallError) -> RelativePath {
        guard let name = image.name else { preconditionFailure("an image has a name") }
        let plain = image.replacingName(OutcomeName.plain(name, suffix: ".json"))
        let place = try Placement.prepare(plain, below: spool.outbox, job: job)
        guard try place.directory.contains(place.name) else { return plain }
        return image.replacingName(OutcomeName.withJob(name, job, suffix: ".json"))
    }

    /// Removes the directory of a job that holds nothing of anybody's. An image or a request in it is never removed:
    /// the directory then stays, and the call fails with `ENOTEMPTY`.
    func discard(_ jobDirectory: DirectoryHandle, _ job: JobID) throws(SystemCallError) {
        let producers: Set<FileName> = [SpoolLayout.image, SpoolLayout.request]
        for entry in try jobDirectory.entries() where !producers.contains(entry) { try jobDirectory.remove(entry) }
        try directory.removeDirectory(job.fileName)
    }
}
