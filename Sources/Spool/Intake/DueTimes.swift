internal import LinuxSupport

/// Moments at which something is to be done about files: at most one a file, the earliest found in constant time.
struct DueTimes: Sendable {
    private var dues: [RelativePath: MonotonicInstant] = [:]
    /// A binary heap; it may hold entries that are out of date, which are passed over.
    private var heap: [Entry] = []

    private struct Entry: Sendable {
        let due: MonotonicInstant
        let path: RelativePath
    }

    init() {}

    /// Not later than the earliest moment; `.never` without any.
    var earliest: MonotonicInstant { heap.first?.due ?? .never }

    /// Sets the moment of `path`, or takes it out.
    mutating func set(_ path: RelativePath, _ due: MonotonicInstant?) {
        guard dues[path] != due else { return }
        dues[path] = due
        if let due { push(Entry(due: due, path: path)) }
        // Entries of moments that were changed must not pile up.
        if heap.count > 64, heap.count > 4 * dues.count { rebuild() }
    }

    /// Takes out what is due at `now`.
    mutating func take(until now: MonotonicInstant) -> [RelativePath] {
        var paths: [RelativePath] = []
        while let first = heap.first, first.due <= now {
            pop()
            guard dues[first.path] == first.due else { continue }
            dues[first.path] = nil
            paths.append(first.path)
        }
        return paths
    }

    private mutating func push(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0, heap[child].due < heap[(child - 1) / 2].due {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func pop() {
        let last = heap.removeLast()
        if heap.isEmpty { return }
        heap[0] = last
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].due < heap[smallest].due {
                smallest = child
            }
            if smallest == parent { return }
            heap.swapAt(parent, smallest)
            parent = smallest
        }
    }

    private mutating func rebuild() {
        heap = dues.map { Entry(due: $0.value, path: $0.key) }.sorted { $0.due < $1.due }
    }
}
