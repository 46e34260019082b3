internal import LinuxSupport
internal import Spool
internal import StrictJSON

/// Waits for what becomes of submitted images, and reports it in the order in which they were submitted: each as soon as
/// those before it are known.
struct SubmissionWait {
    private enum Slot {
        case awaited(Ticket)
        case answered(Ticket, OutcomeWaiter.Answer)
        case refused(RelativePath?, CommandError)
    }

    /// Missing outcomes that are told one by one.
    private static let longestTold = 10

    private let report: SubmissionReport
    private var waiter: OutcomeWaiter
    private var doubts: SubmissionDoubts
    private var nextDoubt = MonotonicInstant.now + SubmissionDoubts.interval
    /// Where the next portion of doubts begins.
    private var doubtful = 0
    /// Those that have not been reported, beginning with the number `first`.
    private var slots: [Slot] = []
    private var first = 0

    init(_ report: SubmissionReport) throws(CommandError) {
        self.report = report
        waiter = try OutcomeWaiter(report.places)
        doubts = SubmissionDoubts(report.places)
    }

    var isOver: Bool { waiter.count == 0 }
    var nextLook: MonotonicInstant { min(waiter.nextLook, nextDoubt) }
    /// The first image without an outcome.
    var firstAwaited: Ticket? {
        for case .awaited(let ticket) in slots { return ticket }
        return nil
    }

    /// Called before an image is put into the inbox under an id that may be another's, too.
    mutating func prepare(_ path: RelativePath) throws(CommandError) { try waiter.excludeOutcomes(of: path) }

    mutating func add(_ ticket: Ticket) {
        waiter.add(ticket, number: first + slots.count)
        slots.append(.awaited(ticket))
    }

    mutating func addRefused(_ path: RelativePath?, _ error: CommandError) throws(CommandError) {
        slots.append(.refused(path, error))
        try reportKnown()
    }

    /// Looks for outcomes if it is time, and reports them.
    mutating func lookIfDue(_ tally: inout SubmissionTally) throws(CommandError) {
        let now = MonotonicInstant.now
        var vanished: [Int] = []
        if now >= nextDoubt {
            vanished = doubts.examine(portion())
            nextDoubt = now + SubmissionDoubts.interval
        }
        guard now >= waiter.nextLook || !vanished.isEmpty else { return }
        for (number, outcome) in try waiter.look(isForced: !vanished.isEmpty) {
            answer(number, .outcome(outcome.reduced(withText: report.form == .text)), &tally)
        }
        for number in vanished {
            guard case .awaited(let ticket) = slots[number - first] else { continue }
            waiter.remove(ticket)
            answer(number, .vanished, &tally)
        }
        try reportKnown()
    }

    /// Reports all that is left.
    /// - Parameter isTold: whether missing outcomes are told on standard error, the first of them.
    mutating func finish(isTold: Bool) throws(CommandError) {
        var told = 0
        for slot in slots {
            if case .awaited(let ticket) = slot {
                try report.answer(ticket, .notYet, isTold: isTold && told < Self.longestTold)
                told += 1
            } else {
                try report(slot)
            }
        }
        slots = []
        if isTold, told > Self.longestTold {
            report.say("and \(told - Self.longestTold) more have no outcome yet; see ocrspool status")
        }
    }

    private mutating func answer(_ number: Int, _ answer: OutcomeWaiter.Answer, _ tally: inout SubmissionTally) {
        guard case .awaited(let ticket) = slots[number - first] else { return }
        slots[number - first] = .answered(ticket, answer)
        switch answer {
        case .outcome(let outcome) where outcome.kind == .result: tally.done += 1
        case .outcome:
            tally.failed += 1
            tally.note(.failed)
        case .vanished:
            tally.vanished += 1
            tally.note(.unknownName)
        case .notYet: break
        }
    }

    private mutating func reportKnown() throws(CommandError) {
        var count = 0
        for slot in slots {
            if case .awaited = slot { break }
            try report(slot)
            count += 1
        }
        slots.removeFirst(count)
        first += count
    }

    private func report(_ slot: Slot) throws(CommandError) {
        switch slot {
        case .awaited: break
        case .answered(let ticket, let answer): try report.answer(ticket, answer)
        case .refused(let path, let error): try report.refused(path, error)
        }
    }

    /// Some of the awaited images, others each time.
    private mutating func portion() -> [(number: Int, ticket: Ticket)] {
        var images: [(number: Int, ticket: Ticket)] = []
        if doubtful < first || doubtful >= first + slots.count { doubtful = first }
        while doubtful < first + slots.count, images.count < SubmissionDoubts.portion {
            if case .awaited(let ticket) = slots[doubtful - first] { images.append((doubtful, ticket)) }
            doubtful += 1
        }
        return images
    }
}

extension Outcome {
    /// What a report needs of it. The whole record of a page has megabytes, and many may have to wait for one that comes
    /// before them.
    fileprivate func reduced(withText: Bool) -> Outcome {
        var members: [JSONObject.Member] = []
        for key in ["id", "requestId", "code", "message"] + (withText ? ["text"] : []) {
            if let value = record[key] { members.append(JSONObject.Member(key: key, value: value)) }
        }
        return Outcome(kind: kind, path: path, record: .init(.object(JSONObject(members: members))))
    }
}
