package import LinuxSupport

/// A job that intake found ready, and what is to be said of it beforehand.
package struct ReadyJob: Hashable, Sendable {
    package var candidate: ClaimCandidate
    package var priority: Int
    /// When it became complete: the arrival that orders jobs of one priority.
    package var since: MonotonicInstant
    /// Set where intake already knows that the job must fail.
    package var failure: JobFailure?

    package var path: RelativePath { candidate.path }
}

/// What intake knows of every file in the inbox. A value without I/O: looks at directories and events are put in,
/// decisions come out.
package struct IntakeTable: Sendable {
    package var waits: IntakeWaits
    private var files: [RelativePath: InboxFile] = [:]
    private var states: [RelativePath: IntakeState] = [:]
    private var pairs = PairIndex()
    /// Files whose state must be found anew.
    private var dirty: Set<RelativePath> = []
    /// Files whose state changes by time alone, with the moment.
    private var timed: [RelativePath: MonotonicInstant] = [:]
    /// Images that were given up because their request may be another's. They stay so when that other image goes first
    /// and leaves the request to them alone, until the request or the image itself changes.
    private var condemned: [RelativePath: (request: RelativePath, failure: JobFailure)] = [:]
    /// Not later than any moment in `timed`.
    private var earliest = MonotonicInstant.never

    package init(waits: IntakeWaits) {
        self.waits = waits
    }

    package var count: Int { files.count }
    /// Whether there is anything that is, or may become, a job with an image.
    package func hasImages(except some: Set<RelativePath>) -> Bool {
        files.values.contains { !$0.isRequest && !some.contains($0.path) }
    }
    package var paths: some Collection<RelativePath> { files.keys }

    package func file(_ path: RelativePath) -> InboxFile? { files[path] }
    package func state(_ path: RelativePath) -> IntakeState? { states[path] }

    /// Not later than when `evaluate` will find something; `.never` if time alone changes nothing.
    package var nextDue: MonotonicInstant { dirty.isEmpty ? earliest : MonotonicInstant(nanoseconds: 0) }

    /// Has the state of `path` found anew, although nothing is known to have changed.
    package mutating func reconsider(_ path: RelativePath) {
        if files[path] != nil { dirty.insert(path) }
    }

    /// Has the state of `path` found anew at `time`, and not before.
    package mutating func reconsider(_ path: RelativePath, at time: MonotonicInstant) {
        guard files[path] != nil else { return }
        timed[path] = time
        earliest = min(earliest, time)
    }

    /// Takes in a look at a regular file.
    package mutating func observe(
        _ path: RelativePath, _ status: FileStatus, sighting: Sighting, at now: MonotonicInstant,
        probe: some IntakeProbe
    ) {
        if var file = files[path] {
            guard file.observe(status, sighting: sighting, at: now) else { return }
            files[path] = file
            reclassify(path, probe)
        } else {
            files[path] = InboxFile(path: path, status: status, sighting: sighting, at: now)
            reclassify(path, probe)
        }
    }

    /// Takes out a file that is no longer there, or no longer intake's.
    package mutating func remove(_ path: RelativePath) {
        guard let file = files.removeValue(forKey: path) else { return }
        pardon(file)
        touchNeighbours(of: file)
        pairs.remove(path)
        states[path] = nil
        timed[path] = nil
        dirty.remove(path)
    }

    /// Finds the states that are due at `now`.
    /// - Returns: the jobs that can be claimed now and could not before, or not in this form; and the paths that could
    ///   be claimed and cannot any more.
    package mutating func evaluate(at now: MonotonicInstant, probe: some IntakeProbe) -> IntakeChanges {
        var changes = IntakeChanges()
        var due = dirty
        dirty.removeAll()
        if earliest <= now { due.formUnion(timed.filter { $0.value <= now }.keys) }
        for path in due.sorted() {
            guard let file = files[path] else { continue }
            let wasReady = if case .ready = states[path] { true } else { false }
            let (state, job) = file.isRequest ? stateOfRequest(file, now) : stateOfImage(file, now, probe)
            states[path] = state
            if case .arriving(_, .openForWriting) = state { files[path]?.noteWriter(at: now) }
            timed[path] = state.due
            earliest = min(earliest, state.due ?? .never)
            if let failure = job?.failure, case .ambiguous(let request, _) = pairs.pairing(of: path) {
                condemned[path] = (request, failure)
            }
            if let job {
                changes.ready.append(job)
            } else if wasReady {
                changes.withdrawn.append(path)
            }
        }
        earliest = earliest <= now ? timed.values.min() ?? .never : earliest
        return changes
    }

    private mutating func reclassify(_ path: RelativePath, _ probe: some IntakeProbe) {
        guard var file = files[path] else { return }
        if pairs.contains(path) {
            pardon(file)
            touchNeighbours(of: file)  // as what it was until now
            pairs.remove(path)
        }
        let isNamedLikeRequest = path.name?.hasSuffix(".json") == true
        file.isRequest = isNamedLikeRequest && !probe.isImage(path, file.status)
        files[path] = file
        pairs.insert(path, isRequest: file.isRequest)
        dirty.insert(path)
        touchNeighbours(of: file)
    }

    private mutating func touchNeighbours(of file: InboxFile) {
        dirty.formUnion(pairs.neighbours(of: file.path, isRequest: file.isRequest))
    }

    private mutating func pardon(_ file: InboxFile) {
        for image in file.isRequest ? pairs.imagesNear(file.path) : [file.path] { condemned[image] = nil }
    }

    private func stateOfImage(
        _ file: InboxFile, _ now: MonotonicInstant, _ probe: some IntakeProbe
    ) -> (IntakeState, ReadyJob?) {
        let pairing = pairs.pairing(of: file.path)
        let request: InboxFile? = if case .request(let path) = pairing { files[path] } else { nil }
        let facts = request.map { probe.requestFacts($0.path, $0.status) }
        let verdict = Completeness.ofImage(
            file, request: facts?.isValid == true ? facts : nil, waits: waits, now: now,
            sha256: { probe.sha256(file.path, file.status) }, isOpenForWriting: { probe.isOpenForWriting(file.path) })
        guard case .complete(let since) = verdict else { return (state(of: verdict), nil) }

        if let (contested, failure) = condemned[file.path], contested == request?.path {
            return (.ready(since: since), job(file, nil, RequestFacts.defaultPriority, since, failure))
        }
        if let request, let facts {
            let whole = Completeness.ofRequest(
                request, isValid: facts.isValid, waits: waits, now: now,
                isOpenForWriting: { probe.isOpenForWriting(request.path) })
            switch whole {
            case .arriving(let due, _):
                return (.awaitingRequest(due: due ?? now.advanced(by: waits.settle), since: since), nil)
            case .complete(let requestSince):
                let start = max(since, requestSince)
                return (.ready(since: start), job(file, request, facts.priority, start, nil))
            }
        }
        let due = since.advanced(by: waits.pairing)
        if now < due { return (.awaitingRequest(due: due, since: since), nil) }
        return (.ready(since: since), job(file, nil, RequestFacts.defaultPriority, since, ambiguity(pairing)))
    }

    private func stateOfRequest(_ file: InboxFile, _ now: MonotonicInstant) -> (IntakeState, ReadyJob?) {
        let due = file.lastChange.advanced(by: waits.orphan)
        if isWanted(file.path) { return (.paired, nil) }
        if now < due { return (.orphan(due: due), nil) }
        let failure = JobFailure(
            .imageMissing, stage: .intake,
            "No image came for this request within \(waits.orphan.components.seconds) s; "
                + "drop the image and the request together again.")
        var job = job(file, nil, RequestFacts.defaultPriority, due, failure)
        job.candidate.subject = .orphanRequest
        return (.ready(since: due), job)
    }

    /// Whether an image is there that this request is, or may be, meant for.
    private func isWanted(_ request: RelativePath) -> Bool {
        pairs.imagesNear(request).contains { image in
            switch pairs.pairing(of: image) {
            case .none: false
            case .request(let path), .ambiguous(let path, _): path == request
            }
        }
    }

    private func ambiguity(_ pairing: PairIndex.Pairing) -> JobFailure? {
        guard case .ambiguous(let request, let images) = pairing else { return nil }
        let names = images.prefix(3).compactMap(\.name).map { DisplayText.escaped($0.bytes) }
        let shown = names.joined(separator: ", ") + (images.count > 3 ? ", …" : "")
        let name = DisplayText.escaped(request.name?.bytes ?? [])
        return JobFailure(
            .requestAmbiguous, stage: .intake,
            "The request \(name) could be meant for \(shown); name it after the whole image, as in "
                + "\(names.first ?? "scan.png").json.")
    }

    private func job(
        _ file: InboxFile, _ request: InboxFile?, _ priority: Int, _ since: MonotonicInstant, _ failure: JobFailure?
    ) -> ReadyJob {
        let candidate = ClaimCandidate(
            subject: .image, path: file.path, status: file.status, request: request?.path,
            requestStatus: request?.status)
        return ReadyJob(candidate: candidate, priority: priority, since: since, failure: failure)
    }

    private func state(of verdict: Completeness.Verdict) -> IntakeState {
        switch verdict {
        case .arriving(let due, let reason): .arriving(due: due, reason)
        case .complete(let since): .ready(since: since)
        }
    }
}

/// What `IntakeTable.evaluate` found.
package struct IntakeChanges: Hashable, Sendable {
    package var ready: [ReadyJob] = []
    package var withdrawn: [RelativePath] = []

    package var isEmpty: Bool { ready.isEmpty && withdrawn.isEmpty }
}

extension IntakeState {
    /// When time alone changes the state.
    package var due: MonotonicInstant? {
        switch self {
        case .arriving(let due, _): due
        case .awaitingRequest(let due, _): due
        case .orphan(let due): due
        case .paired, .ready: nil
        }
    }
}
