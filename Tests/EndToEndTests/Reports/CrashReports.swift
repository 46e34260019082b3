import Foundation
import Glibc
import LinuxSupport
import StrictJSON
import TestSupport
import Testing

@Suite("Reports: crashes, and workers side by side")
struct CrashReports {
    @Test("Q01 what a worker had in work when it was killed is read by the next, as another attempt, once")
    func killedWhileReading() async throws {
        let spool = try await TestSpool()
        let first = try TestWorker(spool)
        _ = try await first.stoppedWith("a.png")
        kill(-first.processID, SIGKILL)
        #expect(try await first.end() == .killed(signal: SIGKILL))
        #expect(spool.inboxFiles.isEmpty)
        let second = try TestWorker(spool)
        #expect(try await second.result(of: "a.png")["attempts"]?.int == 2)
        try await second.rest()
        #expect(spool.outboxFiles == ["a.png.json", "warm-up.png.json"] && spool.deadLetterFiles.isEmpty)
        #expect(spool.archiveFiles == ["a.png", "warm-up.png"])
        #expect(try spool.directory.names(in: "spool/working").count == 1)
    }

    @Test(
        "Q03 two workers share two hundred pictures, each read once, and who loses a race says nothing of it",
        .enabled(if: SlowTests.areWanted))
    func twoWorkers() async throws {
        let spool = try await TestSpool()
        let crew = try (0..<2).map { _ in try TestWorker(spool, ["--pairing", "0"]) }
        for worker in crew { try await worker.watching() }
        var sampler = Sampler(spool)
        let names = (1...200).map { "\($0).png" }
        for name in names { try spool.drop(try Picture.line(tag: name), as: name) }
        try await crew[0].wait(for: "two hundred results", within: .seconds(120)) {
            sampler.look()
            return spool.outboxFiles.count >= 200 && spool.isAtRest
        }
        #expect(sampler.violations.isEmpty)
        #expect(spool.outboxFiles == names.map { "\($0).json" }.sorted() && spool.deadLetterFiles.isEmpty)
        for name in names {
            let digest = try SHA256.hexadecimal(of: try Picture.line(tag: name))
            #expect(try spool.result(of: name)?.at("image", "sha256")?.string == digest)
            #expect(try spool.result(of: name)?["attempts"]?.int == 1)
        }
        // The logs tell of an outcome after it is there.
        try await crew[0].wait(for: "all in the logs") { try crew.map { try $0.publications }.reduce(0, +) >= 200 }
        for worker in crew {
            #expect(try worker.publications > 0)
            try worker.expectNoComplaint()
        }
    }

    @Test(
        "Q19 a kill between the result and the putting away of the picture makes no second result",
        arguments: ["left", "taken"])
    func killedBeforeArchiving(result: String) async throws {
        let spool = try await TestSpool()
        let first = try TestWorker(spool)
        let recognizer = try await first.stoppedWith("a.png")
        // The result can be published, and the picture cannot be put away.
        try spool.directory.setMode(0o555, of: "spool/archive")
        kill(recognizer.id, SIGCONT)
        _ = try await first.result(of: "a.png")
        try await first.wait(for: "stopped half way") { first.logText.contains("stopped half way") }
        kill(-first.processID, SIGKILL)
        #expect(try await first.end() == .killed(signal: SIGKILL))
        #expect(spool.archiveFiles == ["warm-up.png"] && spool.jobFiles.contains { $0.hasSuffix("/image") })
        try spool.directory.setMode(0o755, of: "spool/archive")
        if result == "taken" { spool.directory.remove("spool/outbox/a.png.json") }
        let second = try TestWorker(spool, ["--drain"])
        #expect(try await second.end() == .exited(0))
        let left = result == "left" ? ["a.png.json", "warm-up.png.json"] : ["warm-up.png.json"]
        #expect(spool.outboxFiles == left && spool.deadLetterFiles.isEmpty)
        #expect(spool.archiveFiles == ["a.png", "warm-up.png"] && spool.isAtRest)
    }

    @Test("Q17 what a life before left in the spool's temporary directory goes at the start")
    func oldLeftovers() async throws {
        let spool = try await TestSpool()
        try spool.directory.write("half a", to: "spool/state/tmp/01m8pzxacwt9esp4127edpprme.json")
        try UnprivilegedUser.takeOver("\(spool.path)/state/tmp/01m8pzxacwt9esp4127edpprme.json")
        let worker = try TestWorker(spool, ["--drain"])
        #expect(try await worker.end() == .exited(0))
        #expect(spool.directory.files(below: "spool/state/tmp").isEmpty)
    }

    @Test("Q17 twenty pictures that run out of time leave no temporary file behind", .enabled(if: SlowTests.areWanted))
    func twentyTimeouts() async throws {
        let spool = try await TestSpool()
        try spool.prepare([:], in: "tmp")
        let environment = ["TMPDIR": spool.directory.path("tmp")]
        let options = ["--maximum-attempts", "1", "--children", "2"]
        let worker = try TestWorker(spool, options, environment: environment)
        _ = try await worker.warmUp()
        let places = ["tmp", "spool/state", "spool/working"]
        let before = places.map { spool.directory.files(below: $0) }
        let noise = Picture.noise(width: 2000, height: 1500)
        for number in 1...20 {
            try spool.drop(request: #"{"timeoutSeconds": 1}"#, of: "\(number).pgm")
            try spool.drop(noise, as: "\(number).pgm")
        }
        for number in 1...20 {
            #expect(try await worker.failure(of: "\(number).pgm", within: .seconds(120)).code == "recognizer-timeout")
        }
        try await worker.rest()
        #expect(places.map { spool.directory.files(below: $0) } == before)
    }
}
