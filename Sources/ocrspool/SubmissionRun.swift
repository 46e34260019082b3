internal import LinuxSupport
internal import Spool
internal import Worker

/// One call of `submit`: puts images into the inbox one after another, and waits for their outcomes if that is asked.
final class SubmissionRun {
    private let input: SubmissionInput
    private let drop: InboxDrop
    private let request: JobRequest
    private let report: SubmissionReport
    private let interruption: Interruption
    private var wait: SubmissionWait?
    private var tally = SubmissionTally()
    /// What has been submitted by this call; kept where a second image of a name would take the first one's place.
    private var names: Set<[UInt8]>?
    private var progress: ProgressLine { report.progress }

    /// - Parameter waits: whether outcomes are waited for.
    init(
        input: SubmissionInput, drop: InboxDrop, request: JobRequest, report: SubmissionReport, waits: Bool
    ) throws(CommandError) {
        self.input = input
        self.drop = drop
        self.request = request
        self.report = report
        interruption = drop.interruption
        wait = try waits ? SubmissionWait(report) : nil
        names = waits || drop.replacesWaiting ? [] : nil
    }

    /// - Parameter deadline: of the wait for outcomes.
    /// - Returns: the code of the worst outcome.
    func perform(until deadline: MonotonicInstant) throws(CommandError) -> ExitCode {
        let isSingle = input.isSingle
        do {
            try input.forEach(
                whileIdle: { () throws(CommandError) in try look() },
                { finding throws(CommandError) in
                    try interruption.check()
                    try take(finding)
                })
        } catch {
            if interruption.signal == nil {
                report.say(error.message + (isSingle ? "" : "; the rest was not submitted"))
                tally.note(error.code)
            }
        }
        if interruption.signal == nil { try waitForOutcomes(until: deadline) }
        if let signal = interruption.signal { try end(by: signal) }
        progress.clear()
        if !isSingle, wait != nil || progress.isShown || tally.refused + tally.passedOver > 0 {
            report.say(tally.summary(waited: wait != nil, progress.start.duration(to: .now)))
        }
        return tally.code
    }

    private func waitForOutcomes(until deadline: MonotonicInstant) throws(CommandError) {
        while let next = wait?.nextLook, wait?.isOver == false, interruption.signal == nil {
            guard MonotonicInstant.now < deadline else {
                tally.note(.notYet)
                break
            }
            progress.show { tally.waiting(progress) }
            // Not longer than the line on a terminal may stand still.
            let pause = min(next, .now + .milliseconds(100), deadline)
            _ = try calling { () throws(SystemCallError) in try interruption.wait(until: pause) }
            try look()
        }
        if interruption.signal == nil { try wait?.finish(isTold: true) }
    }

    /// Says what is still under way, and ends.
    private func end(by signal: Int32) throws(CommandError) {
        let ticket = wait?.firstAwaited
        try wait?.finish(isTold: false)
        let left = tally.submitted - tally.answered
        if let ticket {
            report.say(
                "interrupted; \(left) of \(tally.submitted) submitted images are still under way, and stay in the spool; "
                    + "look later with: ocrspool status, or ocrspool explain \(ticket.path.display)")
        } else {
            report.say("interrupted; \(tally.submitted) images were submitted, and what is in the spool stays there")
        }
        ThisProcess.end(by: signal)
    }

    private func look() throws(CommandError) {
        try wait?.lookIfDue(&tally)
    }

    // MARK: - One image

    private func take(_ finding: SubmissionFinding) throws(CommandError) {
        switch finding {
        case .image(let image): try submit(image)
        case .passedOver(let source, let reason):
            tally.passedOver += 1
            report.say("passed over: \(DisplayText.escaped(source)) (\(reason))")
        case .unusable(_, let path, let error): try refuse(path, error)
        }
        progress.show { tally.submitting(progress) }
        try look()
    }

    private func submit(_ image: SubmissionImage) throws(CommandError) {
        if names?.contains(image.path.bytes) == true {
            let message =
                "two images of this call have the name \(image.path.display) in the inbox; the second, "
                + "\(DisplayText.escaped(image.source)), is not submitted"
            return try refuse(image.path, CommandError(.nameTaken, message))
        }
        var request = request
        let id = request.id ?? "submit-\(RandomBytes.hexadecimal(12))"
        if request.id != nil { try wait?.prepare(image.path) }
        request.id = id
        do throws(InboxDrop.Failure) {
            try drop.drop(image, request: request) { count in
                tally.bytes += count
                progress.show { tally.submitting(progress) }
            }
        } catch {
            try interruption.check()
            try refuse(image.path, error.error, isTold: !error.concernsAll)
            if error.concernsAll { throw error.error }
            return
        }
        names?.insert(image.path.bytes)
        tally.submitted += 1
        let ticket = Ticket(path: image.path, requestID: id)
        if wait != nil { wait?.add(ticket) } else { try report.submitted(ticket) }
    }

    private func refuse(_ path: RelativePath?, _ error: CommandError, isTold: Bool = true) throws(CommandError) {
        tally.refused += 1
        tally.note(error.code)
        if isTold { report.say(error.message) }
        if wait != nil { try wait?.addRefused(path, error) } else { try report.refused(path, error) }
    }
}
