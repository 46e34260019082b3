package import LinuxSupport

/// The jobs that can be claimed, best first: by priority, then by arrival, then by name.
package struct ReadyQueue: Sendable {
    private var jobs: [RelativePath: ReadyJob] = [:]
    /// A binary heap; it may hold entries that are out of date, which `next` passes over.
    private var heap: [Entry] = []

    private struct Entry: Comparable, Sendable {
        let priority: Int
        let since: MonotonicInstant
        let path: RelativePath

        init(_ job: ReadyJob) {
            priority = job.priority
            since = job.since
            path = job.path
        }

        static func < (left: Entry, right: Entry) -> Bool {
            if left.priority != right.priority { return left.priority > right.priority }
            if left.since != right.since { return left.since < right.since }
            return left.path < right.path
        }
    }

    package init() {}

    package var count: Int { jobs.count }
    package var isEmpty: Bool { jobs.isEmpty }

    /// Puts `job` in, in the place of an earlier one of the same path.
    package mutating func insert(_ job: ReadyJob) {
        jobs[job.path] = job
        heap.append(Entry(job))
        var child = heap.count - 1
        while child > 0, heap[child] < heap[(child - 1) / 2] {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
        // Entries of jobs that came and went must not pile up.
        if heap.count > 64, heap.count > 4 * jobs.count { rebuild() }
    }

    package mutating func remove(_ path: RelativePath) {
        jobs[path] = nil
    }

    /// Takes the best job out.
    package mutating func next() -> ReadyJob? {
        while let entry = popEntry() {
            guard let job = jobs[entry.path], Entry(job) == entry else { continue }
            jobs[entry.path] = nil
            return job
        }
        return nil
    }

    /// All jobs, best first. For the status.
    package func ordered() -> [ReadyJob] {
        jobs.values.sorted { Entry($0) < Entry($1) }
    }

    private mutating func popEntry() -> Entry? {
        guard let best = heap.first else { return nil }
        let last = heap.removeLast()
        if heap.isEmpty { return best }
        heap[0] = last
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child] < heap[smallest] {
                smallest = child
            }
            if smallest == parent { return best }
            heap.swapAt(parent, smallest)
            parent = smallest
        }
    }

    private mutating func rebuild() {
        heap = jobs.values.map(Entry.init).sorted()
    }
}
