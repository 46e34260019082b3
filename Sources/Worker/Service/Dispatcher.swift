package import LinuxSupport
package import Spool
internal import Synchronization

/// What the lanes and the intake loop share: the jobs to be taken, those in work, the pause, and the reports that
/// lanes give back. All calls are short and never block on anything but each other.
package final class Dispatcher: Sendable {
    /// Something for a lane to do.
    package enum Work: Sendable {
        /// A file of the inbox, to be claimed.
        case claim(ReadyJob)
        /// A job that was claimed before: recovered, or due for its next attempt.
        case resume(ClaimedJob)
    }

    /// What a lane tells the intake loop.
    package enum Report: Sendable {
        /// The file is a job now.
        case claimed(ReadyJob)
        /// Another worker or its producer was faster.
        case gone(RelativePath)
        /// It must be looked at again.
        case changed(RelativePath)
        /// The same, and the worker has moved it away and back.
        case givenBack(RelativePath)
        /// It cannot be taken for a reason of its own.
        case blocked(RelativePath, SystemCallError)
        /// The worker may not read it.
        case unreadable(RelativePath, SystemCallError)
        /// The claim stopped half way because of the machine; what it left is to be recovered.
        case interrupted(RelativePath)
        /// A job that stopped half way because of the machine; it is to be recovered, and attempt `attempt` of it does
        /// not count.
        case parked(JobID, attempt: Int?)
        case laneEnded
    }

    /// A job in a lane's hands, for the status.
    package struct Activity: Hashable, Sendable {
        package var job: JobID
        package var path: RelativePath
        package var lane: Int
        package var attempt: Int?
        package var since: Timestamp
    }

    /// A claimed job that waits for its time.
    package struct Waiting: Sendable {
        package var job: ClaimedJob
        package var due: MonotonicInstant
        package var reason: String
    }

    private struct State {
        var ready = ReadyQueue()
        var waiting: [Waiting] = []
        var activities: [JobID: Activity] = [:]
        var children: [Int: Int32] = [:]
        var idle: Set<Int> = []
        /// What busy lanes have prepared ahead.
        var prepared: [Int: PreparedJob] = [:]
        /// The newest frame that was claimed, by stream.
        var frames: [String: JobID] = [:]
        /// Lanes that hold work which is not, or not yet, an activity.
        var claiming = 0
        var claimed: Set<RelativePath> = []
        var claimsStarted = 0
        var pause: Pause?
        var stopsAt: MonotonicInstant?
        var reports: [Report] = []
        var tallies = Tallies()

        mutating func beginClaim(of job: ReadyJob) {
            claiming += 1
            claimsStarted += 1
            claimed.insert(job.path)
        }
        var pace = Pace()
    }

    private let state = Mutex(State())
    /// Readable when there are reports or a new pause.
    package let changed: EventCounter
    private let wakes: [EventCounter]

    package init(lanes: Int) throws(SystemCallError) {
        changed = try EventCounter()
        var wakes: [EventCounter] = []
        for _ in 0..<lanes { wakes.append(try EventCounter()) }
        self.wakes = wakes
    }

    private static let mostStreams = 10_000

    /// Counts that the image at `path` has gone from the inbox, unless it was a lane that took it.
    func noteGone(_ path: RelativePath) {
        state.withLock { state in
            if !state.claimed.contains(path) { state.tallies.vanished += 1 }
        }
    }

    package var laneCount: Int { wakes.count }
    package func wake(of lane: Int) -> EventCounter { wakes[lane] }
}

// MARK: - For lanes

extension Dispatcher {
    /// The best work that is due, or `nil`.
    ///
    /// - Parameters:
    ///   - ahead: the lane is busy and wants its next job early; it gets one only if no idle lane would be left
    ///     without, and no frame, which a newer one may supersede until a recognizer is free.
    ///   - models: what the lane's recognizer has loaded, as `ReadyJob.models`.
    func take(lane: Int, ahead: Bool, models: [String]) -> Work? {
        let now = MonotonicInstant.now
        return state.withLock { state in
            guard state.pause == nil, state.stopsAt == nil else {
                if !ahead { state.idle.insert(lane) }
                return nil
            }
            let dueIndex = state.waiting.indices.filter { state.waiting[$0].due <= now }
                .min { state.waiting[$0].due < state.waiting[$1].due }
            let available = state.ready.count + (dueIndex == nil ? 0 : 1)
            if available == 0 || (ahead && available <= state.idle.count) {
                if !ahead { state.idle.insert(lane) }
                return nil
            }
            state.idle.remove(lane)
            if let dueIndex { return .resume(state.waiting.remove(at: dueIndex).job) }
            guard let job = state.ready.next(models: models, takesFrames: !ahead) else { return nil }
            state.beginClaim(of: job)
            return .claim(job)
        }
    }

    /// A frame that is to be put away unread, or `nil`.
    func takeSuperseded() -> ReadyJob? {
        state.withLock { state in
            guard state.pause == nil, state.stopsAt == nil, let job = state.ready.nextSuperseded() else { return nil }
            state.beginClaim(of: job)
            return job
        }
    }

    var hasSuperseded: Bool {
        state.withLock { $0.pause == nil && $0.stopsAt == nil && $0.ready.supersededCount > 0 }
    }

    /// Whether `job` is a frame of `stream` of which a newer one was claimed; if not, it is the newest.
    func isSuperseded(_ job: JobID, in stream: String) -> Bool {
        state.withLock { state in
            if let newest = state.frames[stream], newest > job { return true }
            // Streams are named by producers, who may think of any number of them.
            if state.frames.count >= Self.mostStreams { state.frames = [:] }
            state.frames[stream] = job
            return false
        }
    }

    /// Whether `lane` has prepared a job ahead that nobody has taken over.
    func hasPrepared(for lane: Int) -> Bool {
        state.withLock { $0.prepared[lane] != nil }
    }

    /// Keeps a job that `lane` has prepared ahead, for itself or for a lane that becomes idle before it does.
    func keep(_ prepared: PreparedJob, for lane: Int) {
        state.withLock { $0.prepared[lane] = prepared }
        wakeIdleLanes()
    }

    /// Takes back what `lane` has prepared ahead.
    func takePrepared(for lane: Int) -> PreparedJob? {
        state.withLock { $0.prepared.removeValue(forKey: lane) }
    }

    /// Takes over, for an idle lane, the oldest job that a busy one has prepared ahead.
    func takeOver(lane idle: Int) -> PreparedJob? {
        state.withLock { state in
            guard state.pause == nil, state.stopsAt == nil,
                let lane = state.prepared.min(by: { $0.value.job.id < $1.value.job.id })?.key
            else { return nil }
            state.idle.remove(idle)
            return state.prepared.removeValue(forKey: lane)
        }
    }

    /// When a waiting job is next due.
    var nextDue: MonotonicInstant {
        state.withLock { state in
            state.pause == nil ? state.waiting.map(\.due).min() ?? .never : .never
        }
    }

    /// Ends what `take` began with `.claim`, and tells the intake loop.
    func report(claim report: Report, activity: Activity? = nil) {
        state.withLock { state in
            state.claiming -= 1
            if let path = report.unclaimedPath { state.claimed.remove(path) }
            if let activity { state.activities[activity.job] = activity }
            state.reports.append(report)
        }
        changed.signal()
    }

    func begin(_ activity: Activity) {
        state.withLock { state in
            state.activities[activity.job] = activity
            if activity.attempt != nil { state.pace.begin(activity.job, at: .now) }
        }
        changed.signal()
    }

    func end(_ job: JobID, _ count: (inout Tallies) -> Void) {
        state.withLock { state in
            state.activities[job] = nil
            state.pace.end(job, at: .now)
            count(&state.tallies)
        }
        changed.signal()
    }

    /// Gives a job back to wait until `due`.
    func postpone(_ job: ClaimedJob, until due: MonotonicInstant, reason: String) {
        state.withLock { state in
            state.activities[job.id] = nil
            state.pace.forget(job.id)
            state.waiting.append(Waiting(job: job, due: due, reason: reason))
        }
        wakeIdleLanes()
        changed.signal()
    }

    /// Hands a job that stopped half way to the intake loop, for recovery.
    func park(_ job: JobID, attempt: Int?) {
        state.withLock { state in
            state.activities[job] = nil
            state.pace.forget(job)
            state.reports.append(.parked(job, attempt: attempt))
        }
        changed.signal()
    }

    /// Stops all lanes from taking work. The first reason counts.
    func pause(_ pause: Pause) {
        state.withLock { $0.pause = $0.pause ?? pause }
        changed.signal()
    }

    func setChild(_ process: Int32?, lane: Int) {
        state.withLock { $0.children[lane] = process }
    }

    func laneEnded() {
        state.withLock { $0.reports.append(.laneEnded) }
        changed.signal()
    }

    var isPaused: Bool { state.withLock { $0.pause != nil } }
    /// When work must be given up; `nil` while the worker is to go on.
    var stopsAt: MonotonicInstant? { state.withLock { $0.stopsAt } }
}

// MARK: - For the intake loop

extension Dispatcher {
    func offer(_ changes: IntakeChanges) {
        guard !changes.ready.isEmpty || !changes.withdrawn.isEmpty else { return }
        state.withLock { state in
            for path in changes.withdrawn { state.ready.remove(path) }
            for job in changes.ready { state.ready.insert(job) }
        }
        // Busy lanes too: they may take their next job ahead.
        wakeAllLanes()
    }

    /// Whether a lane, or a wait for the next attempt, has the image of `path`.
    func hasJob(of path: RelativePath) -> Bool {
        state.withLock { state in
            state.activities.values.contains { $0.path == path } || state.waiting.contains { $0.job.path == path }
        }
    }

    func withdraw(_ path: RelativePath) {
        state.withLock { $0.ready.remove(path) }
    }

    func takeReports() -> [Report] {
        state.withLock { state in
            let reports = state.reports
            state.reports = []
            for case .claimed(let job) in reports { state.claimed.remove(job.path) }
            return reports
        }
    }

    var currentPause: Pause? { state.withLock { $0.pause } }

    func resume() {
        state.withLock { $0.pause = nil }
        wakeAllLanes()
    }

    /// Lets lanes finish what they have until `deadline`, and take nothing more.
    func stop(by deadline: MonotonicInstant) {
        state.withLock { $0.stopsAt = min($0.stopsAt ?? .never, deadline) }
        wakeAllLanes()
    }

    /// Whether no lane has anything, and nothing waits for one.
    var isIdle: Bool {
        state.withLock { state in
            state.ready.isEmpty && state.ready.supersededCount == 0 && state.waiting.isEmpty
                && state.activities.isEmpty && state.claiming == 0 && state.reports.isEmpty
        }
    }

    /// Of the jobs that `list` finds, those that no lane has and that wait for none; `nil` if a lane was claiming
    /// meanwhile, so that nothing can be said.
    func unknownJobs(_ list: () -> [JobID]) -> Set<JobID>? {
        let before = state.withLock { $0.claimsStarted }
        let found = list()
        return state.withLock { state in
            guard state.claiming == 0, state.claimsStarted == before else { return nil }
            return Set(found).subtracting(state.activities.keys).subtracting(state.waiting.map(\.job.id))
        }
    }

    /// The jobs that wait for their turn, in order. Cheap, whatever their number.
    package var order: ReadyOrder { state.withLock { $0.ready.order } }

    package struct Snapshot: Sendable {
        /// The first of the jobs that wait for their turn.
        package var ready: [ReadyJob]
        /// How many wait in all, and of each priority.
        package var readyCount: Int
        package var countsByPriority: [Int: Int]
        /// Frames in the inbox that newer ones have superseded, and that are not put away yet.
        package var superseded: Int
        /// Some of them.
        package var supersededPaths: [RelativePath]
        /// Recognizers that there may be.
        package var lanes: Int
        package var pace: Pace
        package var waiting: [Waiting]
        package var activities: [Activity]
        package var children: [Int: Int32]
        package var pause: Pause?
        package var isStopping: Bool
        package var tallies: Tallies
    }

    /// - Parameter limit: so many ready jobs and superseded frames at most.
    package func snapshot(limit: Int) -> Snapshot {
        state.withLock { state in
            Snapshot(
                ready: state.ready.ordered(limit), readyCount: state.ready.count,
                countsByPriority: state.ready.countsByPriority, superseded: state.ready.supersededCount,
                supersededPaths: Array(state.ready.supersededPaths.prefix(limit)), lanes: laneCount, pace: state.pace,
                waiting: state.waiting,
                activities: state.activities.values.sorted { $0.job < $1.job }, children: state.children,
                pause: state.pause, isStopping: state.stopsAt != nil, tallies: state.tallies)
        }
    }

    private func wakeIdleLanes() {
        let idle = state.withLock { $0.idle }
        for lane in idle { wakes[lane].signal() }
    }

    private func wakeAllLanes() {
        for wake in wakes { wake.signal() }
    }
}

extension Dispatcher.Report {
    /// The file of a claim that came to nothing.
    fileprivate var unclaimedPath: RelativePath? {
        switch self {
        case .gone(let path), .changed(let path), .givenBack(let path), .interrupted(let path): path
        case .blocked(let path, _), .unreadable(let path, _): path
        case .claimed, .parked, .laneEnded: nil
        }
    }
}
