import Foundation
import LinuxSupport
import StrictJSON
import TestSupport
import Testing

/// An image that cannot be read, and what is to be said of it.
struct BadImage: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: @Sendable () throws -> [UInt8]
    var request: String?
    let code: String
    let stage: String
    /// What a user must find in the message.
    let message: [String]

    var testDescription: String { "\(name): \(code)" }

    static let all: [BadImage] = [
        BadImage(
            name: "wrong.jpg", bytes: { Array("Dear Sir or Madam,\n".utf8) }, code: "image-unsupported",
            stage: "decode", message: ["image"]),
        BadImage(name: "empty.png", bytes: { [] }, code: "image-empty", stage: "intake", message: ["empty"]),
        BadImage(
            name: "cut.jpg", bytes: { try Fixture.bytes("samples/cut.jpg") }, code: "image-undecodable",
            stage: "decode", message: ["288", "600", "acceptTruncated"]),
        BadImage(
            name: "huge.png", bytes: { Picture.header(width: 30_000, height: 30_000) }, code: "image-too-large",
            stage: "decode", message: ["30000", "100000000"]),
        BadImage(
            name: "misspelt.png", bytes: { try Picture.line() }, request: "{\n  \"langaugeHints\": [\"en\"]\n}",
            code: "request-invalid", stage: "request",
            message: ["line 2", "column 3", "langaugeHints", "languageHints"]),
        BadImage(
            name: "thai.png", bytes: { try Picture.line() }, request: #"{"languageHints": ["th"]}"#,
            code: "language-unavailable", stage: "request", message: ["tesseract-ocr-tha"]),
        BadImage(
            name: "pages.tif", bytes: { try Fixture.bytes("images/pages.tif") }, request: #"{"pages": "7"}"#,
            code: "page-out-of-range", stage: "request", message: ["7", "3"]),
        BadImage(
            name: "region.png", bytes: { try Picture.line() },
            request: #"{"region": {"x": 5000, "y": 0, "width": 10, "height": 10}}"#,
            code: "region-outside-image", stage: "request", message: ["560 x 90"]),
        BadImage(
            name: "portable.pdf", bytes: { Array("%PDF-1.7\n%\u{e2}\n".utf8) }, code: "image-unsupported",
            stage: "decode", message: ["PDF"]),
    ]
}

@Suite("Outcomes: dead letters")
struct DeadLetterTests {
    @Test(
        "what cannot be read ends within two seconds, with a message to act on, all its bytes, and nobody held up",
        arguments: BadImage.all)
    func bad(_ image: BadImage) async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        _ = try await worker.warmUp()
        let bytes = try image.bytes()
        if let request = image.request { try spool.drop(request: request, of: image.name) }
        try spool.drop(bytes, as: image.name)
        try spool.drop(try Picture.line(tag: "good"), as: "good.png")
        let error = try await worker.error(of: image.name)
        let good = try await worker.result(of: "good.png")

        #expect(error["code"]?.string == image.code)
        #expect(error["stage"]?.string == image.stage)
        #expect(error["retryable"]?.bool == false)
        let message = try #require(error["message"]?.string)
        for part in image.message { #expect(message.contains(part), "\(message)") }
        #expect(
            error.object?.members.map(\.key) == [
                "schema", "id", "requestId", "code", "message", "stage", "retryable", "attempts", "image", "request",
                "worker", "failedAt", "metadata",
            ])
        #expect(error.at("image", "name")?.string == image.name)
        #expect(error.at("image", "bytes")?.int == bytes.count)

        let folder = "dead-letter/\(image.name)"
        #expect(try spool.directory.content(of: "spool/\(folder)/\(image.name)") == bytes)
        let request = image.request.map { ["\(image.name).json": $0] } ?? [:]
        #expect(
            spool.directory.files(below: "spool/\(folder)") == ([image.name, "error.json"] + request.keys).sorted())
        for (name, text) in request {
            #expect(try spool.directory.content(of: "spool/\(folder)/\(name)") == Array(text.utf8))
        }
        #expect(try await SchemaOpinion.complaints(["\(folder)/error.json"], by: "error", in: spool) == [:])

        let claimed = try worker.time(of: "claimed", path: image.name)
        let failed = try #require(error["failedAt"]?.string.flatMap(Timestamp.init))
        #expect(failed.unixMilliseconds - claimed.unixMilliseconds < 2000)
        let queued = try #require(good.at("timings", "queuedMilliseconds")?.int)
        #expect(queued < 2000)
    }

    @Test("what was put right can be moved back with mv, as the contract says, and is read")
    func movedBack() async throws {
        let spool = try await TestSpool()
        try spool.drop(try Picture.line(), as: "scan.png")
        try spool.drop(request: #"{"pages": "9"}"#, of: "scan.png")
        let worker = try TestWorker(spool)
        _ = try await worker.error(of: "scan.png")
        let folder = "spool/dead-letter/scan.png"
        try spool.directory.write(#"{"pages": "1"}"#, to: "\(folder)/scan.png.json")
        try await spool.shell("mv dead-letter/scan.png/scan.png* inbox/")
        let result = try await worker.result(of: "scan.png")
        #expect(result["text"]?.string == Picture.lineText)
        #expect(result["attempts"]?.int == 1)
        try await worker.rest()
        #expect(spool.archiveFiles == ["scan.png", "scan.png.json"])
    }

    @Test("`ocrspool retry` brings an image back, and its record goes on with the attempts of before")
    func retried() async throws {
        let spool = try await TestSpool()
        try spool.drop(try Fixture.bytes("samples/cut.jpg"), as: "cut.jpg")
        let worker = try TestWorker(spool)
        let first = try await worker.error(of: "cut.jpg")
        try #require(first["attempts"]?.array?.count == 1)
        try await worker.rest()
        let retry = try await spool.run(["retry", "--spool", spool.path, "cut.jpg"])
        #expect(retry.end == .exited(0), "\(retry.errors)")
        var second: JSONValue?
        try await worker.wait(for: "another dead letter") {
            second = try spool.errors().values.first { $0["id"] != first["id"] }
            return second != nil
        }
        #expect(second?["code"] == first["code"])
        #expect(second?["attempts"]?.array?.count == 2)
        #expect(second?["attempts"]?.array?.first == first["attempts"]?.array?.first)
    }

    @Test("with --drain the worker's exit status tells whether something went to the dead letter")
    func drainStatus() async throws {
        let spool = try await TestSpool()
        try spool.drop(try Picture.line(), as: "a.png")
        let first = try TestWorker(spool, ["--drain"])
        #expect(try await first.end() == .exited(0))
        #expect(spool.isAtRest && spool.outboxFiles == ["a.png.json"])
        try spool.drop(Array("broken".utf8), as: "b.png")
        let second = try TestWorker(spool, ["--drain"])
        #expect(try await second.end() == .exited(3))
        #expect(spool.isAtRest && spool.deadLetterFiles.count == 2)
    }
}

extension TestWorker {
    /// When its log says `message` of the file `path`.
    func time(of message: String, path: String) throws -> Timestamp {
        let line = try log.first { $0["message"]?.string == message && $0["path"]?.string == path }
        return try #require(line?["time"]?.string.flatMap(Timestamp.init), "no \(message) of \(path)")
    }
}

extension TestSpool {
    /// Runs a line of shell as the unprivileged user, in the spool's directory.
    func shell(_ line: String) async throws {
        let words = UnprivilegedUser.command(["/bin/sh", "-euc", line])
        let program = try RunningProgram(words[0], Array(words.dropFirst()), in: path)
        let end = try await program.waitForEnd()
        try #require(end == .exited(0), "\(program.errorText)")
    }
}
