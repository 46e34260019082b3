internal import LinuxSupport

// What is in work.
extension SpoolCheck {
    mutating func checkWorking(_ spool: Spool) throws(SystemCallError) {
        for worker in try spool.working.entries() {
            let path = RelativePath([SpoolLayout.working, worker])
            do {
                guard try spool.working.status(worker)?.kind == .directory else {
                    if !worker.isProbe { note(.foreignFile, path, "It is no worker's directory, and is left alone.") }
                    continue
                }
                let home = try spool.working.subdirectory(worker)
                let isAlive = try FileLock.isHeld(SpoolLayout.workerLock, in: home)
                for entry in try home.entries() {
                    guard let job = JobID(entry.string) else { continue }
                    try checkJob(job, in: home, path.appending(entry), isAlive: isAlive, spool)
                }
            } catch  where error.isMissing || error.isNoDirectory {
                continue  // the worker left, or its jobs were adopted, just now
            }
        }
        for (job, paths) in jobs where paths.count > 1 {
            violation(.jobDoubled, paths.min() ?? RelativePath([]), "Job \(job.rawValue) is in work twice.")
        }
    }

    private mutating func checkJob(
        _ job: JobID, in home: DirectoryHandle, _ path: RelativePath, isAlive: Bool, _ spool: Spool
    ) throws(SystemCallError) {
        let directory: DirectoryHandle
        do { directory = try home.subdirectory(job.fileName) } catch  where error.isMissing { return }
        report.jobs += 1
        jobs[job, default: []].append(path)
        if isAlive {
            pending(.jobInWork, path, "A worker has it in work.")
        } else {
            pending(.jobAbandoned, path, "Its worker is gone; the next one adopts it.")
        }

        guard let record = try claimRecord(in: directory) else {
            for name in [SpoolLayout.image, SpoolLayout.request] where try directory.contains(name) {
                violation(.claimMissing, path, "It holds \(name.string) without a whole claim record.")
                break
            }
            return
        }
        if record.id != job { violation(.claimForeign, path, "Its claim record is job \(record.id.rawValue)'s.") }
        let isRecorded = try directory.contains(SpoolLayout.error)
        let isStaged = try spool.temporary.contains(SpoolLayout.stagedDeadLetter(job))
        if try directory.contains(SpoolLayout.publishing), isRecorded || isStaged {
            violation(.decisionDoubled, path, "Both a result and a dead letter were decided for it.")
        }
        try checkImage(of: record, in: directory, path, spool)
    }

    private mutating func checkImage(
        of record: ClaimRecord, in directory: DirectoryHandle, _ path: RelativePath, _ spool: Spool
    ) throws(SystemCallError) {
        let name = record.subjectName
        guard let status = try directory.status(name), let source = record.source.path.name else { return }
        do {
            let folder = try spool.inbox().descendant(record.source.path.parent)
            // With more links than those two the producer has linked the file into the inbox once more: another job.
            if let other = try folder.status(source), other.isSameFile(as: status), other.links <= 2 {
                let place = (SpoolLayout.inbox / record.source.path).display
                violation(.imageDoubled, path, "What is in work here is at the same time \(place).")
            }
        } catch  where error.isMissing || error.isNoDirectory {
            return
        }
    }

    private func claimRecord(in directory: DirectoryHandle) throws(SystemCallError) -> ClaimRecord? {
        do {
            return ClaimRecord(try directory.read(SpoolLayout.claim, limit: 1 << 20))
        } catch  where error.isMissing {
            return nil
        }
    }

    /// An original is in one place, and a job that still has it, undecided, has no outcome: it would get another.
    mutating func checkOriginals(_ spool: Spool) throws(SystemCallError) {
        for (job, paths) in jobs {
            guard let path = paths.first else { continue }
            do {
                let directory = try spool.root.descendant(path)
                guard let status = try directory.status(SpoolLayout.image) else { continue }
                if let other = originals[FileIdentity(status)], status.links == 1 {
                    violation(.imageDoubled, path, "Its image is at the same time \(other.display).")
                }
                if let outcome = outcomes[job]?.first, try !directory.contains(SpoolLayout.publishing) {
                    violation(
                        .outcomeUndecided, path,
                        "It has an outcome, \(outcome.display), and nothing keeps it from getting another.")
                }
            } catch  where error.isMissing {
                continue
            }
        }
    }
}
