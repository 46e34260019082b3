import Foundation
import Glibc
import StrictJSON
import TestSupport
import Testing

@Suite("Reports: full disks and missing rights")
struct StorageReports {
    private static let mounting: Comment = "only the superuser can mount a small file system"

    @Test(
        "Q11 a result that does not fit on the disk is never seen in part, and comes when there is room",
        .enabled(if: SlowTests.areWanted), .enabled(if: SmallFileSystem.isPossible, mounting))
    func resultDoesNotFit() async throws {
        let spool = try await TestSpool(onFileSystemOf: 1 << 20)
        let worker = try TestWorker(spool, ["--minimum-free-bytes", "0"])
        try spool.write(try Picture.line(tag: "first"), to: "first.png")
        _ = try await worker.result(of: "first.png")
        try await worker.rest()
        let recognizer = try #require(worker.recognizers.first)
        kill(recognizer.id, SIGSTOP)
        try await worker.wait(for: "a stopped recognizer") { ProcessTable.living(recognizer.id)?.state == "T" }
        try spool.write(try Picture.line(), to: "a.png")
        try await worker.wait(forStatus: "an attempt") { $0.listed("claimed", "a.png")?["attempt"]?.int == 1 }
        try spool.fillDisk()
        kill(recognizer.id, SIGCONT)
        var sampler = Sampler(spool)
        try await worker.wait(for: "a pause") {
            sampler.look()
            return try worker.log.contains { $0["code"]?.string == "disk-full" }
        }
        #expect(spool.outboxFiles == ["first.png.json"] && spool.deadLetterFiles.isEmpty)
        spool.freeDisk()
        try await worker.wait(for: "a result") {
            sampler.look()
            return try spool.outboxFiles.contains("a.png.json") && spool.result(of: "a.png") != nil
        }
        #expect(try spool.result(of: "a.png")?["attempts"]?.int == 1)
        try await worker.rest()
        #expect(sampler.violations.isEmpty)
        #expect(spool.directory.files(below: "spool/state/tmp").isEmpty)
        #expect(spool.outboxFiles == ["a.png.json", "first.png.json"] && spool.deadLetterFiles.isEmpty)
    }

    @Test(
        "Q18 a disk without room is no fault of the pictures: they stay, the worker pauses, and goes on by itself",
        .enabled(if: SlowTests.areWanted), .enabled(if: SmallFileSystem.isPossible, mounting))
    func diskFull() async throws {
        let spool = try await TestSpool(onFileSystemOf: 1 << 20)
        // A temporary directory of the system's that is full, too, concerns nobody.
        try spool.prepare([:], in: "tmp")
        let temporary = try SmallFileSystem(at: spool.directory.path("tmp"), bytes: 65_536)
        defer { temporary.unmount() }
        try? spool.directory.write([UInt8](repeating: 0, count: 1 << 20), to: Array("tmp/filler".utf8))
        let worker = try TestWorker(
            spool, ["--minimum-free-bytes", "200000"], environment: ["TMPDIR": spool.directory.path("tmp")])
        try await worker.watching()
        try spool.fillDisk(leaving: 150_000)
        let names = ["a.png", "b.png", "c.png"]
        for name in names { try spool.write(try Picture.line(tag: name), to: name) }
        try await worker.wait(forStatus: "paused") { $0.at("pause", "code")?.string == "disk-full" }
        #expect(spool.inboxFiles == names && spool.outboxFiles.isEmpty && spool.deadLetterFiles.isEmpty)
        spool.freeDisk()
        for name in names { #expect(try await worker.result(of: name)["attempts"]?.int == 1) }
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("M01 with an outbox that may not be written the worker does not start, and names it")
    func closedAtStart() async throws {
        let spool = try await TestSpool()
        try spool.drop(try Picture.line(), as: "a.png")
        try spool.directory.setMode(0o555, of: "spool/outbox")
        let worker = try TestWorker(spool)
        #expect(try await worker.end() != .exited(0))
        #expect(worker.logText.contains("\(spool.path)/outbox"), "\(worker.logText)")
        #expect(spool.inboxFiles == ["a.png"] && spool.deadLetterFiles.isEmpty)
    }

    @Test(
        "M01 with an outbox that is closed while it runs the worker pauses, says so, and goes on by itself",
        .enabled(if: SlowTests.areWanted))
    func closedWhileRunning() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try await worker.watching()
        try spool.directory.setMode(0o555, of: "spool/outbox")
        try spool.drop(try Picture.line(), as: "a.png")
        try await worker.wait(forStatus: "paused") { status in
            status["state"]?.string == "paused" && status.at("pause", "code")?.string == "spool-unwritable"
                && status.at("pause", "message")?.string?.contains("outbox") == true
        }
        #expect(spool.deadLetterFiles.isEmpty)
        try spool.directory.setMode(0o755, of: "spool/outbox")
        #expect(try await worker.result(of: "a.png")["attempts"]?.int == 1)
        try await worker.wait(forStatus: "running") { $0["state"]?.string == "running" }
    }
}

extension TestSpool {
    /// Leaves at most `bytes`, on a file system of the spool's own.
    func fillDisk(leaving bytes: Int = 0) throws {
        let filler = try directory.openForAppending("spool/filler")
        defer { try? filler.close() }
        var block = [UInt8](repeating: 0, count: 4096)
        while try freeBytes() > bytes {
            let count = unsafe block.withUnsafeMutableBytes {
                unsafe Glibc.write(filler.fileDescriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 else { break }
        }
    }

    /// Gives back what `fillDisk` took.
    func freeDisk() { directory.remove("spool/filler") }

    private func freeBytes() throws -> Int {
        let facts = try FileManager.default.attributesOfFileSystem(forPath: path)
        return try #require((facts[.systemFreeSize] as? NSNumber)?.intValue)
    }
}
