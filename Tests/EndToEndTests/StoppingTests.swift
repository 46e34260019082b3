import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("Signals, and who may run a worker")
struct StoppingTests {
    @Test("at SIGTERM what is being read is finished, and what waits stays in the inbox", arguments: [SIGTERM, SIGINT])
    func finishes(signal: Int32) async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        let recognizer = try await worker.stoppedWith("a.png")
        for name in ["b.png", "c.png"] { try spool.drop(try Picture.line(tag: name), as: name) }
        try await worker.wait(forStatus: "all seen") { ($0.count("queued") ?? 0) + ($0.count("claimed") ?? 0) == 3 }
        worker.program.send(signal)
        try await worker.wait(for: "stopping") { worker.logText.contains("stopping: asked to stop") }
        kill(recognizer.id, SIGCONT)
        #expect(try await worker.end() == .exited(0))
        #expect(try spool.result(of: "a.png")?["text"]?.string == Picture.lineText)
        #expect(spool.outboxFiles.count == 2)
        #expect(spool.deadLetterFiles.isEmpty)

        let next = try TestWorker(spool, ["--drain"])
        #expect(try await next.end() == .exited(0))
        for name in ["b.png", "c.png"] { #expect(try spool.result(of: name)?["attempts"]?.int == 1) }
        #expect(spool.isAtRest)
    }

    @Test("what is not finished within the grace is given back, no attempt counted, and the next worker reads it")
    func givesBack() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--grace", "1"])
        let recognizer = try await worker.stoppedWith("a.png")
        worker.program.send(SIGTERM)
        #expect(try await worker.end(within: .seconds(15)) == .exited(0))
        #expect(ProcessTable.living(recognizer.id) == nil)
        #expect(spool.attemptsInWork == 0)
        #expect(spool.jobFiles.contains { $0.hasSuffix("/image") })
        let next = try TestWorker(spool, ["--drain"])
        #expect(try await next.end() == .exited(0))
        #expect(try spool.result(of: "a.png")?["attempts"]?.int == 1)
        #expect(spool.isAtRest)
    }

    @Test("SIGHUP ends nothing: the same worker goes on")
    func reload() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        _ = try await worker.warmUp()
        worker.program.send(SIGHUP)
        try await worker.wait(for: "its word on it") { worker.logText.contains("the configuration was read again") }
        try spool.drop(try Picture.line(), as: "a.png")
        #expect(try await worker.result(of: "a.png")["worker"]?.string?.hasSuffix("/\(worker.processID)") == true)
    }

    @Test("SIGHUP reads the configuration again: what can change does, what cannot is named, what is wrong is left")
    func reloadedSettings() async throws {
        let spool = try await TestSpool()
        try spool.directory.write(#"{"retirement": "archive"}"#, to: "settings.json")
        let worker = try TestWorker(spool, ["--config", spool.directory.path("settings.json")])
        _ = try await worker.warmUp()
        #expect(spool.archiveFiles == ["warm-up.png"])

        try spool.directory.write(#"{"retirement": "delete", "watchProgram": "/else"}"#, to: "settings.json")
        worker.program.send(SIGHUP)
        try await worker.wait(for: "its word on what stays") {
            worker.logText.contains("change only with a restart: watch program")
        }
        try spool.drop(try Picture.line(), as: "a.png")
        _ = try await worker.result(of: "a.png")
        try await worker.rest()
        #expect(spool.archiveFiles == ["warm-up.png"])

        try spool.directory.write(#"{"retirement": "burn"}"#, to: "settings.json")
        worker.program.send(SIGHUP)
        try await worker.wait(for: "its word on the fault") {
            worker.logText.contains("the configuration stays as it is") && worker.logText.contains("retirement")
        }
        try spool.drop(try Picture.line(), as: "b.png")
        _ = try await worker.result(of: "b.png")
        try await worker.rest()
        #expect(spool.archiveFiles == ["warm-up.png"])
    }

    @Test("a worker that has nothing to do ends soon after SIGTERM, however long it has rested", arguments: 1...3)
    func endsSoon(round: Int) async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        _ = try await worker.warmUp()
        // A status that was written more than a second ago is written again at the end.
        try await Task.sleep(for: .milliseconds(1200))
        worker.program.send(SIGTERM)
        #expect(try await worker.end(within: .seconds(10)) == .exited(0))
    }

    @Test("a worker that ends leaves no directory of its own behind")
    func leaves() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        _ = try await worker.warmUp()
        worker.program.send(SIGTERM)
        #expect(try await worker.end() == .exited(0))
        #expect(try spool.directory.names(in: "spool/working").isEmpty)
    }

    @Test("root is refused, with a remedy, and let in when told so", .enabled(if: UnprivilegedUser.isAnother))
    func root() async throws {
        let spool = try await TestSpool()
        try spool.drop(try Picture.line(), as: "a.png")
        let arguments = [
            "worker", "--spool", spool.path, "--drain", "--pairing", "0", "--settle", "100", "--children", "1",
        ]
        let refused = try RunningProgram(BuiltProgram.path("ocrspool"), arguments)
        #expect(try await refused.waitForEnd() == .exited(78))
        #expect(refused.errorText.contains("--allow-root"))
        #expect(spool.inboxFiles == ["a.png"])
        let allowed = try RunningProgram(BuiltProgram.path("ocrspool"), arguments + ["--allow-root"])
        #expect(try await allowed.waitForEnd() == .exited(0))
        #expect(spool.outboxFiles == ["a.png.json"])
    }

    @Test("over ten seconds an idle worker's processes use less than 50 ms of a processor, and its memory stays small")
    func idle() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--children", "2"])
        _ = try await worker.warmUp()
        // The status is written once more after the last result.
        try await worker.wait(forStatus: "nothing to do") {
            $0.count("claimed") == 0 && $0.at("totals", "published")?.int == 1
        }
        let family = [worker.processID] + ProcessTable.children(of: worker.processID).map(\.id)
        try #require(family.count >= 3)
        let used = { family.map { ProcessTable.processorTime(of: $0) }.reduce(0, +) }
        let before = used()
        // The time of the measurement itself.
        try await Task.sleep(for: SlowTests.areWanted ? .seconds(60) : .seconds(10))
        let nanoseconds = used() - before
        #expect(nanoseconds < 50_000_000)
        #expect(ProcessTable.residentBytes(of: worker.processID) < 60 << 20)
    }
}
