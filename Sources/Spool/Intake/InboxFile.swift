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

    package let path: RelativePath
    package private(set) var status: FileStatus
    package private(set) var evidence: Evidence
    /// When something about it last changed, or was first seen.
    package private(set) var lastChange: MonotonicInstant
    package let firstSeen: MonotonicInstant
    /// Named `*.json` and not an image by its content.
    package internal(set) var isRequest = false

    package init(path: RelativePath, status: FileStatus, sighting: Sighting, at now: MonotonicInstant) {
        self.path = path
        self.status = status
        evidence = Self.evidence(of: sighting)
        lastChange = now
        firstSeen = now
    }

    /// Takes in another look at the file. Any change of size or times restarts the wait; an event does so even if the
    /// clock of the file system was too coarse to show a change.
    /// - Returns: whether anything changed.
    mutating func observe(_ new: FileStatus, sighting: Sighting, at now: MonotonicInstant) -> Bool {
        let isSameContent = status.hasSameContent(as: new)
        let isSame = status == new
        status = new
        switch sighting {
        case .scanned, .touched:
            if isSame && sighting == .scanned { return false }
            lastChange = now
            // A change of mode or owner alone takes nothing from what a rename or a close has proved.
            if !isSameContent { evidence = .none }
        case .closed:
            lastChange = now
            if evidence != .movedIn || !isSameContent { evidence = .closed }
        case .movedIn:
            lastChange = now
            evidence = .movedIn
        }
        return true
    }

    /// Takes in that somebody has the file open for writing: it is not quiet, although nothing shows yet.
    mutating func noteWriter(at now: MonotonicInstant) {
        lastChange = now
    }

    private static func evidence(of sighting: Sighting) -> Evidence {
        switch sighting {
        case .scanned, .touched: .none
        case .closed: .closed
        case .movedIn: .movedIn
        }
    }
}
