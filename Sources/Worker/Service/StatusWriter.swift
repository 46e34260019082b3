internal import LinuxSupport
internal import Spool
internal import StrictJSON

/// What the status is made of.
struct StatusFacts {
    /// Files and jobs beyond so many are counted and not listed.
    static let longestList = 1000

    let table: IntakeTable
    let sights: InboxSights
    let watch: InboxWatch.Facts
    let snapshot: Dispatcher.Snapshot
    let nextScan: MonotonicInstant
    /// The globs of the configuration that are in force.
    let ignore: [String]
}

/// Writes `state/status.json` and the worker's own `working/<worker-id>/status.json`, at most once a second, and a
/// sign of life once a minute.
final class StatusWriter {
    private let spool: Spool
    private let home: WorkerHome
    private let log: WorkerLog
    private let identity: StatusIdentity
    private var isTouched = true
    private var lastWrite = MonotonicInstant(nanoseconds: 0)
    private var hasFailed = false

    private static let interval: Duration = .seconds(1)
    private static let signOfLife: Duration = .seconds(60)

    init(spool: Spool, home: WorkerHome, log: WorkerLog, identity: StatusIdentity) {
        self.spool = spool
        self.home = home
        self.log = log
        self.identity = identity
    }

    /// Something has happened that the status should tell.
    func touch() { isTouched = true }

    var nextDue: MonotonicInstant { lastWrite + (isTouched ? Self.interval : Self.signOfLife) }

    func writeIfDue(_ facts: () -> StatusFacts) {
        if nextDue <= .now { write(facts()) }
    }

    func write(_ facts: StatusFacts) {
        isTouched = false
        lastWrite = .now
        let record = StatusRecord(identity: identity, facts: facts, now: .now, monotonic: .now)
        let bytes = record.bytes
        do {
            try home.directory.replaceAtomically(WorkerHome.statusName, bytes)
            // Other workers write these as well.
            try spool.state.replaceAtomically("status.json", bytes, stagedIn: home.directory)
            try spool.state.replaceAtomically(
                "metrics.prom", Array(record.metrics.utf8), stagedIn: home.directory)
            hasFailed = false
        } catch {
            // The status is not worth a pause; what made it fail will show elsewhere.
            if !hasFailed { log.warning("cannot write the status: \(error)") }
            hasFailed = true
        }
    }
}
