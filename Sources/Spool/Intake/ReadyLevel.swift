internal import LinuxSupport

/// The jobs of one priority, by the top folders of the inbox they lie in: the folders take turns, and within one, jobs
/// go by arrival, then by name. So ten thousand files in one folder do not hold up one file in another.
struct ReadyLevel: Sendable {
    struct Entry: Comparable, Sendable {
        let since: MonotonicInstant
        let path: RelativePath

        static func < (left: Entry, right: Entry) -> Bool {
            if left.since != right.since { return left.since < right.since }
            return left.path < right.path
        }
    }

    /// Sorted; what is before `start` is gone.
    private struct Line: Sendable {
        var entries: [Entry] = []
        var start = 0

        var isEmpty: Bool { start == entries.count }

        /// Where `entry` is, or belongs.
        func position(of entry: Entry) -> Int {
            // Jobs mostly come in order.
            if let last = entries.last, last < entry { return entries.count }
            var low = start
            var high = entries.count
            while low < high {
                let middle = (low + high) / 2
                if entries[middle] < entry { low = middle + 1 } else { high = middle }
            }
            return low
        }

        mutating func insert(_ entry: Entry) { entries.insert(entry, at: position(of: entry)) }

        mutating func remove(_ entry: Entry) {
            let found = position(of: entry)
            guard found < entries.count, entries[found] == entry else { return }
            guard found == start else {
                entries.remove(at: found)
                return
            }
            start += 1
            if start > 32, 2 * start > entries.count {
                entries.removeFirst(start)
                start = 0
            }
        }
    }

    /// The top folder; `nil` for files in the inbox itself.
    private typealias Folder = FileName?

    private var lines: [Folder: Line] = [:]
    /// The folders that have jobs, in the order of their turns.
    private var turns: [Folder] = []
    /// Whose turn it is.
    private var turn = 0

    init() {}

    var isEmpty: Bool { turns.isEmpty }

    mutating func insert(_ entry: Entry) {
        let folder = Self.folder(of: entry.path)
        // A folder that is new has its turn after all others.
        if lines[folder] == nil {
            turns.insert(folder, at: turn)
            turn = (turn + 1) % turns.count
        }
        lines[folder, default: Line()].insert(entry)
    }

    /// Takes out `entry`, if it is there.
    /// - Parameter endsTurn: Whether it was taken because it was its folder's turn.
    mutating func remove(_ entry: Entry, endsTurn: Bool = false) {
        let folder = Self.folder(of: entry.path)
        guard lines[folder] != nil else { return }
        lines[folder]?.remove(entry)
        if lines[folder]?.isEmpty == true {
            lines[folder] = nil
            guard let index = turns.firstIndex(of: folder) else { return }
            turns.remove(at: index)
            if index < turn { turn -= 1 }
            if turn == turns.count { turn = 0 }
        } else if endsTurn {
            turn = (turn + 1) % turns.count
        }
    }

    /// How many jobs there are.
    var count: Int { lines.values.reduce(0) { $0 + $1.entries.count - $1.start } }

    /// The first `count` entries in the order in which they are to be taken.
    func first(_ count: Int) -> [Entry] {
        var found: [Entry] = []
        // Of each folder that has a turn in this round. Those that run dry drop out: one may be much longer than ten
        // thousand others.
        var open = turns.indices.prefix(count).compactMap { lines[turns[(turn + $0) % turns.count]] }
        var round = 0
        while found.count < count, !open.isEmpty {
            for line in open.prefix(count - found.count) { found.append(line.entries[line.start + round]) }
            round += 1
            open.removeAll { $0.start + round >= $0.entries.count }
        }
        return found
    }

    private static func folder(of path: RelativePath) -> Folder {
        path.bytes.firstIndex(of: 0x2F).flatMap { FileName(Array(path.bytes[..<$0])) }
    }
}
