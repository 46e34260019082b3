package import LinuxSupport

extension WorkerHome {
    /// Takes over the jobs of workers that are gone: whoever can take a worker's lock owns its jobs.
    ///
    /// Each job moves by one rename, which no two adopters can both win. Only one worker adopts at a time; while
    /// another does, nothing happens.
    /// - Returns: the jobs that are now in this worker's directory and await recovery.
    /// - Throws: the first error, and only if nothing was adopted: what is here must be recovered in any case, and what
    ///   is wrong will be wrong again at the next look.
    package func adoptAbandonedJobs() throws(SystemCallError) -> [JobID] {
        guard let turn = try FileLock.acquire(SpoolLayout.adoptionLock, in: spool.state) else { return [] }
        defer { withExtendedLifetime(turn) {} }
        var adopted: [JobID] = []
        var failure: SystemCallError?
        for name in try spool.working.entries() where name.string != id {
            do {
                guard try spool.working.status(name)?.kind == .directory else { continue }
                try adopt(from: name, into: &adopted)
            } catch  where error.isMissing {
                continue  // its owner left just now
            } catch {
                failure = failure ?? error
            }
        }
        do { try removeOrphanedTemporaries() } catch { failure = failure ?? error }
        if let failure, adopted.isEmpty { throw failure }
        return adopted
    }

    private func adopt(from name: FileName, into adopted: inout [JobID]) throws(SystemCallError) {
        let abandoned = try spool.working.subdirectory(name)
        guard let lock = try FileLock.acquire(SpoolLayout.workerLock, in: abandoned) else { return }
        defer { withExtendedLifetime(lock) {} }
        let entries = try abandoned.entries()
        for entry in entries {
            guard let job = JobID(entry.string) else { continue }
            try abandoned.moveNoReplace(entry, to: directory, as: entry)
            adopted.append(job)
        }
        if entries.contains(where: { JobID($0.string) != nil }) {
            try directory.synchronize()
            try abandoned.synchronize()
        }
        for entry in try abandoned.entries() {
            guard try abandoned.status(entry)?.kind == .regular else { continue }
            try abandoned.remove(entry)
        }
        // What is no job of ours stays where it is, and with it the directory.
        do { try spool.working.removeDirectory(name) } catch  where error.isTaken {}
    }

    /// Removes from `state/tmp` what belongs to no job. A job's directory is there before its temporaries and goes
    /// after them, and jobs do not move between workers while the adoption lock is held.
    private func removeOrphanedTemporaries() throws(SystemCallError) {
        let temporaries = try spool.temporary.entries()
        var living: Set<JobID> = []
        for worker in try spool.working.entries() {
            guard try spool.working.status(worker)?.kind == .directory else { continue }
            do {
                living.formUnion(try spool.working.subdirectory(worker).entries().compactMap { JobID($0.string) })
            } catch  where error.isMissing {
                continue
            }
        }
        for name in temporaries {
            guard let job = JobID(prefixOf: name), !living.contains(job) else { continue }
            if try spool.temporary.status(name)?.kind == .regular { try spool.temporary.remove(name) }
        }
    }
}
