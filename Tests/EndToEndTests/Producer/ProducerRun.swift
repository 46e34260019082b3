import Foundation
import Glibc
import LinuxSupport
import StrictJSON
import TestSupport
import Testing

/// One run of producers against workers, from an empty spool to one that is at rest again.
struct ProducerRun {
    /// Against whom.
    enum Variant: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case oneWorker = "one worker"
        case twoWorkers = "two workers"
        case watcherKilled = "one worker whose watcher is killed or stopped now and then"
        case polling = "two workers that poll"

        var testDescription: String { rawValue }
        var workers: Int { self == .twoWorkers || self == .polling ? 2 : 1 }
        var options: [String] { self == .polling ? ["--events", "off"] : [] }
    }

    let variant: Variant
    let seed: UInt64
    /// Of producing; emptying the spool comes on top.
    let duration: Duration

    /// Longer than any pause between a request and its image, and short enough to be waited for.
    private static let orphanSeconds = 20

    /// - Returns: the verdict in a line. All that was wrong has been recorded as an issue.
    func perform() async throws -> String {
        let spool = try await TestSpool()
        let options = ["--children", "2", "--orphan", "\(Self.orphanSeconds)"] + variant.options
        let workers = try (0..<variant.workers).map { _ in try TestWorker(spool, options) }
        var consumer = try ProducerConsumer(spool)
        let crew = try ProducerCrew(spool, count: 4, seed: seed)
        try await produce(&consumer, workers)
        try await crew.end()
        try await empty(spool, workers[0], crew.ledger.account.leftovers, &consumer)
        collect(crew.ledger)
        let superseded = ProducerVerdict(
            crew.ledger.account, try consumer.outcomesWithOriginals(), archived: []
        ).superseded.count
        // The status is a second behind.
        var counted = 0
        _ = try await eventually {
            counted = try supersededFrames(spool)
            return counted == superseded
        }
        #expect(counted == superseded, "seed \(seed), \(variant.rawValue): superseded frames in the status")
        for worker in workers { worker.program.send(SIGTERM) }
        for worker in workers { #expect(try await worker.end() == .exited(0)) }
        consumer.look()
        return try await judge(workers, crew.ledger.account, consumer)
    }

    private func produce(_ consumer: inout ProducerConsumer, _ workers: [TestWorker]) async throws {
        var random = SeededRandom(seed: seed ^ 0x5EED)
        let end = ContinuousClock.now + duration
        var nextBlow = ContinuousClock.now + .milliseconds(1000)
        var stopped: Int32?
        while ContinuousClock.now < end {
            consumer.look()
            if variant == .watcherKilled, nextBlow < .now {
                if let process = stopped { kill(process, SIGCONT) }
                stopped = nil
                if let watcher = workers[0].watcher {
                    let isStop = Bool.random(using: &random)
                    kill(watcher.id, isStop ? SIGSTOP : SIGKILL)
                    if isStop { stopped = watcher.id }
                }
                nextBlow = .now + .milliseconds(Int.random(in: 500...2500, using: &random))
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        if let process = stopped { kill(process, SIGCONT) }
    }

    /// Waits until the workers have done all that is to be done.
    private func empty(
        _ spool: TestSpool, _ worker: TestWorker, _ leftovers: [Leftover], _ consumer: inout ProducerConsumer
    ) async throws {
        let staying = Set(leftovers.map(\.path))
        let inbox = Array("\(spool.path)/inbox".utf8)
        do {
            try await worker.wait(for: "an empty spool", within: .seconds(180)) {
                consumer.look()
                let files = spool.directory.files(below: Array("spool/inbox".utf8)).map { inbox / $0 }
                return files.allSatisfy(staying.contains) && spool.jobFiles.isEmpty
                    && spool.directory.files(below: "spool/state/tmp").isEmpty
            }
        } catch {
            Issue.record("seed \(seed), \(variant.rawValue): \(error)")
        }
    }

    /// Takes away what no worker may have touched.
    private func collect(_ ledger: ProducerLedger) {
        for leftover in ledger.account.leftovers {
            do {
                if let expected = leftover.sha256 {
                    let bytes = try ProducerDisk.content(leftover.path)
                    guard let bytes, try SHA256.hexadecimal(of: bytes) == expected else {
                        throw ProducerTrouble(description: "other bytes, or none")
                    }
                }
                guard try ProducerDisk.remove(leftover.path) else { throw ProducerTrouble(description: "it is gone") }
            } catch {
                ledger.enter { $0.troubles.append("\(leftover.story), which nobody may touch: \(error)") }
            }
        }
    }

    /// What the workers' logs tell of the story that `fault` is of.
    private func mentions(of fault: String, in workers: [TestWorker]) -> String {
        guard let story = fault.firstMatch(of: /p[0-9]+s[0-9]+e/)?.output else { return "" }
        return workers.flatMap { worker in
            worker.logText.split(separator: "\n").filter { $0.contains(story) }.suffix(10)
                .map { "worker \(worker.processID): \($0)" }
        }.joined(separator: "\n")
    }

    /// What all workers have counted, by their own status.
    private func supersededFrames(_ spool: TestSpool) throws -> Int {
        try spool.directory.names(in: "spool/working").compactMap { worker in
            try spool.record("working/\(worker)/status.json")?.at("totals", "superseded")?.int
        }.reduce(0, +)
    }

    private func judge(
        _ workers: [TestWorker], _ account: ProducerLedger.Account, _ consumer: ProducerConsumer
    ) async throws -> String {
        let spool = workers[0].spool
        let archive = Array("spool/archive".utf8)
        let root = Array(spool.directory.path.utf8)
        let archived = try spool.directory.files(below: archive).map { name in
            try SHA256.hexadecimal(of: ProducerDisk.content(root / archive / name) ?? [])
        }
        let verdict = ProducerVerdict(account, try consumer.outcomesWithOriginals(), archived: archived)
        let faults = verdict.faults + consumer.violations
        for fault in faults.prefix(20) {
            Issue.record("seed \(seed), \(variant.rawValue): \(fault)\n\(mentions(of: fault, in: workers))")
        }
        let check = try await spool.run(["fsck", "--at-rest", "--spool", spool.path])
        #expect(check.end == .exited(0), "seed \(seed), \(variant.rawValue): \(check.output)\(check.errors)")
        return "\(variant.rawValue), seed \(seed): \(account.stories) stories, \(account.images.count) images, "
            + "\(verdict.withdrawn) taken back, \(verdict.results) results, \(verdict.deadLetters) dead letters, "
            + "\(verdict.superseded.count) superseded, \(archived.count) archived, "
            + "\(faults.count) faults"
    }
}
