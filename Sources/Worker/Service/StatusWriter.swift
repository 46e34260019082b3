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
    /// Images that cannot be claimed as things are.
    let blocked: [RelativePath: ClaimObstacle]
    let snapshot: Dispatcher.Snapshot
    let nextScan: MonotonicInstant
    /// The globs of the configuration that are in force.
    let ignore: [String]
    /// The whole queue.
    let order: () -> ReadyOrder

    /// Whether the status lists all files that wait.
    var fitsStatus: Bool {
        let longest = Self.longestList
        return snapshot.readyCount <= longest && snapshot.superseded + table.unsettled.count + blocked.count <= longest
    }
}

/// Writes `state/status.json` and the worker's own `working/<worker-id>/status.json`, at most once a second, and a
/// sign of life once a minute; and the `InboxList` beside it, while the status cannot hold all files.
final class StatusWriter {
    private let spool: Spool
    private let home: WorkerHome
    private let log: WorkerLog
    private let identity: StatusIdentity
    private var isTouched = true
    private var lastWrite = MonotonicInstant(nanoseconds: 0)
    private var hasFailed = false
    private var list = ListSchedule()

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

    var nextDue: MonotonicInstant { min(lastWrite + (isTouched ? Self.interval : Self.signOfLife), list.nextDue) }

    func writeIfDue(_ facts: () -> StatusFacts) {
        if nextDue <= .now { write(facts()) }
    }

    func write(_ facts: StatusFacts) {
        if isTouched { list.touch() }
        isTouched = false
        let clock = ClockReading.now
        lastWrite = clock.monotonic
        let record = StatusRecord(identity: identity, facts: facts, clock: clock)
        let bytes = record.bytes
        do {
            // First the list: who does not find a file in the status then finds it there.
            try writeList(facts, clock)
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

    private func writeList(_ facts: StatusFacts, _ clock: ClockReading) throws(SystemCallError) {
        if facts.fitsStatus {
            if list.isThere { try home.directory.remove(WorkerHome.inboxListName) }
            list = ListSchedule()
            return
        }
        guard list.isDue(at: clock.monotonic) else { return }
        // Also when it fails, it must not be tried without a pause.
        defer { list.wrote(from: clock.monotonic, until: .now) }
        try InboxList.write(facts, at: clock, to: WorkerHome.inboxListName, in: home.directory)
    }
}

/// When the list of all files is written: not more often than every five seconds, and so seldom that the loop, which
/// does it, loses no more than a fiftieth of its time by it.
struct ListSchedule: Hashable {
    static let interval: Duration = .seconds(5)
    /// The pause after a writing is so many times as long as that took.
    static let restraint = 50

    private(set) var isThere = false
    private var mayBeWritten = MonotonicInstant(nanoseconds: 0)
    private var isStale = true

    init() {}

    /// What the list tells has changed.
    mutating func touch() { isStale = true }

    /// When a list that is there should be written again; `.never` while it is as new as can be.
    var nextDue: MonotonicInstant { isThere && isStale ? mayBeWritten : .never }

    func isDue(at now: MonotonicInstant) -> Bool { isStale && mayBeWritten <= now }

    mutating func wrote(from start: MonotonicInstant, until end: MonotonicInstant) {
        isThere = true
        isStale = false
        mayBeWritten = end + max(Self.interval, start.duration(to: end) * Self.restraint)
    }
}
