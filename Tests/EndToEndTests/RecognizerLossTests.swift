import Foundation
import LinuxSupport
import StrictJSON
import TestSupport
import Testing

@Suite("Recognizers that die or hang")
struct RecognizerLossTests {
    @Test("a recognizer that is killed while it reads costs its image one attempt, and other images nothing")
    func killed() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--children", "2"])
        let stopped = try await worker.warmUp()
        kill(stopped.id, SIGSTOP)
        let names = (1...6).map { "\($0).png" }
        for name in names { try spool.drop(try Picture.line(tag: name), as: name) }
        // The stopped one holds the image that it reads. Another that was claimed ahead for it goes to the other one.
        var victim: String?
        try await worker.wait(forStatus: "an attempt of the stopped recognizer alone") { status in
            let lane = status["children"]?.array?.first { $0["pid"]?.int == Int(stopped.id) }?["lane"]
            let attempts = status["claimed"]?.array?.filter { $0["attempt"]?.int == 1 } ?? []
            victim = attempts.count == 1 && attempts[0]["lane"] == lane ? attempts[0]["name"]?.string : nil
            // A status from before still tells of the first image.
            return victim.map(names.contains) ?? false
        }
        let name = try #require(victim)
        try await worker.wait(for: "results of the other recognizer") { spool.outboxFiles.count >= 1 + 5 }
        #expect(try spool.result(of: name) == nil)
        kill(stopped.id, SIGKILL)
        try await worker.rest()
        #expect(try spool.result(of: name)?["attempts"]?.int == 2)
        for other in names where other != name { #expect(try spool.result(of: other)?["attempts"]?.int == 1) }
        #expect(spool.deadLetterFiles.isEmpty)
        #expect(ProcessTable.living(stopped.id) == nil)
    }

    @Test(
        "an image whose every attempt ends with a dead recognizer goes to the dead letter, which names the signal",
        arguments: [(SIGSEGV, "recognizer-crashed"), (SIGKILL, "recognizer-out-of-memory")])
    func deadLetter(signal: Int32, code: String) async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--maximum-attempts", "1"])
        let victim = try await worker.stoppedWith("victim.png")
        kill(victim.id, signal)
        kill(victim.id, SIGCONT)
        let error = try await worker.error(of: "victim.png")
        #expect(error["code"]?.string == code)
        #expect(error["retryable"]?.bool == true)
        let attempts = try #require(error["attempts"]?.array)
        #expect(attempts.count == 1)
        #expect(attempts.first?["signal"]?.int == Int(signal))
        #expect(
            try await SchemaOpinion.complaints(["dead-letter/victim.png/error.json"], by: "error", in: spool) == [:])
        try spool.drop(try Picture.line(tag: "next"), as: "next.png")
        #expect(try await worker.result(of: "next.png")["text"]?.string == Picture.lineText)
    }

    @Test("a recognizer that stands still is killed when the time of its image is over")
    func standingStill() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--maximum-attempts", "1"])
        let victim = try await worker.stoppedWith("victim.png", request: #"{"timeoutSeconds": 1}"#)
        let error = try await worker.error(of: "victim.png")
        #expect(error["code"]?.string == "recognizer-timeout")
        #expect(ProcessTable.living(victim.id) == nil)
        #expect(try #require(duration(ofOnlyAttemptIn: error)) < 5000)
    }

    @Test("a picture that takes longer than its request allows ends in time")
    func hardPicture() async throws {
        let spool = try await TestSpool()
        try spool.drop(Picture.noise(width: 3000, height: 2000), as: "noise.pgm")
        try spool.drop(request: #"{"timeoutSeconds": 1}"#, of: "noise.pgm")
        let worker = try TestWorker(spool, ["--maximum-attempts", "1"])
        let error = try await worker.error(of: "noise.pgm")
        #expect(error["code"]?.string == "recognizer-timeout")
        #expect(try #require(duration(ofOnlyAttemptIn: error)) < 5000)
        try spool.drop(try Picture.line(), as: "next.png")
        #expect(try await worker.result(of: "next.png")["text"]?.string == Picture.lineText)
    }

    @Test("nothing that a worker has started outlives it by a second")
    func killedWorker() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try await worker.watching()
        let stopped = try await worker.stoppedWith("victim.png")
        let family = ProcessTable.children(of: worker.processID)
        try #require(family.contains { $0.id == stopped.id } && worker.watcher != nil)
        worker.program.send(SIGKILL)
        #expect(try await worker.end() == .killed(signal: SIGKILL))
        #expect(try await eventually(within: .seconds(1)) { family.allSatisfy { ProcessTable.living($0.id) == nil } })
    }

    /// In milliseconds.
    private func duration(ofOnlyAttemptIn error: JSONValue) -> Int64? {
        guard let attempts = error["attempts"]?.array, attempts.count == 1,
            let start = attempts[0]["startedAt"]?.string.flatMap(Timestamp.init),
            let end = attempts[0]["endedAt"]?.string.flatMap(Timestamp.init)
        else { return nil }
        return end.unixMilliseconds - start.unixMilliseconds
    }
}

extension TestWorker {
    /// Has a warm recognizer stopped (SIGSTOP), and then gives it the image `name`: it stands still in the middle of an
    /// attempt, for as long as the test wants. For workers with one recognizer: another would read it.
    func stoppedWith(_ name: String, request: String? = nil) async throws -> ProcessEntry {
        let recognizer = try await warmUp()
        kill(recognizer.id, SIGSTOP)
        try await wait(for: "a stopped recognizer") { ProcessTable.living(recognizer.id)?.state == "T" }
        if let request { try spool.drop(request: request, of: name) }
        try spool.drop(try Picture.line(tag: name), as: name)
        // The attempt is counted before the image is handed over, and told in the status after that has begun.
        try await wait(forStatus: "an attempt in work") { $0.listed("claimed", name)?["attempt"]?.int == 1 }
        return recognizer
    }
}
