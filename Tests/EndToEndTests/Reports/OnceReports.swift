import Foundation
import Glibc
import LinuxSupport
import StrictJSON
import TestSupport
import Testing

@Suite("Reports: every picture once")
struct OnceReports {
    @Test("P06 a good picture under the name of one that failed is read, and the failed one is kept")
    func goodAfterBad() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try spool.drop(Array("broken".utf8), as: "a.png")
        _ = try await worker.error(of: "a.png")
        try spool.drop(try Picture.line(), as: "a.png")
        #expect(try await worker.result(of: "a.png")["text"]?.string == Picture.lineText)
        #expect(try spool.directory.content(of: "spool/dead-letter/a.png/a.png") == Array("broken".utf8))
    }

    @Test("P15 looks at the whole inbox while a picture is being read do not queue it again")
    func looksDuringReading() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--events", "off", "--poll", "300"])
        let recognizer = try await worker.stoppedWith("a.png")
        // Each is found by another look.
        for name in [".1", ".2", ".3"] {
            try spool.write([], to: name)
            try await worker.wait(for: "a look") { try worker.log.contains { $0["path"]?.string == name } }
        }
        #expect(try worker.status?.count("claimed") == 1)
        kill(recognizer.id, SIGCONT)
        #expect(try await worker.result(of: "a.png")["attempts"]?.int == 1)
        try await worker.wait(for: "rest, but for the hidden files") {
            spool.jobFiles.isEmpty && spool.inboxFiles == [".1", ".2", ".3"]
        }
        #expect(spool.outboxFiles == ["a.png.json", "warm-up.png.json"] && spool.deadLetterFiles.isEmpty)
        #expect(try worker.claims(of: "a.png") == 1)
        #expect(try !worker.log.contains { $0["level"]?.string == "error" })
    }

    @Test("P16 a picture that comes in four parts, and whose times and rights change while it is read, is read once")
    func touchedDuringReading() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--settle", "500"])
        let recognizer = try await worker.warmUp()
        kill(recognizer.id, SIGSTOP)
        let bytes = try Picture.line(tag: "four")
        var last: FileHandle?
        for part in bytes.parts(4) {
            let writer = try spool.openForAppending("a.png")
            try writer.write(contentsOf: part)
            try writer.close()
            // To reach the file by when it has moved; it writes nothing.
            last = try FileHandle(forReadingFrom: URL(filePath: "\(spool.path)/inbox/a.png"))
        }
        try await worker.wait(forStatus: "an attempt") { $0.listed("claimed", "a.png")?["attempt"]?.int == 1 }
        let descriptor = try #require(last?.fileDescriptor)
        try #require(fchmod(descriptor, 0o600) == 0)
        try #require(futimens(descriptor, nil) == 0)
        kill(recognizer.id, SIGCONT)
        let result = try await worker.result(of: "a.png")
        #expect(result["attempts"]?.int == 1)
        #expect(result.at("image", "sha256")?.string == (try SHA256.hexadecimal(of: bytes)))
        try await worker.rest()
        #expect(spool.outboxFiles == ["a.png.json", "warm-up.png.json"] && spool.deadLetterFiles.isEmpty)
        #expect(try worker.claims(of: "a.png") == 1)
    }

    @Test(
        "P17 a picture that is deleted or moved away before its turn is counted as vanished, without a word of complaint"
    )
    func vanished() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        let recognizer = try await worker.warmUp()
        kill(recognizer.id, SIGSTOP)
        let names = ["a.png", "b.png", "c.png", "d.png"]
        for name in names { try spool.drop(try Picture.line(tag: name), as: name) }
        // One is with the recognizer and one is next; the others stay in the inbox.
        try await worker.wait(forStatus: "two wait in the inbox") {
            $0.count("queued") == 2 && $0.count("claimed") == 2
        }
        let waiting = spool.inboxFiles
        try #require(waiting.count == 2)
        spool.directory.remove("spool/inbox/\(waiting[0])")
        try spool.directory.rename("spool/inbox/\(waiting[1])", to: "withdrawn")
        kill(recognizer.id, SIGCONT)
        try await worker.rest()
        let read = names.filter { !waiting.contains($0) } + ["warm-up.png"]
        #expect(spool.outboxFiles == read.map { "\($0).json" }.sorted())
        #expect(spool.deadLetterFiles.isEmpty)
        try await worker.wait(forStatus: "both counted") { $0.at("totals", "vanished")?.int == 2 }
        try worker.expectNoComplaint()
    }

    @Test("P18 pictures that were there before the start and such as come later are all read")
    func beforeAndAfterStart() async throws {
        let spool = try await TestSpool()
        for name in ["1.png", "2.png", "3.png"] { try spool.drop(try Picture.line(tag: name), as: name) }
        let worker = try TestWorker(spool)
        for name in ["1.png", "2.png", "3.png"] { _ = try await worker.result(of: name) }
        for name in ["4.png", "5.png", "6.png"] { try spool.drop(try Picture.line(tag: name), as: name) }
        for name in ["4.png", "5.png", "6.png"] { _ = try await worker.result(of: name) }
        try await worker.rest()
        #expect(spool.outboxFiles == (1...6).map { "\($0).png.json" })
    }

    @Test(
        "P21 two hundred pictures that one command copies in give two hundred results, none of an empty file",
        .enabled(if: SlowTests.areWanted))
    func manyAtOnce() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--children", "2"])
        try await worker.watching()
        var pictures: [String: [UInt8]] = [:]
        for number in 1...200 { pictures["\(number).png"] = try Picture.line(tag: String(number)) }
        try spool.prepare(pictures, in: "outside")
        try await spool.shell("cp ../outside/*.png inbox/")
        try await worker.wait(for: "two hundred results", within: .seconds(120)) {
            spool.outboxFiles.count >= 200 && spool.isAtRest
        }
        #expect(spool.outboxFiles == pictures.keys.map { "\($0).json" }.sorted())
        #expect(spool.deadLetterFiles.isEmpty)
        for (name, bytes) in pictures {
            let result = try #require(try spool.result(of: name))
            #expect(result.at("image", "sha256")?.string == (try SHA256.hexadecimal(of: bytes)), "\(name)")
            #expect(result["attempts"]?.int == 1)
        }
    }
}
