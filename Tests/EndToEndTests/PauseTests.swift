import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("Pauses: the machine is at fault, not the image")
struct PauseTests {
    @Test(
        "with a directory that cannot be written the worker pauses, says so, and goes on by itself once it can",
        arguments: ["outbox", "archive"])
    func unwritable(directory: String) async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        _ = try await worker.warmUp()
        try spool.directory.setMode(0o555, of: "spool/\(directory)")
        for name in ["a.png", "b.png"] { try spool.drop(try Picture.line(tag: name), as: name) }
        try await worker.wait(forStatus: "paused") { $0["state"]?.string == "paused" }
        let pause = try #require(try worker.status?["pause"])
        #expect(pause["code"]?.string == "spool-unwritable")
        #expect(pause["message"]?.string?.isEmpty == false)
        // The metrics are written after the status.
        try await worker.wait(for: "the same in the metrics") {
            let metrics = try spool.directory.content(of: "spool/state/metrics.prom")
            return String(decoding: metrics, as: UTF8.self).contains("ocrspool_paused 1")
        }
        #expect(worker.logText.contains("paused: "))
        #expect(spool.deadLetterFiles.isEmpty)
        try spool.directory.setMode(0o755, of: "spool/\(directory)")
        for name in ["a.png", "b.png"] { #expect(try await worker.result(of: name)["attempts"]?.int == 1) }
        try await worker.rest()
        try await worker.wait(forStatus: "running") { $0["state"]?.string == "running" }
        #expect(spool.outboxFiles.count == 3)
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("with a dead letter that cannot be written a bad image waits, and is there once it can")
    func unwritableDeadLetter() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        _ = try await worker.warmUp()
        try spool.directory.setMode(0o555, of: "spool/dead-letter")
        try spool.drop(Array("broken".utf8), as: "bad.png")
        try await worker.wait(forStatus: "paused") { $0.at("pause", "code")?.string == "spool-unwritable" }
        try spool.directory.setMode(0o755, of: "spool/dead-letter")
        #expect(try await worker.error(of: "bad.png")["code"]?.string == "image-unsupported")
        try await worker.rest()
    }

    @Test("with less free space than asked for nothing is claimed, and the worker says so")
    func freeSpace() async throws {
        let spool = try await TestSpool()
        try spool.drop(try Picture.line(), as: "a.png")
        let worker = try TestWorker(spool, ["--minimum-free-bytes", "9007199254740991"])
        try await worker.wait(forStatus: "paused") { $0.at("pause", "code")?.string == "disk-full" }
        #expect(spool.inboxFiles == ["a.png"])
        #expect(spool.deadLetterFiles.isEmpty && spool.outboxFiles.isEmpty)
        worker.program.send(SIGTERM)
        #expect(try await worker.end() == .exited(0))
        let next = try TestWorker(spool, ["--drain"])
        #expect(try await next.end() == .exited(0))
        #expect(spool.outboxFiles == ["a.png.json"])
    }

    @Test("without models the worker refuses to start, names them, and leaves the images where they are")
    func noModels() async throws {
        let spool = try await TestSpool()
        try spool.drop(try Picture.line(), as: "a.png")
        let worker = try TestWorker(spool, ["--models", spool.directory.path("nothing")])
        #expect(try await worker.end() == .exited(69))
        #expect(worker.logText.contains("tesseract-ocr"), "\(worker.logText)")
        #expect(spool.inboxFiles == ["a.png"])
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("with models that go away while it runs the worker pauses, and goes on once they are back")
    func modelsGo() async throws {
        let spool = try await TestSpool()
        let models = spool.directory.path("models")
        try spool.directory.makeDirectory("models")
        for name in ["eng", "osd", "deu"] {
            try spool.directory.makeLink(
                "models/\(name).traineddata", to: "/usr/share/tesseract-ocr/5/tessdata/\(name).traineddata")
        }
        let worker = try TestWorker(spool, ["--models", models])
        _ = try await worker.warmUp()
        try spool.directory.rename("models", to: "elsewhere")
        // A language that the recognizer has not loaded yet.
        try spool.drop(request: #"{"languageHints": ["de"]}"#, of: "a.png")
        try spool.drop(try Picture.line(), as: "a.png")
        try await worker.wait(forStatus: "paused") { $0.at("pause", "code")?.string == "models-missing" }
        #expect(spool.deadLetterFiles.isEmpty)
        try spool.directory.rename("elsewhere", to: "models")
        let result = try await worker.result(of: "a.png")
        #expect(result["text"]?.string == Picture.lineText)
        #expect(result["attempts"]?.int == 1)
    }
}
