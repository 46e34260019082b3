package import LinuxSupport

/// The jobs that can be claimed, best first: by priority, then in turns by top folder, then by arrival, then by name.
///
/// A job whose models a recognizer has loaded may overtake others of its priority; none is overtaken so more than
/// `mostOvertakings` times. Of the frames of a stream that wait, only the newest stays; the others are superseded.
package struct ReadyQueue: Sendable {
    /// Jobs that may overtake another for the sake of loaded models.
    package static let mostOvertakings = 16

    private var jobs: [RelativePath: ReadyJob] = [:]
    private var levels: [ReadyLevel] = Array(repeating: ReadyLevel(), count: 10)
    /// How often a job was overtaken; without those that never were.
    private var overtakings: [RelativePath: Int] = [:]
    /// The waiting frame of each stream.
    private var frames: [String: RelativePath] = [:]
    private var superseded: [RelativePath: ReadyJob] = [:]

    package init() {}

    package var count: Int { jobs.count }
    package var isEmpty: Bool { jobs.isEmpty }
    package var supersededCount: Int { superseded.count }
    /// Superseded frames that wait to be put away, in no order.
    package var supersededPaths: some Collection<RelativePath> { superseded.keys }
    /// How many jobs each priority has that has any.
    package var countsByPriority: [Int: Int] {
        Dictionary(uniqueKeysWithValues: levels.indices.map { ($0, levels[$0].count) }).filter { $0.value > 0 }
    }
    /// All jobs in the order in which they are to be taken: a cheap copy, to be walked through without a lock.
    package var order: ReadyOrder { ReadyOrder(levels: levels.reversed()) }

    /// Puts `job` in, in the place of an earlier one of the same path.
    package mutating func insert(_ job: ReadyJob) {
        remove(job.path)
        if let stream = job.stream, job.failure == nil {
            if let other = frames[stream].flatMap({ jobs[$0] }) {
                guard Self.entry(other) < Self.entry(job) else {
                    superseded[job.path] = job
                    return
                }
                remove(other.path)
                superseded[other.path] = other
            }
            frames[stream] = job.path
        }
        jobs[job.path] = job
        levels[job.priority].insert(Self.entry(job))
    }

    package mutating func remove(_ path: RelativePath) {
        superseded[path] = nil
        take(path, endsTurn: false)
    }

    /// Takes the best job out.
    ///
    /// - Parameters:
    ///   - models: What `ReadyJob.models` is for jobs that the recognizer has loaded models for.
    ///   - takesFrames: Whether frames of streams may be taken; if not, and the best job is one, none is.
    package mutating func next(models: [String] = [], takesFrames: Bool = true) -> ReadyJob? {
        guard let level = levels.lastIndex(where: { !$0.isEmpty }) else { return nil }
        let window = levels[level].first(Self.mostOvertakings + 1)
        let chosen = choice(among: window, models)
        guard let job = jobs[window[chosen].path], takesFrames || job.stream == nil else { return nil }
        for entry in window[..<chosen] { overtakings[entry.path, default: 0] += 1 }
        take(job.path, endsTurn: chosen == 0)
        return job
    }

    /// Takes out a frame that a newer one has superseded.
    package mutating func nextSuperseded() -> ReadyJob? {
        guard let first = superseded.first else { return nil }
        superseded[first.key] = nil
        return first.value
    }

    /// The first `count` jobs, best first. For the status.
    package func ordered(_ count: Int = .max) -> [ReadyJob] {
        var found: [ReadyJob] = []
        for level in levels.reversed() where found.count < count {
            found += level.first(count - found.count).compactMap { jobs[$0.path] }
        }
        return found
    }

    private func choice(among window: [ReadyLevel.Entry], _ models: [String]) -> Int {
        if models.isEmpty { return 0 }
        for (index, entry) in window.enumerated() {
            if let job = jobs[entry.path], models.contains(job.models) { return index }
            // Nobody behind this one may come first any more.
            if overtakings[entry.path, default: 0] >= Self.mostOvertakings { return 0 }
        }
        return 0
    }

    private mutating func take(_ path: RelativePath, endsTurn: Bool) {
        guard let job = jobs.removeValue(forKey: path) else { return }
        levels[job.priority].remove(Self.entry(job), endsTurn: endsTurn)
        overtakings[path] = nil
        if let stream = job.stream, frames[stream] == path { frames[stream] = nil }
    }

    private static func entry(_ job: ReadyJob) -> ReadyLevel.Entry {
        ReadyLevel.Entry(since: job.since, path: job.path)
    }
}

/// The order of a `ReadyQueue` at one moment.
package struct ReadyOrder: Sendable {
    fileprivate let levels: [ReadyLevel]

    /// Calls `body` with each job's path and arrival, the one that is to be taken first at first.
    package func forEach<Failure: Error>(
        _ body: (RelativePath, MonotonicInstant) throws(Failure) -> Void
    ) throws(Failure) {
        for level in levels {
            for entry in level.first(.max) { try body(entry.path, entry.since) }
        }
    }
}
