import StrictJSON
import TestSupport
import Testing

@Suite("Reports: files that cannot be read yet, and settings of a folder")
struct RightsReports {
    @Test(
        "P04 a picture that the worker may not read stays, is told of with the reason, and is read once it may be",
        .enabled(if: SlowTests.areWanted))
    func readableLater() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try await worker.watching()
        try spool.dropUnreadable(try Picture.line(), as: "a.png")
        try await worker.wait(for: "its word on it") { try worker.tellsOfRight(toRead: "a.png") }
        #expect(spool.inboxFiles == ["a.png"] && spool.deadLetterFiles.isEmpty)
        try spool.directory.setMode(0o644, of: "spool/inbox/a.png")
        let result = try await worker.result(of: "a.png", within: .seconds(60))
        #expect(result["text"]?.string == Picture.lineText && result["attempts"]?.int == 1)
        try await worker.rest()
        #expect(spool.outboxFiles == ["a.png.json"] && spool.deadLetterFiles.isEmpty)
    }

    @Test(
        "P04 a picture that never becomes readable ends in the dead letter after the third look",
        .enabled(if: SlowTests.areWanted))
    func neverReadable() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try await worker.watching()
        try spool.dropUnreadable(try Picture.line(), as: "a.png")
        try await worker.wait(for: "its word on it") { try worker.tellsOfRight(toRead: "a.png") }
        let failure = try await worker.failure(of: "a.png", within: .seconds(90))
        #expect(failure.code == "io-error")
        #expect(failure.message.contains("Permission denied"), "\(failure.message)")
        try spool.drop(try Picture.line(), as: "next.png")
        _ = try await worker.result(of: "next.png")
        try await worker.rest()
    }

    @Test("S03 a request's languages go before those of its folder, and these before the worker's own")
    func languages() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--languages", "en"])
        try await worker.watching()
        try spool.makeFolder("folder")
        try spool.drop(Array(#"{"languageHints": ["de"]}"#.utf8), as: "folder/.ocrspool.json")
        for name in ["folder/request.png", "request.png"] {
            try spool.drop(request: #"{"languageHints": ["fr"]}"#, of: name)
        }
        let cases = [
            ("plain.png", "en", "eng"), ("folder/plain.png", "de", "deu"), ("request.png", "fr", "fra"),
            ("folder/request.png", "fr", "fra"),
        ]
        for (name, _, _) in cases { try spool.drop(try Picture.line(tag: name), as: name) }
        for (name, language, model) in cases {
            let result = try await worker.result(of: name)
            #expect(
                result["engines"]?.array?.compactMap { $0["models"] } == [[JSONValue(stringLiteral: model)]], "\(name)")
            #expect(result.at("request", "languageHints") == [JSONValue(stringLiteral: language)], "\(name)")
        }
    }
}

extension TestSpool {
    /// Drops a file that nobody but the superuser may read.
    fileprivate func dropUnreadable(_ bytes: [UInt8], as name: String) throws {
        try prepare([name: bytes], in: "outside")
        try directory.setMode(0, of: "outside/\(name)")
        try directory.rename("outside/\(name)", to: "spool/inbox/\(name)")
    }
}

extension TestWorker {
    /// Whether its log names the error for the file `path`.
    fileprivate func tellsOfRight(toRead path: String) throws -> Bool {
        try log.contains { line in
            line["message"]?.string?.contains("Permission denied") == true
                && (line["path"]?.string == path || line["message"]?.string?.contains(path) == true)
        }
    }
}
