internal import LinuxSupport
internal import Spool
internal import StrictJSON
internal import Worker

/// What explanations are made from.
struct ExplainedScene {
    let places: SpoolPlaces
    /// `nil` for a user who may not see the workers' side.
    let spool: Spool?
    /// Empty for such a user.
    let workers: [WorkerStatus]

    var seesWorkers: Bool { spool != nil }
    var living: [WorkerStatus] { workers.filter(\.view.isAlive) }

    init(_ places: SpoolPlaces) {
        self.places = places
        let spool = try? Spool(path: places.path)
        let views = spool.flatMap { try? $0.workers() }
        self.spool = views == nil ? nil : spool
        workers = (views ?? []).map(WorkerStatus.init)
    }

    /// Of a worker that is paused, why, as a part of a sentence.
    func pause(of worker: WorkerStatus) -> String {
        worker.pauseMessage.map { "; the worker is paused: \(clause($0))" } ?? ""
    }

    /// All that came of an image at `path`.
    func outcomes(of path: RelativePath) throws(CommandError) -> [Outcome] {
        let search = OutcomeSearch(
            outbox: try places.open(SpoolLayout.outbox), deadLetter: try places.open(SpoolLayout.deadLetter), path: path
        )
        return try calling { () throws(SystemCallError) in try search.outcomes() }
    }
}

/// A message of a record as a part of a sentence.
func clause(_ message: String?) -> String {
    let text = DisplayText.escaped(message ?? "no reason is known")
    return text.hasSuffix(".") ? String(text.dropLast()) : text
}

/// Looks for a file through the whole spool, in the order of a job's life.
struct Explainer {
    let scene: ExplainedScene
    private let inbox: InboxExplainer
    private let later: OutcomeExplainer

    init(_ places: SpoolPlaces) {
        scene = ExplainedScene(places)
        inbox = InboxExplainer(scene: scene)
        later = OutcomeExplainer(scene: scene)
    }

    /// All that is known of what the user named, and, if it is the name of a result or a request, of its image.
    func explain(_ named: NamedPlace) throws(CommandError) -> [Explanation] {
        let path = try inboxPath(of: named)
        let found = try explainExactly(path)
        guard let name = path.name, name.hasSuffix(".json"), let image = FileName(Array(name.bytes.dropLast(5))) else {
            return found
        }
        return found + (try explainExactly(path.replacingName(image)))
    }

    private func explainExactly(_ path: RelativePath) throws(CommandError) -> [Explanation] {
        let outcomes = path.isEmpty ? [] : try scene.outcomes(of: path)
        let found =
            [try inbox.explain(path)].compactMap { $0 } + JobExplainer(scene: scene).explain(path)
            + outcomes.filter { $0.kind == .deadLetter }.map(later.deadLetter)
            + outcomes.filter { $0.kind == .result }.map(later.result) + later.archived(path)
        return found.map { one in
            var one = one
            one.path = one.path ?? path
            return one
        }
    }

    // MARK: - What was named

    /// The path of the image, or whatever it is, that lies or lay in the inbox.
    private func inboxPath(of named: NamedPlace) throws(CommandError) -> RelativePath {
        switch named.directory {
        case SpoolLayout.deadLetter: try deadLetter(named.path)
        case SpoolLayout.outbox: try result(named.path)
        case SpoolLayout.archive: Self.withoutJob(named.path)
        case SpoolLayout.working: job(named.path) ?? named.path
        default: named.path
        }
    }

    /// A folder of the dead letter, or what lies in it, leads to the image by its record.
    private func deadLetter(_ path: RelativePath) throws(CommandError) -> RelativePath {
        let top = try scene.places.open(SpoolLayout.deadLetter)
        for count in path.names.indices {
            let folder = RelativePath(Array(path.names[...count]))
            let found = try calling { () throws(SystemCallError) in try DeadLetterFolder.at(folder, below: top) }
            guard let found else { continue }
            return found.record?.image.name.flatMap { RelativePath($0.bytes) } ?? folder
        }
        return path
    }

    /// A result leads to its image by its record; what stands beside it, by its name.
    private func result(_ path: RelativePath) throws(CommandError) -> RelativePath {
        guard let name = path.name else { return path }
        let limit = 256 << 20
        let top = try scene.places.open(SpoolLayout.outbox)
        if let folder = try? top.descendant(path.parent), let bytes = try? folder.read(name, limit: limit),
            let record = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: limit, depth: 64)),
            let image = record["image"].flatMap(RecordedName.init(recordedIn:)).flatMap({ RelativePath($0.bytes) })
        {
            return image
        }
        guard let suffix = [".json", ".txt"].first(where: name.hasSuffix),
            let image = FileName(Array(name.bytes.dropLast(suffix.utf8.count)))
        else { return path }
        return Self.withoutJob(path.replacingName(image))
    }

    private func job(_ path: RelativePath) -> RelativePath? {
        let ids = path.names.compactMap { JobID($0.string) }
        let jobs = scene.workers.flatMap(\.view.jobs)
        return jobs.first { ids.contains($0.claim.id) }?.claim.source.path
    }

    /// `scan.png` for `scan.png.<job>`.
    private static func withoutJob(_ path: RelativePath) -> RelativePath {
        guard let name = path.name, JobID(ending: name.bytes) != nil, name.bytes.dropLast(26).last == 0x2E,
            let plain = FileName(Array(name.bytes.dropLast(27)))
        else { return path }
        return path.replacingName(plain)
    }
}
