internal import LinuxSupport
internal import Spool

/// Waits for the outcome of images that were submitted.
struct OutcomeWaiter {
    enum Answer {
        case outcome(Outcome)
        /// Not there at the deadline.
        case notYet
        /// Nothing of the image is left in the spool: somebody took its outcome away first.
        case vanished
    }

    private let places: SpoolPlaces
    private let outbox: DirectoryHandle
    private let deadLetter: DirectoryHandle

    /// - Throws: when this user cannot see outcomes.
    init(_ places: SpoolPlaces) throws(CommandError) {
        self.places = places
        outbox = try places.open(SpoolLayout.outbox)
        deadLetter = try places.open(SpoolLayout.deadLetter)
    }

    /// The outcomes that are there for an image at `path`.
    func identities(_ path: RelativePath) throws(CommandError) -> Set<FileIdentity> {
        var found: Set<FileIdentity> = []
        let search = OutcomeSearch(outbox: outbox, deadLetter: deadLetter, path: path)
        _ = try calling { () throws(SystemCallError) in
            try search.outcomes { status in
                found.insert(FileIdentity(status))
                return false
            }
        }
        return found
    }

    /// Waits until the outcome of `ticket` is durable.
    func wait(for ticket: Ticket, until deadline: MonotonicInstant) throws(CommandError) -> Answer {
        let search = OutcomeSearch(outbox: outbox, deadLetter: deadLetter, path: ticket.path)
        var others = ticket.earlier
        var progress = WaitProgress("waiting for \(ticket.path.display)")
        defer { progress.end() }
        var pause: Duration = .milliseconds(20)
        var missedBefore = false
        var nextDoubt = MonotonicInstant.now + .seconds(2)
        while true {
            if let outcome = try find(ticket, search, &others) { return .outcome(outcome) }
            if missedBefore { return .vanished }
            guard MonotonicInstant.now < deadline else { return .notYet }
            if MonotonicInstant.now >= nextDoubt {
                // Looked for once more after this, for it may have come out since.
                missedBefore = try !isInWork(ticket.path)
                nextDoubt = .now + .seconds(2)
            }
            progress.tick()
            try calling { () throws(SystemCallError) in
                _ = try Poller.wait(for: [], until: min(deadline, .now + pause))
            }
            pause = min(pause * 3 / 2, .milliseconds(250))
        }
    }

    private func find(
        _ ticket: Ticket, _ search: OutcomeSearch, _ others: inout Set<FileIdentity>
    ) throws(CommandError) -> Outcome? {
        var read: [FileIdentity] = []
        let found = try calling { () throws(SystemCallError) in
            try search.outcomes { status in
                let identity = FileIdentity(status)
                if others.contains(identity) { return false }
                read.append(identity)
                return true
            }
        }
        if let own = found.first(where: { $0.requestID == ticket.requestID }) {
            try calling { () throws(SystemCallError) in try makeDurable(own) }
            return own
        }
        others.formUnion(read)
        return nil
    }

    /// The record was flushed before it got its name; the name is durable after this.
    private func makeDurable(_ outcome: Outcome) throws(SystemCallError) {
        let top = outcome.kind == .result ? outbox : deadLetter
        do { try top.descendant(outcome.path.parent).synchronize() } catch  where error.isMissing {}
    }

    /// Whether the image still waits or is in work; a user who cannot see either is told yes.
    private func isInWork(_ path: RelativePath) throws(CommandError) -> Bool {
        guard let name = path.name else { return true }
        do throws(SystemCallError) {
            let folder = try places.root.subdirectory(SpoolLayout.inbox).descendant(path.parent)
            if try folder.contains(name) { return true }
        } catch {
            if !error.isMissing { return true }
        }
        guard let spool = try? Spool(path: places.path), let workers = try? spool.workers() else { return true }
        return workers.contains { worker in worker.jobs.contains { $0.claim.source.path == path } }
    }
}
