import Glibc
import LinuxSupport
import Spool
import TestSupport
import Testing
import Worker

@Suite("ChildHost")
struct ChildHostTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    struct Fault: CustomTestStringConvertible, Sendable {
        let how: String
        let code: JobFailure.Code
        let message: String
        var exitStatus: Int?
        var signal: Int?
        var testDescription: String { how }
    }

    private static let faults = [
        Fault(how: "segv", code: .recognizerCrashed, message: "was ended by SIGSEGV", signal: 11),
        Fault(how: "abort", code: .recognizerCrashed, message: "was ended by SIGABRT", signal: 6),
        Fault(how: "exit3", code: .recognizerCrashed, message: "ended with status 3", exitStatus: 3),
        Fault(how: "partial", code: .recognizerCrashed, message: "ended with status 0", exitStatus: 0),
        Fault(how: "group", code: .recognizerCrashed, message: "ended with status 4", exitStatus: 4),
        Fault(how: "huge", code: .recognizerCrashed, message: "an answer of 67108873 bytes", signal: 9),
        Fault(how: "wrong-tag", code: .recognizerCrashed, message: "an answer to another job", signal: 9),
        Fault(how: "no-tag", code: .recognizerCrashed, message: "an answer to another job", signal: 9),
        Fault(how: "bad-utf8", code: .recognizerCrashed, message: "an invalid report", signal: 9),
        Fault(how: "bad-schema", code: .recognizerCrashed, message: "an invalid report", signal: 9),
        Fault(how: "no-json", code: .recognizerCrashed, message: "an invalid report", signal: 9),
        Fault(how: "close", code: .recognizerCrashed, message: "closed its connection", signal: 9),
        Fault(how: "killed", code: .recognizerOutOfMemory, message: "lack of memory", signal: 9),
        Fault(how: "exhaust", code: .recognizerOutOfMemory, message: "lack of memory", signal: 6),
    ]

    @Test("a child that fails costs its own job and is told apart; the next job gets a new child", arguments: faults)
    func fault(_ fault: Fault) throws {
        let lane = try Lane(FakeChild.program(fault.how, once: directory.path("mark")))
        try lane.host.start()
        let processID = try #require(lane.host.processID)
        let start = MonotonicInstant.now
        let outcome = try lane.outcome()
        #expect(start.duration(to: .now) < .seconds(10))

        guard case .lost(let loss) = outcome else {
            Issue.record("expected a loss, got \(outcome)")
            return
        }
        #expect(loss.code == fault.code)
        #expect(loss.message.contains(fault.message), "\(loss.message)")
        #expect(loss.exitStatus == fault.exitStatus)
        #expect(loss.signal == fault.signal)

        // Neither a process nor a zombie is left, of the child or of its group.
        #expect(waitpid(processID, nil, WNOHANG) == -1 && errno == ECHILD)
        #expect(try isGroupGone(processID))
        #expect(lane.host.processID == nil)
        #expect(!lane.host.isWorking)
        #expect(try lane.outcome() == .refused("Well."))
    }

    /// Whether nobody of the group runs any more, soon. Orphans that the system's first process has yet to reap do not.
    private func isGroupGone(_ group: Int32) throws -> Bool {
        let deadline = MonotonicInstant.now + patience
        while try livingMembers(of: group) > 0 {
            guard MonotonicInstant.now < deadline else { return false }
            _ = try Poller.wait(for: [], until: .now + .milliseconds(5))
        }
        return true
    }

    @Test(
        "a child that gives no answer is killed two seconds after its job's time, whatever it does instead",
        arguments: ["hang", "ignore-term", "stop", "flood"])
    func timeout(how: String) throws {
        let lane = try Lane(FakeChild.program(how, once: directory.path("mark")))
        try lane.host.start()
        let start = MonotonicInstant.now
        guard case .lost(let loss) = try lane.outcome(timeout: .seconds(1)) else {
            Issue.record("expected a loss")
            return
        }
        let elapsed = start.duration(to: .now)
        #expect(elapsed >= .seconds(3) && elapsed < .seconds(6), "\(elapsed)")
        #expect(loss.code == .recognizerTimeout)
        #expect(loss.signal == Int(SIGKILL))
        #expect(loss.message == "the recognizer had no answer after 3 s and was killed")
        #expect(loss.lastStderr.utf8.count <= 4096)
        #expect(try lane.outcome() == .refused("Well."))
    }

    @Test("a child that floods standard error is not blocked by it, and its answer is taken")
    func flood() throws {
        let lane = try Lane(FakeChild.program("flood-and-answer"))
        #expect(try lane.outcome() == .refused("Well."))
        #expect(try lane.outcome() == .refused("Well."))
    }

    @Test("a child stays for the next job, and its last words are those of the job")
    func lastWords() throws {
        let lane = try Lane(FakeChild.program("exit3"))
        let loss = try #require(try lane.outcome().loss)
        #expect(loss.lastStderr == "first line\nlast words\n")
        let well = try Lane(FakeChild.program(""))
        #expect(try well.outcome() == .refused("Well."))
        let processID = well.host.processID
        #expect(try well.outcome() == .refused("Well."))
        #expect(well.host.processID == processID)
    }

    @Test("a child has the image, three variables, four descriptors, its limits and nothing else")
    func surroundings() throws {
        let lane = try Lane(FakeChild.program("describe", pixelLimit: 1_000_000))
        // 8 bytes for each of a million pixels, and 1 GiB.
        #expect(
            try lane.outcome()
                == .refused(
                    "LC_ALL=C.UTF-8 OMP_THREAD_LIMIT=1 SWIFT_BACKTRACE=enable=no 0 1 2 3 4=image "
                        + "as=1081741824 core=0 fsize=0 / image=pixels."))
    }

    @Test("an answer without a job ends the child, not the job that comes next")
    func unaskedAnswer() throws {
        let lane = try Lane(FakeChild.program("twice", once: directory.path("mark")))
        #expect(try lane.outcome() == .refused("First."))
        let loss = try #require(try lane.next().loss)
        #expect(loss.code == .recognizerCrashed)
        #expect(loss.message.contains("an answer without a job"))
        #expect(try lane.outcome() == .refused("Well."))
    }

    @Test("a child that dies idle is replaced before the next job, which loses nothing")
    func idleDeath() throws {
        let lane = try Lane(FakeChild.program("die-idle", once: directory.path("mark")))
        #expect(try lane.outcome() == .refused("Last."))
        let first = try #require(lane.host.processID)
        // Its end is awaited here, without the host looking.
        var facts = unsafe siginfo_t()
        #expect(unsafe waitid(P_PID, id_t(first), &facts, Int32(WEXITED) | Int32(WNOWAIT)) == 0)
        #expect(try lane.outcome() == .refused("Well."))
        #expect(lane.host.processID != first)
    }

    @Test("an idle lane that waits is told of its child's death")
    func idleDeathSeen() throws {
        let lane = try Lane(FakeChild.program("die-idle"))
        #expect(try lane.outcome() == .refused("Last."))
        guard case .ended(let loss) = try lane.next() else {
            Issue.record("expected the child's end")
            return
        }
        #expect(loss.exitStatus == 5)
        #expect(!lane.host.isWorking)
    }

    @Test("another descriptor and a deadline end a wait, and the job goes on")
    func wakes() throws {
        let lane = try Lane(FakeChild.program("hang"))
        try lane.send()
        let counter = try EventCounter()
        let quiet = try EventCounter()
        guard case .deadline = try lane.host.wait(until: .now + .milliseconds(20), alsoWatching: [quiet.rawValue])
        else {
            Issue.record("expected the deadline")
            return
        }
        counter.signal()
        guard
            case .woken(let which) = try lane.host.wait(
                until: .now + patience, alsoWatching: [quiet.rawValue, counter.rawValue])
        else {
            Issue.record("expected to be woken")
            return
        }
        #expect(which == [false, true])
        #expect(lane.host.isWorking)
        lane.host.stop()
        #expect(lane.host.processID == nil)
        #expect(!lane.host.isWorking)
    }
}
