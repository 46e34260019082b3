internal import Glibc
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
    /// The defaults of its folder, as JSON: kept with the job, whatever becomes of the folder.
    package var defaults: [UInt8]?
    /// Claimed although the worker may not read it, to be dead-lettered for it.
    package var mayBeUnreadable: Bool

    package init(
        subject: ClaimRecord.Subject, path: RelativePath, status: FileStatus, request: RelativePath?,
        requestStatus: FileStatus?, defaults: [UInt8]? = nil, mayBeUnreadable: Bool = false
    ) {
        self.subject = subject
        self.path = path
        self.status = status
        self.request = request
        self.requestStatus = requestStatus
        self.defaults = defaults
        self.mayBeUnreadable = mayBeUnreadable
    }
}

package enum ClaimOutcome: Sendable {
    case claimed(ClaimedJob)
    /// Another worker was first, or the producer took the file back. Not an error.
    case gone
    /// The image or its request is not what it was when it was found ready: it must be looked at again.
    case changed
    /// The same, found out after the move: it was moved back.
    case givenBack
    /// The name leads to something that is no regular file.
    case notRegular
    /// The worker may not move this file, or not out of its folder, whose owner kept the rights to himself or put a
    /// mount there. Others are not concerned.
    case denied(SystemCallError)
    /// The worker may not read the image or its request. That may change; nothing has moved.
    case unreadable(SystemCallError)
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
        } catch  where error.isAccessDenied && !candidate.path.parent.isEmpty {
            return .denied(error)
        }

        // 1–3: the same, regular file; the producer's bytes on the device.
        guard let status = try folder.status(name) else { return .gone }
        guard status.kind == .regular else { return .notRegular }
        guard status.hasSameContent(as: candidate.status) else { return .changed }
        if let request = candidate.request?.name, let expected = candidate.requestStatus {
            guard let found = try folder.status(request), found.hasSameContent(as: expected) else { return .changed }
        }
        if let error = try spool.obstacle(toOutcomesIn: candidate.path.parent) { return .denied(error) }
        do {
            try flushProducersBytes(folder, name)
            if let request = candidate.request?.name { try requireReadable(folder, request) }
        } catch  where error.isAccessDenied {
            if !candidate.mayBeUnreadable { return .unreadable(error) }
        }

        // 4–5: the job's directory and the claim record, before anything moves.
        let id = JobID(time: time, random: RandomBytes.generate(10))
        let record = ClaimRecord(
            id: id, subject: candidate.subject, source: ClaimRecord.Source(path: candidate.path, status: status),
            request: candidate.request.flatMap { path in
                candidate.requestStatus.map { ClaimRecord.Source(path: path, status: $0) }
            },
            receivedAt: time, resultPath: try resultPath(for: candidate.path, job: id),
            history: try spool.history(of: status))
        let job = try prepare(record, defaults: candidate.defaults)

        // 6: the claim point.
        do {
            try folder.moveNoReplace(name, to: job.directory, as: job.subjectName)
        } catch {
            // A full disk, met again and again, must not fill it with empty directories.
            _ = try? discard(job.directory, id)
            if error.isMissing { return .gone }
            if Self.concernsOnlyThis(error, at: candidate.path) { return .denied(error) }
            throw error
        }
        // What was swapped in since the look, a file or not, was not found ready, and may have a request of its own.
        if let moved = try job.directory.status(job.subjectName), !moved.hasSameContent(as: status), try job.giveBack()
        {
            return moved.kind == .regular ? .givenBack : .notRegular
        }
        // 7–8: the request, then both names durable: accepted. An image is not read without the request it was found
        // ready with: if that is another by now, or gone, both are looked at again.
        try job.takeRequest(from: folder)
        if job.record.request != nil, try !job.directory.contains(SpoolLayout.request), try job.giveBack() {
            return .givenBack
        }
        try job.directory.synchronize()
        try folder.synchronize()
        try spool.forgetHistory(of: status)
        // 9: the name may have been swapped between the look and the move; what was moved is what counts.
        return .claimed(try job.confirmingIdentity())
    }

    /// Makes the job's directory with its claim record, both durable, or leaves nothing.
    private func prepare(_ record: ClaimRecord, defaults: [UInt8]?) throws(SystemCallError) -> ClaimedJob {
        let name = record.id.fileName
        try directory.makeDirectory(name, mode: 0o700)
        let jobDirectory: DirectoryHandle
        do {
            jobDirectory = try directory.subdirectory(name)
        } catch {
            _ = try? directory.removeDirectory(name)
            throw error
        }
        do {
            if let defaults { try jobDirectory.createDurably(SpoolLayout.defaults, defaults) }
            try jobDirectory.replaceDurably(SpoolLayout.claim, record.bytes)
            try directory.synchronize()
        } catch {
            _ = try? discard(jobDirectory, record.id)
            throw error
        }
        return ClaimedJob(spool: spool, home: self, directory: jobDirectory, record: record)
    }

    /// EPERM is one file's (a sticky folder, an immutable file); EACCES and EXDEV are the folder's, and everybody's only
    /// in the inbox itself.
    private static func concernsOnlyThis(_ error: SystemCallError, at path: RelativePath) -> Bool {
        error.code == EPERM || (error.isAccessDenied || error.isOtherMount) && !path.parent.isEmpty
    }

    /// fsync works on a descriptor that is open for reading.
    /// - Throws: `EACCES` if the worker may not read the file.
    private func flushProducersBytes(_ folder: DirectoryHandle, _ name: FileName) throws(SystemCallError) {
        let file: FileDescriptor
        do {
            file = try folder.openForReading(name)
        } catch  where error.isMissing || error.isNoDirectory {
            return
        }
        guard try file.status(folder.display(name)).kind == .regular else { return }
        try file.synchronize(folder.display(name))
    }

    private func requireReadable(_ folder: DirectoryHandle, _ request: FileName) throws(SystemCallError) {
        do {
            _ = try folder.openForReading(request)
        } catch  where !error.isAccessDenied {
            // Whatever else is wrong with it is found when it is read.
        }
    }

    /// The plain name if it is free, else one with the job's id. Nothing is made in the outbox yet.
    private func resultPath(for image: RelativePath, job: JobID) throws(SystemCallError) -> RelativePath {
        guard let name = image.name else { preconditionFailure("an image has a name") }
        let plain = OutcomeName.plain(name, suffix: ".json")
        let suffixed = OutcomeName.withJob(name, job, suffix: ".json")
        do {
            let folder = try spool.outbox.descendant(image.parent)
            return image.replacingName(try folder.contains(plain) ? suffixed : plain)
        } catch  where error.isMissing {
            return image.replacingName(plain)
        } catch  where error.isNoDirectory {
            return RelativePath([suffixed])
        }
    }

    /// Removes the directory of a job that holds nothing of anybody's. With an image or a request in it all stays as it
    /// is, and the call fails with `ENOTEMPTY`.
    func discard(_ jobDirectory: DirectoryHandle, _ job: JobID) throws(SystemCallError) {
        let entries = try jobDirectory.entries()
        for entry in [SpoolLayout.image, SpoolLayout.request] where entries.contains(entry) {
            throw SystemCallError(call: "unlinkat", subject: jobDirectory.display(entry), code: ENOTEMPTY)
        }
        for entry in entries { try jobDirectory.remove(entry) }
        try directory.removeDirectory(job.fileName)
    }
}
