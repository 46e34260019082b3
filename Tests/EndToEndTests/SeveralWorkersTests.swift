import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("Several workers on one spool")
struct SeveralWorkersTests {
    @Test("each of sixty images is read once, and no worker is idle", arguments: [2, 3])
    func share(workers: Int) async throws {
        let spool = try await TestSpool()
        let crew = try (0..<workers).map { _ in try TestWorker(spool, ["--pairing", "0"]) }
        for worker in crew { try await worker.watching() }
        let producer = try Ledger.producer(spool, count: 60)
        var sampler = Sampler(spool)
        try await crew[0].wait(for: "sixty outcomes", within: .seconds(90)) {
            sampler.look()
            return producer.end != nil && spool.isAtRest
        }
        #expect(producer.end == .exited(0))
        #expect(sampler.violations.isEmpty)
        var published: [Int] = []
        // The log tells of an outcome after it is there.
        try await crew[0].wait(for: "54 results in the logs") {
            published = try crew.map { try $0.publications }
            return published.reduce(0, +) >= 54
        }
        #expect(published.reduce(0, +) == 54)
        #expect(published.allSatisfy { $0 > 0 }, "\(published)")
        // The one that loses a race says nothing of it.
        for worker in crew {
            let levels = try Set(worker.log.filter { $0["code"] == nil }.compactMap { $0["level"]?.string })
            #expect(levels.isDisjoint(with: ["warning", "error"]), "\(worker.logText)")
        }
        for worker in crew {
            worker.program.send(SIGTERM)
            #expect(try await worker.end() == .exited(0))
        }
        try await Ledger(spool).expectOneOutcomeEach(in: spool)
    }

    @Test("a worker that starts takes over what one that was killed had in work")
    func adoptedAtStart() async throws {
        let spool = try await TestSpool()
        let first = try TestWorker(spool)
        _ = try await first.stoppedWith("a.png")
        kill(-first.processID, SIGKILL)
        #expect(try await first.end() == .killed(signal: SIGKILL))
        let second = try TestWorker(spool)
        let result = try await second.result(of: "a.png")
        #expect(result["attempts"]?.int == 2)
        #expect(second.logText.contains("adopted a job of a worker that is gone"))
        try await second.rest()
        #expect(try spool.directory.names(in: "spool/working").count == 1)
    }

    @Test("what a living worker has in work is not taken from it")
    func notAdoptedFromLiving() async throws {
        let spool = try await TestSpool()
        let first = try TestWorker(spool)
        let recognizer = try await first.stoppedWith("a.png")
        let second = try TestWorker(spool, ["--drain"])
        #expect(try await second.end() == .exited(0))
        #expect(spool.attemptsInWork == 1)
        kill(recognizer.id, SIGCONT)
        #expect(try await first.result(of: "a.png")["worker"]?.string?.hasSuffix("/\(first.processID)") == true)
    }

    @Test(
        "a worker that runs takes over what another had when it was killed, within its minute",
        .enabled(if: SlowTests.areWanted))
    func adoptedWhileRunning() async throws {
        let spool = try await TestSpool()
        let first = try TestWorker(spool)
        _ = try await first.stoppedWith("a.png")
        let second = try TestWorker(spool)
        try await second.watching()
        kill(-first.processID, SIGKILL)
        #expect(try await first.end() == .killed(signal: SIGKILL))
        let result = try await second.result(of: "a.png", within: .seconds(90))
        #expect(result["worker"]?.string?.hasSuffix("/\(second.processID)") == true)
    }
}
