import Foundation
import Glibc
import LinuxSupport
import StrictJSON
import TestSupport
import Testing

@Suite("Reports: pictures and recognizers that fail")
struct FailureReports {
    @Test("Q04 a damaged picture is kept, byte by byte, with the record of its failure")
    func damaged() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        let bytes = try Self.damagedPicture()
        try spool.drop(bytes, as: "corrupt.png")
        let error = try await worker.error(of: "corrupt.png")
        #expect(error["code"]?.string == "image-undecodable")
        #expect(try spool.directory.content(of: "spool/dead-letter/corrupt.png/corrupt.png") == bytes)
        #expect(error.at("image", "sha256")?.string == (try SHA256.hexadecimal(of: bytes)))
        #expect(spool.deadLetterFiles == ["corrupt.png/corrupt.png", "corrupt.png/error.json"])
    }

    @Test("Q06 nine pictures that came with one that hangs are read while it hangs")
    func oneHangs() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--children", "2"])
        let stopped = try await worker.warmUp()
        kill(stopped.id, SIGSTOP)
        try await worker.wait(for: "a stopped recognizer") { ProcessTable.living(stopped.id)?.state == "T" }
        let names = (0...9).map { "\($0).png" }
        for name in names { try spool.drop(try Picture.line(tag: name), as: name) }
        // Besides that of the warm-up. What is put away after its result has an attempt still.
        try await worker.wait(for: "nine results") { spool.outboxFiles.count == 1 + 9 && spool.attemptsInWork == 1 }
        let hanging = try #require(names.first { !spool.outboxFiles.contains("\($0).json") })
        #expect(spool.deadLetterFiles.isEmpty)
        kill(stopped.id, SIGCONT)
        #expect(try await worker.result(of: hanging)["attempts"]?.int == 1)
    }

    @Test(
        "Q10 a picture that never ends in time has three attempts, one dead letter, and leaves no process",
        .enabled(if: SlowTests.areWanted))
    func neverInTime() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try spool.drop(request: #"{"timeoutSeconds": 1}"#, of: "noise.pgm")
        try spool.drop(Picture.noise(width: 3000, height: 2000), as: "noise.pgm")
        var seen: Set<Int32> = []
        try await worker.wait(for: "a dead letter", within: .seconds(120)) {
            seen.formUnion(worker.recognizers.map(\.id))
            return try spool.error(of: "noise.pgm") != nil
        }
        try await worker.rest()
        let error = try #require(try spool.error(of: "noise.pgm"))
        #expect(error["code"]?.string == "recognizer-timeout")
        #expect(error["attempts"]?.array?.count == 3)
        #expect(spool.deadLetterFiles == ["noise.pgm/error.json", "noise.pgm/noise.pgm", "noise.pgm/noise.pgm.json"])
        #expect(spool.outboxFiles.isEmpty && spool.inboxFiles.isEmpty)
        #expect(try worker.claims(of: "noise.pgm") == 1)
        // A recognizer that is left has nothing to do, and none outlives the worker.
        #expect(worker.recognizers.count <= 1)
        worker.program.send(SIGTERM)
        #expect(try await worker.end() == .exited(0))
        #expect(!seen.isEmpty && seen.allSatisfy { ProcessTable.living($0) == nil })
    }

    @Test("Q12 after a picture that cannot be read the next is read")
    func goodAfterDamaged() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try spool.drop(try Self.damagedPicture(), as: "corrupt.png")
        _ = try await worker.error(of: "corrupt.png")
        try spool.drop(try Picture.line(), as: "good.png")
        #expect(try await worker.result(of: "good.png")["text"]?.string == Picture.lineText)
        #expect(worker.program.end == nil)
    }

    @Test(
        "Q13 a picture on which the recognizer crashes each time is put aside, with the signal, and the worker goes on",
        arguments: SlowTests.areWanted ? [1, 2] : [1])
    func crashes(attempts: Int) async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--maximum-attempts", String(attempts)])
        try spool.drop(Picture.noise(width: 3000, height: 2000), as: "noise.pgm")
        for number in 1...attempts {
            try await worker.wait(forStatus: "attempt \(number)") {
                $0.listed("claimed", "noise.pgm")?["attempt"]?.int == number
            }
            let recognizer = try #require(worker.recognizers.first)
            kill(recognizer.id, SIGSEGV)
        }
        let error = try await worker.error(of: "noise.pgm")
        #expect(error["code"]?.string == "recognizer-crashed")
        #expect(error["attempts"]?.array?.map { $0["signal"]?.int } == Array(repeating: Int(SIGSEGV), count: attempts))
        try spool.drop(try Picture.line(), as: "next.png")
        _ = try await worker.result(of: "next.png")
        #expect(worker.program.end == nil)
    }

    @Test("Q20 a damaged picture, a time-out, a wrong request and a crash of the recognizer have a record each")
    func fourKinds() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--maximum-attempts", "1"])
        try spool.drop(request: #"{"timeoutSeconds": 1}"#, of: "late.pgm")
        try spool.drop(Picture.noise(width: 3000, height: 2000), as: "late.pgm")
        #expect(try await worker.failure(of: "late.pgm").code == "recognizer-timeout")
        try spool.drop(try Self.damagedPicture(), as: "corrupt.png")
        #expect(try await worker.failure(of: "corrupt.png").code == "image-undecodable")
        try spool.drop(request: #"{"nothing": 1}"#, of: "wrong.png")
        try spool.drop(try Picture.line(), as: "wrong.png")
        #expect(try await worker.failure(of: "wrong.png").code == "request-invalid")
        let recognizer = try await worker.stoppedWith("crash.png")
        kill(recognizer.id, SIGSEGV)
        kill(recognizer.id, SIGCONT)
        #expect(try await worker.failure(of: "crash.png").code == "recognizer-crashed")
        try await worker.wait(forStatus: "all counted") { status in
            status.at("totals", "deadLetteredByCode")
                == [
                    "image-undecodable": 1, "recognizer-crashed": 1, "recognizer-timeout": 1, "request-invalid": 1,
                ]
        }
        try await worker.rest()
    }

    /// A PNG file with a good head, whose pixels are not what they should be.
    static func damagedPicture() throws -> [UInt8] {
        var bytes = try Fixture.bytes("images/line-gray8.png")
        for index in bytes.count / 3..<bytes.count * 2 / 3 { bytes[index] = 0 }
        return bytes
    }
}
