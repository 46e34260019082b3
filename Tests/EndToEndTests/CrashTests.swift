import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("Crashes: exactly one outcome each")
struct CrashTests {
    enum Victim: String, CaseIterable, Sendable {
        /// The worker and its watcher.
        case group
        /// The worker alone.
        case supervisor
    }

    @Test("sixty images, one worker, killed ten times", arguments: Victim.allCases)
    func tenKills(_ victim: Victim) async throws {
        try await crash(victim, workers: 1, kills: 10, seed: 10)
    }

    @Test("sixty images, three workers, of which ten are killed", arguments: [Victim.supervisor])
    func tenOfThree(_ victim: Victim) async throws {
        try await crash(victim, workers: 3, kills: 10, seed: 3)
    }

    @Test(
        "sixty images, one worker or three, fifty kills", .enabled(if: SlowTests.areWanted),
        arguments: Victim.allCases, [1, 3])
    func fiftyKills(_ victim: Victim, workers: Int) async throws {
        try await crash(victim, workers: workers, kills: 50, seed: 50)
    }

    /// Kills one of the workers `kills` times, each at a random moment after the last start, and starts another in its
    /// place, while a producer drops; kills them all, and lets a last one drain the spool.
    private func crash(_ victim: Victim, workers: Int, kills: Int, seed: UInt64) async throws {
        let spool = try await TestSpool()
        var random = SeededRandom(seed: seed)
        var sampler = Sampler(spool)
        let producer = try Ledger.producer(spool, count: 60)
        // Quick waits, so that there is always something to be killed at. So many kills could hit one image more often
        // than the ten times that are taken for its own fault.
        let options = ["--pairing", "0", "--children", "2", "--maximum-interruptions", "1000"]
        var crew = try (0..<workers).map { _ in try TestWorker(spool, options) }
        var adopted = 0
        for _ in 0..<kills {
            let moment = ContinuousClock.now + .milliseconds(Int.random(in: 30...900, using: &random))
            while ContinuousClock.now < moment {
                sampler.look()
                _ = producer.end
                try await Task.sleep(for: .milliseconds(5))
            }
            let index = Int.random(in: 0..<workers, using: &random)
            adopted += try await end(crew[index], victim)
            crew[index] = try TestWorker(spool, options)
        }
        for worker in crew { adopted += try await end(worker, victim) }
        #expect(try await producer.waitForEnd() == .exited(0))
        let last = try TestWorker(spool, options + ["--drain"])
        try await last.wait(for: "the end of the drain", within: .seconds(120)) {
            sampler.look()
            return last.program.end != nil
        }
        sampler.look()
        adopted += try last.adoptions
        #expect(adopted > 0, "no kill hit a worker at work")
        #expect(sampler.violations.isEmpty)
        let ledger = try Ledger(spool)
        #expect(ledger.entries.count == 60)
        try await ledger.expectOneOutcomeEach(in: spool)
        #expect(try spool.directory.names(in: "spool/working").isEmpty)
    }

    /// - Returns: how many jobs the worker had adopted in its life.
    private func end(_ worker: TestWorker, _ victim: Victim) async throws -> Int {
        try #require(worker.program.end == nil, "it ended by itself: \(worker.logText)")
        kill(victim == .group ? -worker.processID : worker.processID, SIGKILL)
        #expect(try await worker.end() == .killed(signal: SIGKILL))
        return try worker.adoptions
    }
}
