package import LinuxSupport

/// What intake knows of every file in the inbox. A value without I/O: looks at directories and events are put in,
/// decisions come out.
package struct IntakeTable: Sendable {
    package var rules: IntakeRules
    private var entries: [RelativePath: Entry] = [:]
    private var pairs = PairIndex()
    private var defaults = FolderDefaults()
    /// Files whose state must be found anew.
    private var dirty: Set<RelativePath> = []
    /// What of `dirty` a call of `evaluate` left to the next.
    private var agenda = Agenda()
    /// Folders below which that is so of every file.
    private var dirtyFolders: Set<RelativePath> = []
    /// When states change by time alone.
    private var dueTimes = DueTimes()
    /// Images that were given up because their request may be another's. They stay so when that other image goes first
    /// and leaves the request to them alone, until the request or the image itself changes.
    private var condemned: [RelativePath: (request: RelativePath, failure: JobFailure)] = [:]
    /// Requests for which images were given up; with the last of them gone, they follow.
    private var contested: [RelativePath: JobFailure] = [:]
    /// Files that the worker was refused to read, with the number of refusals.
    private var refusals: [RelativePath: Refusal] = [:]
    package private(set) var counts = IntakeCounts()
    /// Files that can neither be claimed nor are the request of an image: those whose state is still to be told.
    package private(set) var unsettled: Set<RelativePath> = []

    private struct Entry: Sendable {
        var file: InboxFile
        /// `nil` until it was found once.
        var state: IntakeState?
    }

    private struct Refusal: Sendable {
        var number: Int
        var due: MonotonicInstant
        var error: SystemCallError
    }

    package init(rules: IntakeRules) {
        self.rules = rules
    }

    package var count: Int { entries.count }
    package var paths: some Collection<RelativePath> { entries.keys }
    /// Folders whose defaults are known.
    package var foldersWithDefaults: some Collection<RelativePath> { defaults.folders }
    /// Folders whose defaults are not valid, with the reason.
    package var brokenDefaults: [RelativePath: String] { defaults.broken }

    package func file(_ path: RelativePath) -> InboxFile? { entries[path]?.file }
    package func state(_ path: RelativePath) -> IntakeState? { entries[path]?.state }

    /// Whether there is any image but `some` that is a job, or becomes one without anybody's doing.
    package func hasProspects(except some: Set<RelativePath>) -> Bool {
        entries.values.contains { entry in
            if entry.file.isRequest || some.contains(entry.file.path) { return false }
            return switch entry.state {
            case .held, .awaitingRequest(nil, _): false
            default: true
            }
        }
    }

    /// Not later than when `evaluate` will find something; `.never` if time alone changes nothing.
    package var nextDue: MonotonicInstant {
        if !dirty.isEmpty || !agenda.isEmpty || !dirtyFolders.isEmpty { return MonotonicInstant(nanoseconds: 0) }
        return min(dueTimes.earliest, defaults.nextReport(rules.settle))
    }
}

// MARK: - What is seen

extension IntakeTable {
    /// Has the state of `path` found anew, although nothing is known to have changed.
    package mutating func reconsider(_ path: RelativePath) {
        if entries[path] != nil { dirty.insert(path) }
    }

    /// Has the state of every file found anew, after a change of the rules.
    package mutating func reconsiderAll() { dirtyFolders.insert(RelativePath([])) }

    /// Has the state of `path` found anew at `time`, and not before.
    package mutating func reconsider(_ path: RelativePath, at time: MonotonicInstant) {
        if entries[path] != nil { dueTimes.set(path, time) }
    }

    /// Takes in a look at a regular file.
    /// - Parameter age: How long ago `status` says that the file last changed.
    package mutating func observe(
        _ path: RelativePath, _ status: FileStatus, sighting: Sighting, at now: MonotonicInstant,
        age: Duration = .zero, probe: some IntakeProbe
    ) {
        if var file = entries[path]?.file {
            guard file.observe(status, sighting: sighting, at: now) else { return }
            entries[path]?.file = file
            refusals[path] = nil
        } else {
            let file = InboxFile(path: path, status: status, sighting: sighting, at: now, age: age)
            entries[path] = Entry(file: file, state: nil)
            unsettled.insert(path)
        }
        reclassify(path, probe)
    }

    /// Takes out a file that is no longer there, or no longer intake's.
    package mutating func remove(_ path: RelativePath) {
        guard let entry = entries.removeValue(forKey: path) else { return }
        counts.move(from: entry.state, to: nil)
        unsettled.remove(path)
        pardon(entry.file)
        touchNeighbours(of: entry.file)
        pairs.remove(path)
        dueTimes.set(path, nil)
        dirty.remove(path)
        refusals[path] = nil
        contested[path] = nil
    }

    /// Takes in that the worker had moved `path` away and back again.
    package mutating func noteGivenBack(_ path: RelativePath, at now: MonotonicInstant) {
        entries[path]?.file.noteGivenBack(at: now)
        reconsider(path)
    }

    /// Takes in a look at the file of defaults of `folder`.
    package mutating func observeDefaults(
        of folder: RelativePath, _ status: FileStatus, sighting: Sighting, at now: MonotonicInstant
    ) {
        if defaults.observe(folder, status, sighting: sighting, at: now) { dirtyFolders.insert(folder) }
    }

    /// Takes in that `folder` has no file of defaults any more.
    package mutating func removeDefaults(of folder: RelativePath) {
        if defaults.remove(folder) { dirtyFolders.insert(folder) }
    }

    /// Takes in that the worker was refused to read `path` or its request.
    package mutating func refuse(_ path: RelativePath, _ error: SystemCallError, at now: MonotonicInstant) {
        guard entries[path] != nil else { return }
        let number = (refusals[path]?.number ?? 0) + 1
        let wait = number <= rules.refusalWaits.count ? rules.refusalWaits[number - 1] : .zero
        refusals[path] = Refusal(number: number, due: now.advanced(by: wait), error: error)
        dirty.insert(path)
    }

    private mutating func reclassify(_ path: RelativePath, _ probe: some IntakeProbe) {
        guard var file = entries[path]?.file else { return }
        if pairs.contains(path) {
            pardon(file)
            touchNeighbours(of: file)  // as what it was until now
            pairs.remove(path)
        }
        let isNamedLikeRequest = path.name?.hasSuffix(".json") == true
        file.isRequest = isNamedLikeRequest && !probe.isImage(path, file.status)
        entries[path]?.file = file
        pairs.insert(path, isRequest: file.isRequest)
        dirty.insert(path)
        touchNeighbours(of: file)
    }

    private mutating func touchNeighbours(of file: InboxFile) {
        dirty.formUnion(pairs.neighbours(of: file.path, isRequest: file.isRequest))
    }

    private mutating func pardon(_ file: InboxFile) {
        if condemned.isEmpty { return }
        for image in file.isRequest ? pairs.imagesNear(file.path) : [file.path] { condemned[image] = nil }
        if file.isRequest { contested[file.path] = nil }
    }
}

// MARK: - What follows

/// What `IntakeTable.evaluate` found.
package struct IntakeChanges: Hashable, Sendable {
    /// Jobs that can be claimed now and could not before, or not in this form.
    package var ready: [ReadyJob] = []
    /// Paths that could be claimed and cannot any more.
    package var withdrawn: [RelativePath] = []
    /// Requests that have no image, and had one or were not there before.
    package var orphans: [RelativePath] = []
    package var defaults: [DefaultsReport] = []
}

extension IntakeTable {
    /// Finds the states that are due at `now`, or the first of them: with very many, those that arrived first are found
    /// first, and `nextDue` says that there are more.
    package mutating func evaluate(at now: MonotonicInstant, probe: some IntakeProbe) -> IntakeChanges {
        var changes = IntakeChanges()
        let folders = dirtyFolders
        dirtyFolders.removeAll()
        // With very many files, even to walk through them costs more than all else.
        if !folders.isEmpty {
            for path in entries.keys where folders.contains(where: { path.isWithin($0) }) { dirty.insert(path) }
        }
        dirty.formUnion(dueTimes.take(until: now))
        for path in agenda.next(from: &dirty, arrival: { self.entries[$0]?.file.arrival }) {
            find(path, now, probe, &changes)
        }
        changes.defaults = defaults.reports(at: now, settle: rules.settle, probe: probe)
        return changes
    }

    private mutating func find(
        _ path: RelativePath, _ now: MonotonicInstant, _ probe: some IntakeProbe, _ changes: inout IntakeChanges
    ) {
        guard let entry = entries[path] else { return }
        let (state, job) = entry.file.isRequest ? stateOfRequest(entry.file, now) : stateOfImage(entry.file, now, probe)
        counts.move(from: entry.state, to: state)
        entries[path]?.state = state
        if state.isSettled { unsettled.remove(path) } else { unsettled.insert(path) }
        if case .arriving(_, .openForWriting) = state { entries[path]?.file.noteWriter(at: now) }
        dueTimes.set(path, state.due)
        if let failure = job?.failure, case .ambiguous(let request, _) = pairs.pairing(of: path) {
            condemned[path] = (request, failure)
            contested[request] = failure
        }
        if let job {
            changes.ready.append(job)
        } else if case .ready = entry.state {
            changes.withdrawn.append(path)
        }
        if case .orphan = state {
            if case .orphan = entry.state { return }
            changes.orphans.append(path)
        }
    }

    private mutating func stateOfImage(
        _ file: InboxFile, _ now: MonotonicInstant, _ probe: some IntakeProbe
    ) -> (IntakeState, ReadyJob?) {
        let pairing = pairs.pairing(of: file.path)
        let request: InboxFile? = if case .request(let path) = pairing { entries[path]?.file } else { nil }
        let effective = defaults.effective(for: file.path.parent, probe: probe)
        let inherited: MergedDefaults? = if case .defaults(let merged) = effective { merged } else { nil }
        let facts = request.map { probe.requestFacts($0.path, $0.status, defaults: inherited) }
        let verdict = Completeness.ofImage(
            file, request: facts?.isValid == true ? facts : nil, rules: rules, now: now,
            sha256: { probe.sha256(file.path, file.status) }, isOpenForWriting: { probe.isOpenForWriting(file.path) })
        let since: MonotonicInstant
        switch verdict {
        case .arriving(let due, let reason): return (.arriving(due: due, reason), nil)
        case .complete(let moment): since = moment
        }
        if case .broken(let folder, _) = effective { return (.held(folder: folder), nil) }
        let plain = inherited?.facts ?? RequestFacts(isValid: true)

        if let (contested, failure) = condemned[file.path], contested == request?.path {
            return ready(file, nil, plain, since, failure, inherited, now)
        }
        if let request, let facts {
            let whole = Completeness.ofRequest(
                request, isValid: facts.isValid, rules: rules, now: now,
                isOpenForWriting: { probe.isOpenForWriting(request.path) })
            switch whole {
            case .arriving(let due, _):
                return (.awaitingRequest(due: due ?? now.advanced(by: rules.settle), since: since), nil)
            case .complete(let requestSince):
                return ready(file, request, facts, max(since, requestSince), nil, inherited, now)
            }
        }
        if case .ambiguous(let request, let images) = pairing {
            let due = since.advanced(by: rules.pairing)
            if now < due { return (.awaitingRequest(due: due, since: since), nil) }
            return ready(file, nil, plain, since, Self.ambiguity(request, images), inherited, now)
        }
        if rules.requiresRequest { return (.awaitingRequest(due: nil, since: since), nil) }
        let due = since.advanced(by: rules.pairing)
        if now < due { return (.awaitingRequest(due: due, since: since), nil) }
        return ready(file, nil, plain, since, nil, inherited, now)
    }

    private func stateOfRequest(_ file: InboxFile, _ now: MonotonicInstant) -> (IntakeState, ReadyJob?) {
        if isWanted(file.path) { return (.paired, nil) }
        let failure: JobFailure
        if let ambiguity = contested[file.path] {
            failure = ambiguity
        } else {
            let due = rules.orphanDue(of: file)
            if now < due { return (.orphan(due: due), nil) }
            failure = JobFailure(
                .imageMissing, stage: .intake,
                "No image came for this request within \(rules.orphan.components.seconds) s; "
                    + "drop the image and the request together again.")
        }
        let candidate = ClaimCandidate(
            subject: .orphanRequest, path: file.path, status: file.status, request: nil, requestStatus: nil)
        let job = ReadyJob(candidate: candidate, facts: RequestFacts(isValid: true), since: now, failure: failure)
        return (.ready(since: now), job)
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

    private static func ambiguity(_ request: RelativePath, _ images: [RelativePath]) -> JobFailure {
        let names = images.prefix(3).compactMap(\.name).map { DisplayText.escaped($0.bytes) }
        let shown = names.joined(separator: ", ") + (images.count > 3 ? ", …" : "")
        let name = DisplayText.escaped(request.name?.bytes ?? [])
        return JobFailure(
            .requestAmbiguous, stage: .intake,
            "The request \(name) could be meant for \(shown); name it after the whole image, as in "
                + "\(names.first ?? "scan.png").json.")
    }

    /// - Parameter facts: Of the request, with the defaults below it.
    private func ready(
        _ file: InboxFile, _ request: InboxFile?, _ facts: RequestFacts, _ since: MonotonicInstant,
        _ failure: JobFailure?, _ defaults: MergedDefaults?, _ now: MonotonicInstant
    ) -> (IntakeState, ReadyJob?) {
        var failure = failure
        var mayBeUnreadable = false
        if let refusal = refusals[file.path] {
            if now < refusal.due { return (.unreadable(due: refusal.due, refusal.error), nil) }
            if refusal.number > rules.refusalWaits.count {
                failure = failure ?? rules.unreadable(refusal.error)
                mayBeUnreadable = true
            }
        }
        let candidate = ClaimCandidate(
            subject: .image, path: file.path, status: file.status, request: request?.path,
            requestStatus: request?.status, defaults: defaults?.bytes, mayBeUnreadable: mayBeUnreadable)
        return (
            .ready(since: since), ReadyJob(candidate: candidate, facts: facts, since: since, failure: failure)
        )
    }
}
