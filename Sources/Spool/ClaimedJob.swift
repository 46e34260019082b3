internal import Glibc
package import LinuxSupport

/// A job in this worker's directory. All its state is on disk; the object is a view of it, used by one thread at a
/// time.
///
/// A job is claimed, then runs (an attempt is counted, a recognizer works), and then is *published* and *retired*,
/// or *buried*, or *postponed* until another attempt. Every method can be repeated after a crash at any point in it.
package final class ClaimedJob: Sendable {
    package let record: ClaimRecord
    package let spool: Spool
    let home: WorkerHome
    let directory: DirectoryHandle

    init(spool: Spool, home: WorkerHome, directory: DirectoryHandle, record: ClaimRecord) {
        self.spool = spool
        self.home = home
        self.directory = directory
        self.record = record
    }

    package var id: JobID { record.id }
    package var path: RelativePath { record.source.path }

    /// The image, open for reading.
    /// - Throws: `EACCES` if the producer gave the worker no right to read it; `ELOOP` or `EINVAL` if something that is
    ///   no regular file was put in its place at the last moment.
    package func openImage() throws(SystemCallError) -> FileDescriptor {
        let file = try directory.openForReading(SpoolLayout.image)
        let subject = directory.display(SpoolLayout.image)
        guard try file.status(subject).kind == .regular else {
            throw SystemCallError(call: "openat", subject: subject, code: EINVAL)
        }
        return file
    }

    /// Whether somebody has the image open for writing, as far as that can be known.
    func isBeingWritten() -> Bool {
        (try? openImage().isOpenForWriting()) == true
    }

    package func imageStatus() throws(SystemCallError) -> FileStatus? {
        try directory.status(SpoolLayout.image)
    }

    /// The request's bytes; `nil` if the job has none.
    /// - Throws: `EFBIG` if there are more than `limit`.
    package func requestBytes(limit: Int) throws(SystemCallError) -> [UInt8]? {
        try content(of: SpoolLayout.request, limit: limit)
    }

    /// The defaults of the image's folder, as they were at the claim; `nil` if it had none.
    /// - Throws: `EFBIG` if there are more than `limit`.
    package func defaultsBytes(limit: Int) throws(SystemCallError) -> [UInt8]? {
        try content(of: SpoolLayout.defaults, limit: limit)
    }

    private func content(of name: FileName, limit: Int) throws(SystemCallError) -> [UInt8]? {
        do {
            return try directory.read(name, limit: limit)
        } catch  where error.isMissing {
            return nil
        }
    }

    /// Step 7: moves the request that the claim record names into the job, if it is still that file. Another file of
    /// the name belongs to the next drop and is left alone.
    func takeRequest(from folder: DirectoryHandle) throws(SystemCallError) {
        guard let request = record.request, let name = request.path.name,
            try !directory.contains(SpoolLayout.request),
            let status = try folder.status(name), request.isSameFile(as: status)
        else { return }
        // Missing: taken back by its producer just now.
        _ = try folder.moveOnce(name, to: directory, as: SpoolLayout.request)
    }

    /// Step 9: the job with the identity of what was really moved. If the name was swapped between the look and the
    /// move, the claim record is written again for the file that is here.
    func confirmingIdentity() throws(SystemCallError) -> ClaimedJob {
        let name = subjectName
        guard let status = try directory.status(name), !record.source.isSameFile(as: status) else { return self }
        var corrected = record
        corrected.source = ClaimRecord.Source(path: record.source.path, status: status)
        if status.kind == .regular, let file = try? directory.openForReading(name) {
            try file.synchronize(directory.display(name))
        }
        try directory.replaceDurably(SpoolLayout.claim, corrected.bytes)
        return ClaimedJob(spool: spool, home: home, directory: directory, record: corrected)
    }

    /// Puts a thing that is no regular file, and was moved because it took the file's place at the last moment, back to
    /// where it was, and ends the job.
    /// - Returns: `false` if its name is taken by now: it then stays in the job.
    func giveBack() throws(SystemCallError) -> Bool {
        guard let name = path.name else { preconditionFailure("a file of the inbox has a name") }
        do {
            let folder = try spool.inbox().descendant(path.parent)
            try directory.moveNoReplace(subjectName, to: folder, as: name)
            try folder.synchronize()
        } catch  where error.isTaken || error.isMissing || error.isNoDirectory {
            return false
        }
        try clear()
        return true
    }

    /// What the file that the job is about is called in the job.
    var subjectName: FileName {
        record.subjectName
    }

    /// Removes what is left of a job that has its outcome, and makes that durable.
    func clear() throws(SystemCallError) {
        // Outputs that were staged in part, before the job took another way.
        for name in try spool.temporary.entries() where JobID(prefixOf: name) == id {
            if try spool.temporary.status(name)?.kind == .regular { try spool.temporary.remove(name) }
        }
        try home.discard(directory, id)
        try home.directory.synchronize()
    }
}
