internal import LinuxSupport
internal import Spool
internal import StrictJSON
internal import Worker

/// A worker and what it says of itself in `status.json`.
struct WorkerStatus {
    /// A file of the inbox, as the worker sees it.
    struct InboxFile {
        let path: RelativePath
        /// `queued`, `arriving`, `awaitingRequest` or `orphanRequest`.
        let state: String
        let position: Int?
        let dueAt: Timestamp?
        let reason: String?
    }

    let view: WorkerView
    /// `nil` if the worker has written none yet, or one that cannot be read.
    let record: JSONValue?

    init(_ view: WorkerView) {
        self.view = view
        let limits = JSONLimits(bytes: 16 << 20, depth: 8)
        let value = view.status.flatMap { try? JSONValue(parsing: $0, limits: limits) }
        record = value?["schema"]?.string == "ocrspool.status/1" ? value : nil
    }

    /// `running`, `paused`, `stopping` or, of a worker that is not there any more, `gone`.
    var state: String { view.isAlive ? record?["state"]?.string ?? "starting" : "gone" }
    var pauseMessage: String? { view.isAlive ? record?["pause"]?["message"]?.string : nil }
    var nextScanAt: Timestamp? { record?["intake"]?["nextScanAt"]?.string.flatMap(Timestamp.init(_:)) }

    /// The rules by which the first of `workers` that lives passes things over; the built-in ones if none does.
    static func ignoreRules(of workers: [WorkerStatus]) -> IgnoreRules {
        let living = workers.first { $0.view.isAlive && $0.record != nil }
        let globs = living?.record?["intake"]?["ignore"]?.array?.compactMap(\.string)
        return globs.map(IgnoreRules.init(globs:)) ?? .builtIn
    }

    func count(_ name: String) -> Int { record?["counts"]?[name]?.int ?? 0 }
    func total(_ name: String) -> Int { record?["totals"]?[name]?.int ?? 0 }

    /// What the worker says of the file at `path`; `nil` if nothing.
    func inboxFile(_ path: RelativePath) -> InboxFile? {
        let entry = record?["inbox"]?.array?.first { RecordedName(recordedIn: $0)?.bytes == path.bytes }
        guard let entry, let state = entry["state"]?.string else { return nil }
        return InboxFile(
            path: path, state: state, position: entry["position"]?.int,
            dueAt: entry["dueAt"]?.string.flatMap(Timestamp.init(_:)), reason: entry["reason"]?.string)
    }
}
