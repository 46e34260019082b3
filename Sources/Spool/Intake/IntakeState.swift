package import LinuxSupport

/// What intake has decided about a file, and until when.
package enum IntakeState: Hashable, Sendable {
    /// Not complete: looked at again at `due`, or at its next change if that is `nil`.
    case arriving(due: MonotonicInstant?, ArrivalReason)
    /// Complete; its request is not there, or not whole. It may come until `due`, and must come where that is `nil`.
    case awaitingRequest(due: MonotonicInstant?, since: MonotonicInstant)
    /// Complete, and the defaults of `folder`, its own or one above, are not valid.
    case held(folder: RelativePath)
    /// Complete, and the worker was refused to read it or its request; tried again at `due`.
    case unreadable(due: MonotonicInstant, SystemCallError)
    /// A request whose image is there.
    case paired
    /// A request without an image, given up at `due`.
    case orphan(due: MonotonicInstant)
    /// Can be claimed since `since`.
    case ready(since: MonotonicInstant)

    /// Whether intake has nothing more to decide.
    var isSettled: Bool {
        switch self {
        case .paired, .ready: true
        case .arriving, .awaitingRequest, .held, .unreadable, .orphan: false
        }
    }

    /// When time alone changes the state.
    package var due: MonotonicInstant? {
        switch self {
        case .arriving(let due, _): due
        case .awaitingRequest(let due, _): due
        case .unreadable(let due, _): due
        case .orphan(let due): due
        case .held, .paired, .ready: nil
        }
    }
}

/// How many files of the inbox are in which state.
package struct IntakeCounts: Hashable, Sendable {
    package private(set) var arriving = 0
    package private(set) var awaitingRequest = 0
    package private(set) var held = 0
    package private(set) var unreadable = 0
    package private(set) var paired = 0
    package private(set) var orphans = 0
    package private(set) var ready = 0
    /// Images that no time will make ready: their request, or valid defaults, must come first.
    package private(set) var stuck = 0

    /// Counts a file out of its old state and into its new one; `nil` for none.
    mutating func move(from old: IntakeState?, to new: IntakeState?) {
        if let old { count(old, -1) }
        if let new { count(new, 1) }
    }

    private mutating func count(_ state: IntakeState, _ number: Int) {
        switch state {
        case .arriving: arriving += number
        case .awaitingRequest(let due, _):
            awaitingRequest += number
            if due == nil { stuck += number }
        case .held:
            held += number
            stuck += number
        case .unreadable: unreadable += number
        case .paired: paired += number
        case .orphan: orphans += number
        case .ready: ready += number
        }
    }
}
