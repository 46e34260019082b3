internal import LinuxSupport

/// Files to be looked into, in slices, so that the first job of a hundred thousand need not wait for the last.
struct Agenda: Sendable {
    /// Files of one slice: some tens of milliseconds of work at most.
    static let slice = 1000

    /// The first at the end.
    private var left: [RelativePath] = []

    init() {}

    var isEmpty: Bool { left.isEmpty }

    /// Takes over `dirty`, and gives the next slice: by arrival, then by name.
    /// - Parameter arrival: Of a file; `nil` for one that is gone.
    mutating func next(
        from dirty: inout Set<RelativePath>, arrival: (RelativePath) -> MonotonicInstant?
    ) -> [RelativePath] {
        if dirty.count <= Self.slice {
            // News come first, and what is left goes on in the same turn.
            var slice = Self.sorted(dirty, arrival)
            dirty.removeAll()
            let number = min(left.count, Self.slice - slice.count)
            slice += left.suffix(number).reversed()
            left.removeLast(number)
            return slice
        }
        left = Self.sorted(dirty.union(left), arrival).reversed()
        dirty.removeAll()
        let slice = Array(left.suffix(Self.slice).reversed())
        left.removeLast(slice.count)
        return slice
    }

    private static func sorted(
        _ paths: Set<RelativePath>, _ arrival: (RelativePath) -> MonotonicInstant?
    ) -> [RelativePath] {
        var keyed: [(arrival: MonotonicInstant, path: RelativePath)] = []
        keyed.reserveCapacity(paths.count)
        for path in paths {
            if let moment = arrival(path) { keyed.append((moment, path)) }
        }
        keyed.sort { $0.arrival == $1.arrival ? $0.path < $1.path : $0.arrival < $1.arrival }
        return keyed.map(\.path)
    }
}
