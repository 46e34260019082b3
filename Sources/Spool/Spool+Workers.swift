package import LinuxSupport

/// A look from outside at a worker's directory and the jobs in it. All of it may change while one looks.
package struct WorkerView: Sendable {
    /// The name of the worker's directory.
    package let id: String
    /// Whether its owner holds the lock. The jobs of one that does not are taken over by any other worker.
    package let isAlive: Bool
    package let jobs: [JobView]
    /// The worker's `status.json`, as it is; `nil` if there is none.
    package let status: [UInt8]?
}

/// A job as it lies in a worker's directory.
package struct JobView: Sendable {
    package let claim: ClaimRecord
    /// Those of this life.
    package let attempts: [AttemptRecord]
    /// Before then it is not tried again; `nil` if it does not wait.
    package let notBefore: Timestamp?
}

extension Spool {
    /// Bytes of a status with two full lists of long names.
    private static let longestStatus = 16 << 20

    /// The workers whose directories are there, by name.
    package func workers() throws(SystemCallError) -> [WorkerView] {
        var views: [WorkerView] = []
        for name in try working.entries() where !name.isHidden {
            guard try working.status(name)?.kind == .directory else { continue }
            do {
                views.append(try view(of: name))
            } catch  where error.isMissing {
                continue  // it left just now
            }
        }
        return views
    }

    private func view(of name: FileName) throws(SystemCallError) -> WorkerView {
        let directory = try working.subdirectory(name)
        var jobs: [JobView] = []
        for entry in try directory.entries() {
            guard JobID(entry.string) != nil else { continue }
            do {
                if let job = try Self.job(in: directory.subdirectory(entry)) { jobs.append(job) }
            } catch  where error.isMissing {
                continue  // it ended just now
            }
        }
        let isAlive = try FileLock.isHeld(SpoolLayout.workerLock, in: directory)
        let status: [UInt8]?
        do {
            status = try directory.read(WorkerHome.statusName, limit: Self.longestStatus)
        } catch  where error.isMissing {
            status = nil
        }
        return WorkerView(id: name.string, isAlive: isAlive, jobs: jobs, status: status)
    }

    /// `nil` for a job that has no claim record yet.
    private static func job(in directory: DirectoryHandle) throws(SystemCallError) -> JobView? {
        guard let claim = ClaimRecord(try directory.read(SpoolLayout.claim, limit: 1 << 20)) else { return nil }
        return JobView(
            claim: claim, attempts: try ClaimedJob.attempts(in: directory, receivedAt: claim.receivedAt),
            notBefore: try ClaimedJob.notBefore(in: directory))
    }
}
