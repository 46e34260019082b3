internal import LinuxSupport
internal import Spool
internal import StrictJSON
internal import Worker

/// A worker and what it says of itself in `status.json`.
struct WorkerStatus {
    let view: WorkerView
    /// `nil` if the worker has written none yet, or one that cannot be read.
    let record: JSONValue?

    init(_ view: WorkerView) {
        self.view = view
        let limits = JSONLimits(bytes: 16 << 20, depth: 8)
        let value = view.status.flatMap { try? JSONValue(parsing: $0, limits: limits) }
        record = value?["schema"]?.string == "ocrspool.status/1" ? value : nil
    }

    /// A living worker writes at least once a minute; one that has not for so long stands still.
    private static let longestSilence: Int64 = 90_000

    /// `running`, `paused`, `stopping` or, of a worker that is not there any more, `gone`.
    var state: String { view.isAlive ? record?["state"]?.string ?? "starting" : "gone" }
    var pauseMessage: String? { view.isAlive ? record?["pause"]?["message"]?.string : nil }
    var updatedAt: Timestamp? { time(record?["updatedAt"]) }
    var startedAt: Timestamp? { time(record?["startedAt"]) }
    var nextScanAt: Timestamp? { time(record?["intake"]?["nextScanAt"]) }
    var lastScanAt: Timestamp? { time(record?["intake"]?["lastScanAt"]) }
    var polls: Bool { record?["intake"]?["mode"]?.string == "polling" }

    /// Whether what it says of the inbox holds, but for the last moment.
    var isFresh: Bool {
        guard view.isAlive, let updatedAt, lastScanAt != nil else { return false }
        return Timestamp.now.unixMilliseconds - updatedAt.unixMilliseconds < Self.longestSilence
    }

    /// The rules by which the first of `workers` that lives passes things over; the built-in ones if none does.
    static func ignoreRules(of workers: [WorkerStatus]) -> IgnoreRules {
        let living = workers.first { $0.view.isAlive && $0.record != nil }
        let globs = living?.record?["intake"]?["ignore"]?.array?.compactMap(\.string)
        return globs.map(IgnoreRules.init(globs:)) ?? .builtIn
    }

    /// Of `workers` the one that has looked at the inbox and spoke last.
    static func latest(of workers: [WorkerStatus]) -> WorkerStatus? {
        workers.filter(\.isFresh).max { $0.updatedAt ?? .distantPast < $1.updatedAt ?? .distantPast }
    }

    func count(_ name: String) -> Int { record?["counts"]?[name]?.int ?? 0 }
    func total(_ name: String) -> Int { record?["totals"]?[name]?.int ?? 0 }

    /// Attempts that it makes in a millisecond, by the last ones; `nil` if it has made none, or makes none now.
    var attemptsPerMillisecond: Double? {
        guard state == "running", let each = record?["queue"]?["millisecondsPerAttempt"]?.int,
            let recognizers = record?["queue"]?["recognizers"]?.int
        else { return nil }
        return Double(recognizers) / Double(max(1, each))
    }

    /// Folders whose defaults it holds to be wrong, and why.
    var brokenDefaults: [(folder: RelativePath, message: String)] {
        (record?["brokenDefaults"]?.array ?? []).compactMap { entry in
            guard let folder = Self.path(entry), let message = entry["message"]?.string else { return nil }
            return (folder, message)
        }
    }

    /// What it says of the entry of the inbox at `path` that it passes over, such as a folder that it may not enter.
    func sight(_ path: RelativePath) -> String? {
        record?["ignored"]?.array?.first { Self.path($0) == path }?["reason"]?.string
    }

    private static func path(_ entry: JSONValue) -> RelativePath? {
        RecordedName(recordedIn: entry).flatMap { RelativePath($0.bytes) }
    }

    private func time(_ value: JSONValue?) -> Timestamp? { value?.string.flatMap(Timestamp.init(_:)) }
}

extension Timestamp {
    /// Before all that a spool knows of.
    static let distantPast = Timestamp(unixMilliseconds: .min)
}

/// What a worker has said of a file of the inbox, and when.
struct WorkerWord {
    let worker: WorkerStatus
    let entry: InboxEntry
    let saidAt: Timestamp?

    /// What the first of `workers` that knows `path` says: by its status, which is a second old at most, or by its
    /// complete list, which is older.
    static func about(
        _ path: RelativePath, _ workers: [WorkerStatus], _ spool: Spool
    ) throws(SystemCallError) -> WorkerWord? {
        for worker in workers where worker.view.isAlive {
            let entries = worker.record?["inbox"]?.array ?? []
            // Names are compared before anything else is read: there may be two thousand.
            let listed = entries.first { RecordedName(recordedIn: $0)?.bytes == path.bytes }
            if let entry = listed.flatMap(InboxEntry.init(recordedIn:)) {
                return WorkerWord(worker: worker, entry: entry, saidAt: worker.updatedAt)
            }
        }
        for worker in workers where worker.view.isAlive {
            guard let name = FileName(worker.view.id) else { continue }
            do {
                let directory = try spool.working.subdirectory(name)
                let answer = try InboxList.search(WorkerHome.inboxListName, in: directory, for: [path])
                if let answer, let entry = answer.entries.first {
                    return WorkerWord(worker: worker, entry: entry, saidAt: answer.writtenAt)
                }
            } catch  where error.isMissing {
                continue  // it left just now
            }
        }
        return nil
    }
}
