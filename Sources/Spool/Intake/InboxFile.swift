package import LinuxSupport

/// How the worker came to see a file.
package enum Sighting: Hashable, Sendable {
    /// A look at the directory; says nothing of what happened before.
    case scanned
    /// Its name was made, or something about it changed.
    case touched
    /// It was closed by a writer.
    case closed
    /// It was moved or linked to its name, whole.
    case movedIn
}

/// A regular file of the inbox as intake knows it.
package struct InboxFile: Hashable, Sendable {
    /// What speaks for the file's being complete.
    package enum Evidence: Hashable, Sendable {
        case none
        case closed
        case movedIn
    }

    /// What about a file changed last. The raw value is what users see.
    package enum Change: String, Hashable, Sendable {
        case seen = "it was seen for the first time"
        case size = "its size changed"
        case times = "its times changed"
        case replaced = "another file took its name"
        case touched = "something was done to it"
        case closed = "its writer closed it"
        case movedIn = "it was moved or linked to its name"
        case heldOpen = "a process has it open for writing"
    }

    package let path: RelativePath
    package private(set) var status: FileStatus
    package private(set) var evidence: Evidence
    /// When something about it last changed, or was first seen.
    package private(set) var lastChange: MonotonicInstant
    package private(set) var change: Change
    /// How long before `lastChange` the file had been as it is, by the clock that stamps files; zero when its change was
    /// seen. Says nothing of completeness, which needs a quiet time that was watched; once that has passed, it says
    /// since when the file had been complete.
    package private(set) var age: Duration
    /// Named `*.json` and not an image by its content.
    package internal(set) var isRequest = false
    /// The worker itself has moved it back to its name, which must not be taken for its producer's doing.
    private var wasGivenBack = false

    /// - Parameter age: How long ago `status` says that the file last changed; negative counts as zero.
    package init(
        path: RelativePath, status: FileStatus, sighting: Sighting, at now: MonotonicInstant, age: Duration = .zero
    ) {
        self.path = path
        self.status = status
        evidence = Self.evidence(of: sighting)
        lastChange = now
        change = Self.change(of: sighting) ?? .seen
        self.age = sighting == .scanned ? Self.bounded(age) : .zero
    }

    /// Since when it has been as it is, as far as is known.
    var arrival: MonotonicInstant { complete(after: .zero) }

    /// When it was complete if a watched quiet of `settle` after `lastChange` has shown it to be.
    func complete(after settle: Duration) -> MonotonicInstant {
        // Files may be older than the machine's boot, where its clock begins.
        let (seconds, attoseconds) = (settle - age).components
        return MonotonicInstant(
            nanoseconds: lastChange.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    /// Takes in another look at the file. Any change of size or times restarts the wait; an event does so even if the
    /// clock of the file system was too coarse to show a change.
    /// - Returns: whether anything changed.
    mutating func observe(_ new: FileStatus, sighting: Sighting, at now: MonotonicInstant) -> Bool {
        let old = status
        var sighting = sighting
        if wasGivenBack, sighting == .movedIn, old.isSameFile(as: new) {
            wasGivenBack = false
            sighting = .touched
        }
        if sighting == .scanned, old == new { return false }
        let isSameContent = old.hasSameContent(as: new)
        status = new
        lastChange = now
        age = .zero
        change = Self.change(of: sighting) ?? Self.change(from: old, to: new)
        switch sighting {
        case .scanned, .touched:
            // A change of mode or owner alone takes nothing from what a rename or a close has proved.
            if !isSameContent { evidence = .none }
        case .closed:
            if evidence != .movedIn || !isSameContent { evidence = .closed }
        case .movedIn:
            evidence = .movedIn
        }
        return true
    }

    /// Takes in that the worker had moved the file away and back again: nothing is proved by its coming.
    mutating func noteGivenBack(at now: MonotonicInstant) {
        wasGivenBack = true
        evidence = .none
        lastChange = now
        age = .zero
    }

    /// Takes in that somebody has the file open for writing: it is not quiet, although nothing shows yet.
    mutating func noteWriter(at now: MonotonicInstant) {
        lastChange = now
        age = .zero
        change = .heldOpen
    }

    /// No older than ten years, which no order or wait depends on.
    private static func bounded(_ age: Duration) -> Duration { min(max(.zero, age), .seconds(315_360_000)) }

    private static func change(of sighting: Sighting) -> Change? {
        switch sighting {
        case .scanned, .touched: nil
        case .closed: .closed
        case .movedIn: .movedIn
        }
    }

    private static func change(from old: FileStatus, to new: FileStatus) -> Change {
        if !old.isSameFile(as: new) { return .replaced }
        if old.size != new.size { return .size }
        return old == new ? .touched : .times
    }

    private static func evidence(of sighting: Sighting) -> Evidence {
        switch sighting {
        case .scanned, .touched: .none
        case .closed: .closed
        case .movedIn: .movedIn
        }
    }
}
