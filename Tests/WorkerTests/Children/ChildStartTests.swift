import Glibc
import LinuxSupport
import Spool
import TestSupport
import Testing
import Worker

@Suite("Starting a child")
struct ChildStartTests {
    private func startFailure(_ program: ChildProgram, limit: Duration = patience) throws -> ChildHost.StartFailure? {
        let host = ChildHost(program, startLimit: limit)
        let failure = #expect(throws: ChildHost.StartFailure.self) { try host.start() }
        #expect(host.processID == nil)
        return failure
    }

    @Test("a program that does not exist is the machine's fault, with the call and the path")
    func missingProgram() throws {
        var program = ChildProgram(pixelLimit: 1)
        program.executable = "/nowhere/ocrspool"
        #expect(
            try startFailure(program)
                == .call(SystemCallError(call: "execve", subject: "/nowhere/ocrspool", code: ENOENT)))
    }

    @Test("a child that dies before it is ready touches no job and leaves its words")
    func diesAtStart() throws {
        guard case .notReady(let loss) = try startFailure(FakeChild.program("die-at-start")) else {
            Issue.record("expected a child that is not ready")
            return
        }
        #expect(loss.exitStatus == 127)
        #expect(loss.lastStderr == "cannot load a library\n")
    }

    @Test("a child of another version is not worked with")
    func otherVersion() throws {
        guard case .notReady(let loss) = try startFailure(FakeChild.program("other-version")) else {
            Issue.record("expected a child that is not ready")
            return
        }
        #expect(loss.message.contains("another greeting"))
    }

    @Test("a child that says nothing is given up after the limit")
    func mute() throws {
        let start = MonotonicInstant.now
        guard case .notReady(let loss) = try startFailure(FakeChild.program("mute"), limit: .milliseconds(200)) else {
            Issue.record("expected a child that is not ready")
            return
        }
        #expect(loss.code == .recognizerTimeout)
        let elapsed = start.duration(to: .now)
        #expect(elapsed >= .milliseconds(200) && elapsed < .seconds(5), "\(elapsed)")
    }

    @Test("after two children in a row that died, the third is not started at once")
    func backoff() throws {
        let host = ChildHost(try FakeChild.program("die-at-start"))
        for _ in 0..<2 {
            #expect(throws: ChildHost.StartFailure.self) { try host.start() }
        }
        let refusal = #expect(throws: ChildHost.StartFailure.self) { try host.start() }
        #expect(refusal == .tooEarly(host.mayStartAt))
        let wait = MonotonicInstant.now.duration(to: host.mayStartAt)
        #expect(wait > .zero && wait <= .seconds(1))
    }

    @Test(
        "the waits double from one second to half a minute",
        arguments: zip(0...9, [0, 0, 1, 2, 4, 8, 16, 30, 30, 30]))
    func delays(losses: Int, seconds: Int) {
        #expect(RestartBackoff.delay(afterLosses: losses) == .seconds(seconds))
    }

    @Test("the wait stays half a minute however long the trouble lasts")
    func longTrouble() {
        #expect(RestartBackoff.delay(afterLosses: 1_000_000) == .seconds(30))
    }
}
