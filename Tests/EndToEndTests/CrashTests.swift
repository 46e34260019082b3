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

    @Test("sixty images, ten kills of the worker", arguments: Victim.allCases)
    func tenKills(_ victim: Victim) async throws {
        try await crash(victim, kills: 10, options: [], seed: 10)
    }

    @Test("sixty images, fifty kills of the worker", .enabled(if: SlowTests.areWanted), arguments: Victim.allCases)
    func fiftyKills(_ victim: Victim) async throws {
        // Fifty kills could hit one image more often than the ten times that are taken for its own fault.
        try await crash(victim, kills: 50, options: ["--maximum-interruptions", "1000"], seed: 50)
    }

    /// Kills the worker `kills` times, each at a random moment after its start, while a producer drops; then lets one
    /// drain the spool.
    private func crash(_ victim: Victim, kills: Int, options: [String], seed: UInt64) async throws {
        let spool = try await TestSpool()
        var random = SeededRandom(seed: seed)
        var sampler = Sampler(spool)
        let producer = try Ledger.producer(spool, count: 60)
        // Quick waits, so that there is always something to be killed at.
        let quick = ["--pairing", "0", "--children", "2"] + options
        var adopted = 0
        for _ in 0..<kills {
            let worker = try TestWorker(spool, quick)
            let moment = ContinuousClock.now + .milliseconds(Int.random(in: 30...900, using: &random))
            while ContinuousClock.now < moment {
                sampler.look()
                _ = producer.end
                try await Task.sleep(for: .milliseconds(5))
            }
            try #require(worker.program.end == nil, "it ended by itself: \(worker.logText)")
            kill(victim == .group ? -worker.processID : worker.processID, SIGKILL)
            #expect(try await worker.end() == .killed(signal: SIGKILL))
            adopted += try worker.adoptions
        }
        #expect(try await producer.waitForEnd() == .exited(0))
        let last = try TestWorker(spool, quick + ["--drain"])
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
}
