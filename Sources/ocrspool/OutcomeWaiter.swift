internal import LinuxSupport
internal import Spool

/// Waits for the outcomes of images that were submitted, one or a hundred thousand.
///
/// Results and dead letters are found by listing the directories where they appear, and only those that have changed
/// (`DirectoryGlance`). After a look there is a pause of ten times what it took, at least 20 ms and, while nothing
/// comes, a quarter of a second: however large the directories are, the wait takes a tenth of a processor at most.
struct OutcomeWaiter {
    enum Answer {
        case outcome(Outcome)
        /// Not there at the deadline.
        case notYet
        /// Nothing of the image is left in the spool: somebody took its outcome away first.
        case vanished
    }

    private let places: SpoolPlaces
    private var folders: [RelativePath: OutcomeFolder] = [:]
    private var pause = Duration.milliseconds(20)
    /// When it is time for another look.
    private(set) var nextLook = MonotonicInstant.now
    /// Images whose outcomes have not been found.
    private(set) var count = 0

    /// - Throws: when this user cannot see outcomes.
    init(_ places: SpoolPlaces) throws(CommandError) {
        self.places = places
        _ = try places.open(SpoolLayout.outbox)
        _ = try places.open(SpoolLayout.deadLetter)
    }

    /// Outbox and dead letter; opened anew for each look, because users move a full one away and put another in its place.
    private func tops() throws(SystemCallError) -> [(DirectoryHandle, Outcome.Kind)] {
        var found: [(DirectoryHandle, Outcome.Kind)] = []
        for (name, kind) in [(SpoolLayout.outbox, Outcome.Kind.result), (SpoolLayout.deadLetter, .deadLetter)] {
            if let top = try Self.descendant(RelativePath([name]), of: places.root) { found.append((top, kind)) }
        }
        return found
    }

    private static func descendant(
        _ path: RelativePath, of top: DirectoryHandle
    ) throws(SystemCallError) -> DirectoryHandle? {
        do { return try path.isEmpty ? top : top.descendant(path) } catch  where error.isMissing || error.isNoDirectory
        {
            return nil
        }
    }

    /// Notes the outcomes that are there before an image is put into the inbox: with an id that is not its own alone, its
    /// outcome could not be told from that of an earlier image of the name. The first time all of a folder are noted,
    /// later only those that have come under the plain name since.
    mutating func excludeOutcomes(of path: RelativePath) throws(CommandError) {
        guard let name = path.name else { return }
        var folder = folders[path.parent] ?? OutcomeFolder(path: path.parent)
        try calling { () throws(SystemCallError) in
            for (top, kind) in try tops() {
                guard let directory = try Self.descendant(path.parent, of: top) else { continue }
                if folder.isSurveyed {
                    let plain = OutcomeName.plain(name, suffix: kind == .result ? ".json" : "")
                    try folder.exclude(plain, in: directory, kind)
                } else {
                    try directory.forEachEntry { name throws(SystemCallError) in
                        try folder.exclude(name, in: directory, kind)
                    }
                }
            }
        }
        folder.isSurveyed = true
        folders[path.parent] = folder
    }

    /// - Parameter number: what `look` calls the image.
    mutating func add(_ ticket: Ticket, number: Int) {
        let path = ticket.path
        guard let name = path.name else { preconditionFailure("an image has a name") }
        folders[path.parent, default: OutcomeFolder(path: path.parent)]
            .add(name, number: number, requestID: ticket.requestID)
        count += 1
    }

    /// Awaits an image no longer.
    mutating func remove(_ ticket: Ticket) {
        let path = ticket.path
        guard let name = path.name else { return }
        folders[path.parent]?.remove(name)
        count -= 1
    }

    /// Looks for outcomes. Those that are given are durable.
    /// - Parameter isForced: whether directories are listed although they show no change.
    mutating func look(isForced: Bool = false) throws(CommandError) -> [(number: Int, outcome: Outcome)] {
        let start = MonotonicInstant.now
        var found: [(number: Int, outcome: Outcome)] = []
        try calling { () throws(SystemCallError) in
            for (top, kind) in try tops() {
                for key in Array(folders.keys) where folders[key]?.isEmpty == false {
                    try look(top, kind, key, isForced, &found)
                }
                try lookAtTop(top, kind, isForced, &found)
            }
        }
        count -= found.count
        let now = MonotonicInstant.now
        pause = found.isEmpty ? min(pause * 3 / 2, .milliseconds(250)) : .milliseconds(20)
        nextLook = now + max(pause, start.duration(to: now) * 10)
        return found
    }

    private mutating func look(
        _ top: DirectoryHandle, _ kind: Outcome.Kind, _ key: RelativePath, _ isForced: Bool,
        _ found: inout [(number: Int, outcome: Outcome)]
    ) throws(SystemCallError) {
        // Taken out, so that what is changed in it has one owner and is not copied.
        guard var folder = folders.removeValue(forKey: key) else { return }
        defer { folders[key] = folder }
        let directory = try Self.descendant(key, of: top)
        let status = try directory?.status()
        let isDue =
            kind == .result
            ? folder.outbox.isDue(status, isForced: isForced) : folder.deadLetter.isDue(status, isForced: isForced)
        guard isDue, let directory else { return }
        let before = found.count
        try directory.forEachEntry { name throws(SystemCallError) in
            if let one = try folder.take(name, in: directory, kind, parent: key, isTop: false) { found.append(one) }
        }
        // Records were flushed before they got their names; the names are durable after this.
        if found.count > before { do { try directory.synchronize() } catch  where error.isMissing {} }
    }

    // MARK: - The top

    private var topGlances: [Outcome.Kind: DirectoryGlance] = [:]

    /// Where an image's folder cannot be made for its outcome, the outcome goes to the top, with its job's id.
    private mutating func lookAtTop(
        _ top: DirectoryHandle, _ kind: Outcome.Kind, _ isForced: Bool,
        _ found: inout [(number: Int, outcome: Outcome)]
    ) throws(SystemCallError) {
        let keys = folders.filter { !$0.key.isEmpty && !$0.value.isEmpty }.map(\.key)
        if keys.isEmpty { return }
        let status = try top.status()
        guard topGlances[kind, default: DirectoryGlance()].isDue(status, isForced: isForced) else { return }
        let before = found.count
        var candidates: [FileName] = []
        try top.forEachEntry { name throws(SystemCallError) in
            let rest = kind == .result ? name.bytes.dropLast(5) : name.bytes[...]
            if JobID(ending: rest) != nil { candidates.append(name) }
        }
        for name in candidates {
            for key in keys {
                guard let one = try folders[key]?.take(name, in: top, kind, parent: RelativePath([]), isTop: true)
                else {
                    continue
                }
                found.append(one)
                break
            }
        }
        if found.count > before { try top.synchronize() }
    }
}
