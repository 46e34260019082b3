import Foundation
import LinuxSupport
import StrictJSON
import TestSupport
import Testing

@Suite("Arrival: when an image is complete")
struct ArrivalTests {
    @Test("an image renamed into the inbox is read at once, whatever the settle time")
    func renamed() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--settle", "3600000", "--pairing", "0"])
        try await worker.watching()
        try spool.drop(try Picture.line(), as: "a.png")
        let result = try await worker.result(of: "a.png")
        #expect(result["text"]?.string == Picture.lineText)
        try await worker.rest()
        #expect(spool.archiveFiles == ["a.png"])
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("a hard link is an image like any other, and its other name stays as it is")
    func hardLink() async throws {
        let spool = try await TestSpool()
        let bytes = try Picture.line()
        try spool.directory.write(bytes, to: Array("original.png".utf8))
        try UnprivilegedUser.takeOver(spool.directory.path("original.png"))
        let worker = try TestWorker(spool, ["--settle", "3600000"])
        try await worker.watching()
        try spool.directory.makeHardLink("spool/inbox/a.png", to: "original.png")
        _ = try await worker.result(of: "a.png")
        #expect(try spool.directory.content(of: "original.png") == bytes)
    }

    @Test(
        "an image that is held open, empty at first, is taken when it is whole and not before",
        arguments: ["on", "off"])
    func heldOpen(events: String) async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--events", events])
        let bytes = try Picture.line(tag: String(repeating: "x", count: 5000))
        let writer = try spool.openForAppending("a.png")
        for part in stride(from: 0, to: bytes.count, by: 1000) {
            try await worker.wait(forStatus: "held open by its writer") { status in
                status.listed("inbox", "a.png")?["reason"]?.string == "a process has it open for writing"
            }
            try writer.write(contentsOf: bytes[part..<min(part + 1000, bytes.count)])
        }
        #expect(spool.outboxFiles.isEmpty)
        #expect(spool.deadLetterFiles.isEmpty)
        try writer.close()
        let result = try await worker.result(of: "a.png")
        #expect(result.at("image", "sha256")?.string == (try SHA256.hexadecimal(of: bytes)))
        #expect(result["text"]?.string == Picture.lineText)
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("a writer that was at work when the worker started is waited for")
    func writerBeforeStart() async throws {
        let spool = try await TestSpool()
        let bytes = try Picture.line(tag: "slow")
        let writer = try spool.openForAppending("a.png")
        try writer.write(contentsOf: bytes.prefix(300))
        let worker = try TestWorker(spool)
        try await worker.wait(forStatus: "held open by its writer") { status in
            status.listed("inbox", "a.png")?["reason"]?.string == "a process has it open for writing"
        }
        try writer.write(contentsOf: bytes.dropFirst(300))
        try writer.close()
        let result = try await worker.result(of: "a.png")
        #expect(result.at("image", "bytes")?.int == bytes.count)
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("a shorter settle time takes effect with SIGHUP, for what waits already too")
    func shorterSettleTime() async throws {
        let spool = try await TestSpool()
        try spool.directory.write(#"{"settleMilliseconds": 3600000}"#, to: "settings.json")
        try spool.directory.setMode(0o644, of: "settings.json")
        let worker = try TestWorker(
            spool, ["--config", spool.directory.path("settings.json")], without: ["--settle"])
        try await worker.watching()
        try spool.write(try Picture.line(), to: "a.png")
        try await worker.wait(forStatus: "arriving") { $0.listed("inbox", "a.png")?["state"]?.string == "arriving" }
        try spool.directory.write(#"{"settleMilliseconds": 100}"#, to: "settings.json")
        worker.program.send(SIGHUP)
        _ = try await worker.result(of: "a.png")
    }

    @Test("an image that is opened and closed for each of its twelve parts gives one result, from the whole")
    func openedAndClosedOften() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--settle", "1500"])
        try await worker.watching()
        let bytes = try Picture.line(tag: String(repeating: "y", count: 3000))
        let length = bytes.count / 12 + 1
        var longestPause: Duration = .zero
        var last = ContinuousClock.now
        for part in stride(from: 0, to: bytes.count, by: length) {
            let writer = try spool.openForAppending("a.png")
            try writer.write(contentsOf: bytes[part..<min(part + length, bytes.count)])
            try writer.close()
            longestPause = max(longestPause, last.duration(to: .now))
            last = .now
            // The producer's pace, well below the settle time.
            try await Task.sleep(for: .milliseconds(100))
        }
        try #require(longestPause < .milliseconds(1400), "the machine is too busy to write in time")
        let result = try await worker.result(of: "a.png")
        #expect(result.at("image", "sha256")?.string == (try SHA256.hexadecimal(of: bytes)))
        try await worker.rest()
        #expect(spool.outboxFiles == ["a.png.json"])
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("an image whose request announces its bytes is taken when it has them, though it was closed before")
    func announcedBytes() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--settle", "100"])
        try await worker.watching()
        let bytes = try Picture.line()
        try spool.drop(request: #"{"bytes": \#(bytes.count)}"#, of: "a.png")
        try spool.write(Array(bytes.prefix(400)), to: "a.png")
        try await worker.wait(forStatus: "too few bytes") { status in
            status.listed("inbox", "a.png")?["reason"]?.string
                == "it has not the number of bytes that its request announces"
        }
        let writer = try spool.openForAppending("a.png")
        try writer.write(contentsOf: bytes.dropFirst(400))
        try writer.close()
        let result = try await worker.result(of: "a.png")
        #expect(result["text"]?.string == Picture.lineText)
        #expect(result.at("request", "bytes")?.int == bytes.count)
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("an image whose request announces its SHA-256 is taken when it has it, even if it was renamed in")
    func announcedDigest() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try await worker.watching()
        let right = try Picture.line(tag: "right")
        try spool.drop(request: #"{"sha256": "\#(try SHA256.hexadecimal(of: right))"}"#, of: "a.png")
        try spool.drop(try Picture.line(tag: "wrong"), as: "a.png")
        try await worker.wait(forStatus: "another digest") { status in
            status.listed("inbox", "a.png")?["reason"]?.string
                == "it has not the SHA-256 that its request announces"
        }
        try spool.drop(right, as: "a.png")
        let result = try await worker.result(of: "a.png")
        #expect(result.at("image", "sha256")?.string == (try SHA256.hexadecimal(of: right)))
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("an image that is taken away while it waits its turn is forgotten without a word in the dead letter")
    func vanished() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        let recognizer = try await worker.warmUp()
        kill(recognizer.id, SIGSTOP)
        for name in ["a.png", "b.png", "c.png", "d.png"] { try spool.drop(try Picture.line(tag: name), as: name) }
        // One is with the recognizer and one is next; the others stay in the inbox.
        try await worker.wait(forStatus: "two wait in the inbox") {
            $0.count("queued") == 2 && $0.count("claimed") == 2
        }
        let waiting = spool.inboxFiles
        try #require(waiting.count == 2)
        spool.directory.remove("spool/inbox/\(waiting[0])")
        kill(recognizer.id, SIGCONT)
        try await worker.rest()
        #expect(spool.outboxFiles.count == 1 + 3)
        #expect(!spool.outboxFiles.contains("\(waiting[0]).json"))
        #expect(spool.deadLetterFiles.isEmpty)
    }
}
