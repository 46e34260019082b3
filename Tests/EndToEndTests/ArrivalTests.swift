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
}
