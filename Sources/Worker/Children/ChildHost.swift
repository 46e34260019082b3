package import LinuxSupport
package import TextRecognition

/// Keeps one recognizer child running and gives it one job at a time.
///
/// It belongs to one thread, which must live as long as it: the kernel kills the child when that thread ends.
/// States: without a child (at first, and after a loss), idle, and working. `start` and `send` bring a child up; an
/// answer makes it idle again; a loss leaves no process, zombie or descriptor behind.
package final class ChildHost {
    /// What happened while waiting.
    package enum Event: Sendable {
        /// The job's image was recognized.
        case answer(RecognizedImage)
        /// The child is well and says why the image cannot be read.
        case refused(RecognitionError)
        /// The child is gone, and with it the job it had.
        case lost(ChildLoss)
        /// The child is gone; it had no job.
        case ended(ChildLoss)
        /// Per descriptor of `alsoWatching`, whether it is readable; at least one is.
        case woken([Bool])
        case deadline
    }

    /// Why there is no child; no job is touched by it.
    package enum StartFailure: Error, Hashable, Sendable {
        /// The last ones ended too soon; not before that instant.
        case tooEarly(MonotonicInstant)
        /// The machine refuses: no memory, no process, no program.
        case call(SystemCallError)
        /// It ended, or was killed, before it was ready.
        case notReady(ChildLoss)
    }

    /// What the supervisor waits beyond a job's own time before it kills.
    package static let grace: Duration = .seconds(2)
    /// From start to greeting.
    package static let startLimit: Duration = .seconds(15)

    private struct Work {
        let tag: UInt64
        let timeout: Duration
        /// When the child is killed.
        let backstop: MonotonicInstant
    }

    private let program: ChildProgram
    private let startLimit: Duration
    private var child: RunningChild?
    private var work: Work?
    private var lastTag = RecognizerProtocol.greetingTag
    private var losses = 0
    /// Before this instant no child is started.
    package private(set) var mayStartAt = MonotonicInstant(nanoseconds: 0)

    /// Starts nothing yet.
    /// - Parameter startLimit: How long a child may take to be ready; default 15 s.
    package init(_ program: ChildProgram, startLimit: Duration = ChildHost.startLimit) {
        self.program = program
        self.startLimit = startLimit
    }

    /// Process id of the child; `nil` while there is none.
    package var processID: Int32? { child?.process.processID }
    /// Whether a job was sent that has neither answer nor loss yet.
    package var isWorking: Bool { work != nil }

    /// Makes sure that there is a child which is ready for a job; waits for it at most `startLimit`.
    package func start() throws(StartFailure) {
        if child != nil { return }
        guard mayStartAt <= .now else { throw .tooEarly(mayStartAt) }
        do throws(SystemCallError) {
            child = try RunningChild(program)
        } catch {
            delayNextStart()
            throw .call(error)
        }
        try awaitGreeting(until: .now + startLimit)
    }

    /// Gives the child a job, after starting one if need be. Its answer or its loss comes from `wait`.
    /// - Parameters:
    ///   - image: Sealed, so what the child reads is what was hashed.
    ///   - timeout: For the whole job; `grace` later the child is killed.
    /// - Precondition: no job is in work.
    package func send(_ job: RecognizerJob, image: SealedMemory, timeout: Duration) throws(StartFailure) {
        precondition(work == nil, "one job at a time")
        discardIfUnfit()
        try start()
        lastTag += 1
        child?.forgetStandardError()
        work = Work(tag: lastTag, timeout: timeout, backstop: .now + timeout + Self.grace)
        // Whatever keeps the frame from the child ends the child, and `wait` finds that.
        try? child?.socket.send(job.bytes(tag: lastTag), attaching: image)
    }

    /// Kills the child, if there is one, and the job with it.
    package func stop() {
        child = nil
        work = nil
    }

    /// Waits until there is something to tell, `deadline` has passed, or one of `others` is readable.
    ///
    /// A job's outcome is told even when `deadline` has passed already; the child's own backstop is kept in any case.
    /// - Throws: What poll(2) says, e.g. EBADF for one of `others`. The job is then still in work.
    package func wait(
        until deadline: MonotonicInstant, alsoWatching others: [Int32] = []
    ) throws(SystemCallError) -> Event {
        while true {
            if let event = look() { return event }
            let interests = (child?.interests ?? []) + others.map { Poller.Interest($0) }
            let ready = try Poller.wait(for: interests, until: min(deadline, work?.backstop ?? .never))
            let woken = Array(ready.suffix(others.count))
            if woken.contains(true) { return .woken(woken) }
            // Asked after every look, so that a child that never stops talking does not hold up its lane.
            if deadline <= .now { return look() ?? .deadline }
        }
    }

    private func look() -> Event? {
        guard let child else { return nil }
        switch child.look() {
        case .frame(let frame): return judge(frame)
        case .gone(let cause): return event(losing(cause))
        case .nothing:
            guard let work, work.backstop <= .now else { return nil }
            return event(losing(.timedOut(work.timeout + Self.grace)))
        }
    }

    /// A frame is believed when it is a valid report with the tag of the job in work.
    private func judge(_ frame: [UInt8]) -> Event {
        guard let work else { return event(losing(.babbled("an answer without a job"))) }
        guard let (tag, body) = RecognizerProtocol.tagAndBody(of: frame), tag == work.tag else {
            return event(losing(.babbled("an answer to another job")))
        }
        let report: RecognitionReport
        do throws(ReportError) {
            report = try RecognitionReport(reading: body, sizeLimit: RecognizerProtocol.reportLimit)
        } catch {
            return event(losing(.babbled("an invalid report (\(DisplayText.escaped(error.message, limit: 500)))")))
        }
        self.work = nil
        losses = 0
        switch report {
        case .recognized(let image): return .answer(image)
        case .failed(var error):
            error.message = DisplayText.escaped(error.message, limit: 2000)
            return .refused(error)
        }
    }

    private func awaitGreeting(until deadline: MonotonicInstant) throws(StartFailure) {
        while let child {
            switch child.look() {
            case .frame(let frame):
                if let (tag, body) = RecognizerProtocol.tagAndBody(of: frame), tag == RecognizerProtocol.greetingTag,
                    body == RecognizerProtocol.greeting
                {
                    return
                }
                throw .notReady(losing(.babbled("another greeting than this version's")).loss)
            case .gone(let cause): throw .notReady(losing(cause).loss)
            case .nothing: break
            }
            guard deadline > .now else { throw .notReady(losing(.timedOut(startLimit)).loss) }
            do throws(SystemCallError) {
                _ = try Poller.wait(for: child.interests, until: deadline)
            } catch {
                stop()
                throw .call(error)
            }
        }
    }

    /// A child that died idle, or spoke unasked, gets no job.
    private func discardIfUnfit() {
        switch child?.look() {
        case nil, .nothing: break
        case .frame: _ = losing(.babbled("an answer without a job"))
        case .gone(let cause): _ = losing(cause)
        }
    }

    /// Ends the child and forgets it and its job.
    private func losing(_ cause: ChildLoss.Cause) -> (loss: ChildLoss, hadWork: Bool) {
        guard let child else { preconditionFailure("there is no child to lose") }
        let loss = child.lose(cause)
        let hadWork = isWorking
        stop()
        delayNextStart()
        return (loss, hadWork)
    }

    private func event(_ lost: (loss: ChildLoss, hadWork: Bool)) -> Event {
        lost.hadWork ? .lost(lost.loss) : .ended(lost.loss)
    }

    private func delayNextStart() {
        losses += 1
        mayStartAt = .now + RestartBackoff.delay(afterLosses: losses)
    }
}
