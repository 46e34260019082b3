import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("Directories that operators take away, replace or close while a worker runs")
struct ReplacedDirectoryTests {
    @Test("an outbox that was moved away is waited for, and what is read meanwhile comes out in the new one")
    func outbox() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        _ = try await worker.warmUp()
        try spool.directory.rename("spool/outbox", to: "spool/outbox.1")
        try spool.drop(try Picture.line(), as: "a.png")
        try await worker.wait(forStatus: "paused") { $0.at("pause", "code")?.string == "spool-unwritable" }
        #expect(try worker.status?.at("pause", "message")?.string?.contains("outbox/ is missing") == true)
        try makeOwn("outbox", of: spool)
        #expect(try await worker.result(of: "a.png")["attempts"]?.int == 1)
        try await worker.rest()
        // At work, with nothing to pause for: the very next result too.
        try spool.directory.rename("spool/outbox", to: "spool/outbox.2")
        try makeOwn("outbox", of: spool)
        try spool.drop(try Picture.line(), as: "b.png")
        _ = try await worker.result(of: "b.png")
        #expect(spool.outboxFiles == ["b.png.json"])
        #expect(spool.directory.files(below: "spool/outbox.1") == ["warm-up.png.json"])
        #expect(spool.directory.files(below: "spool/outbox.2") == ["a.png.json"])
    }

    @Test("a dead letter, archive and state/tmp that were removed and made anew are used at once")
    func others() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        _ = try await worker.warmUp()
        for name in ["dead-letter", "archive"] {
            spool.directory.remove("spool/\(name)")
            try makeOwn(name, of: spool)
        }
        spool.directory.remove("spool/state/tmp")
        try spool.drop(try Picture.line(), as: "a.png")
        try spool.drop(Array("broken".utf8), as: "bad.png")
        #expect(try await worker.result(of: "a.png")["attempts"]?.int == 1)
        #expect(try await worker.error(of: "bad.png")["code"]?.string == "image-unsupported")
        try await worker.rest()
        #expect(spool.archiveFiles == ["a.png"])
    }

    @Test("a folder of the outbox that may not be written holds up the images of that folder, and no other")
    func closedFolder() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--rescan", "2"])
        _ = try await worker.warmUp()
        try makeOwn("outbox/closed", of: spool)
        try spool.directory.setMode(0o555, of: "spool/outbox/closed")
        try spool.makeFolder("closed")
        try spool.drop(try Picture.line(), as: "closed/a.png")
        try await worker.wait(for: "word of the folder") { worker.logText.contains("outbox/closed: Permission denied") }
        for name in ["b.png", "c.png", "d.png"] { try spool.drop(try Picture.line(tag: name), as: name) }
        for name in ["b.png", "c.png", "d.png"] { _ = try await worker.result(of: name) }
        #expect(!worker.logText.contains("spool-unwritable"))
        #expect(spool.inboxFiles == ["closed/a.png"])
        try spool.directory.setMode(0o755, of: "spool/outbox/closed")
        #expect(try await worker.result(of: "closed/a.png")["attempts"]?.int == 1)
        try await worker.rest()
    }

    @Test("a folder that is closed while its image is read holds up that image, and no other")
    func closedTooLate() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        _ = try await worker.warmUp()
        try makeOwn("outbox/closed", of: spool)
        try spool.makeFolder("closed")
        let recognizer = try #require(worker.recognizers.first)
        kill(recognizer.id, SIGSTOP)
        try spool.drop(try Picture.line(), as: "closed/a.png")
        try await worker.wait(for: "an attempt") { spool.attemptsInWork == 1 }
        try spool.directory.setMode(0o555, of: "spool/outbox/closed")
        kill(recognizer.id, SIGCONT)
        try await worker.wait(for: "word of the folder") { worker.logText.contains("stopped half way") }
        for name in ["b.png", "c.png", "d.png"] { try spool.drop(try Picture.line(tag: name), as: name) }
        for name in ["b.png", "c.png", "d.png"] { _ = try await worker.result(of: name) }
        #expect(!worker.logText.contains("spool-unwritable"))
        try spool.directory.setMode(0o755, of: "spool/outbox/closed")
        #expect(try await worker.result(of: "closed/a.png")["attempts"]?.int == 1)
        try await worker.rest()
    }

    @Test("a worker whose own directory is taken away ends and says so, and leaves the images to the next")
    func ownDirectory() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        _ = try await worker.warmUp()
        for name in try spool.directory.names(in: "spool/working") { spool.directory.remove("spool/working/\(name)") }
        try spool.drop(try Picture.line(), as: "a.png")
        #expect(try await worker.end() == .exited(69))
        #expect(worker.logText.contains("taken away"), "\(worker.logText)")
        #expect(spool.inboxFiles == ["a.png"])
        let next = try TestWorker(spool, ["--drain"])
        #expect(try await next.end() == .exited(0))
        #expect(spool.outboxFiles == ["a.png.json", "warm-up.png.json"])
    }

    @Test(
        "with --drain what cannot be taken, or looked for, is no success",
        arguments: [(0o555 as UInt32, "cannot claim"), (0, "folder cannot be read")])
    func drained(mode: UInt32, word: String) async throws {
        let spool = try await TestSpool()
        try spool.makeFolder("closed")
        for name in ["a.png", "closed/b.png"] { try spool.drop(try Picture.line(tag: name), as: name) }
        try spool.directory.setMode(mode, of: "spool/inbox/closed")
        let worker = try TestWorker(spool, ["--drain"])
        #expect(try await worker.end() == .exited(3))
        #expect(worker.logText.contains(word) && worker.logText.contains("could not be taken"), "\(worker.logText)")
        #expect(spool.outboxFiles == ["a.png.json"])
        try spool.directory.setMode(0o755, of: "spool/inbox/closed")
        let next = try TestWorker(spool, ["--drain"])
        #expect(try await next.end() == .exited(0))
        #expect(spool.outboxFiles == ["a.png.json", "closed/b.png.json"])
    }

    @Test("a request with a SHA-256 for a file of a terabyte keeps no other image waiting, and is refused")
    func sparseGiant() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        let digest = String(repeating: "a", count: 64)
        try spool.drop(request: #"{"sha256": "\#(digest)"}"#, of: "giant.png")
        let giant = try spool.openForAppending("giant.png")
        try giant.truncate(atOffset: 1 << 40)
        try giant.close()
        #expect(try await worker.error(of: "giant.png")["code"]?.string == "image-too-large")
        _ = try await worker.warmUp()
    }

    private func makeOwn(_ name: String, of spool: TestSpool) throws {
        try spool.directory.makeDirectory("spool/\(name)")
        try UnprivilegedUser.takeOver("\(spool.path)/\(name)")
    }
}
