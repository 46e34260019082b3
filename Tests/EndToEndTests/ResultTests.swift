import LinuxSupport
import StrictJSON
import TestSupport
import Testing

@Suite("Outcomes: results")
struct ResultTests {
    @Test("a result has all its fields in the contract's order, on one line, and says what is true")
    func fields() async throws {
        let spool = try await TestSpool()
        let request = #"{"id":"r-1","outputs":["txt"],"metadata":{"b":[1,null],"a":"ä"}}"#
        try spool.drop(request: request, of: "a.png")
        let bytes = try Picture.line()
        try spool.drop(bytes, as: "a.png")
        let worker = try TestWorker(spool)
        let result = try await worker.result(of: "a.png")
        #expect(
            result.object?.members.map(\.key) == [
                "schema", "id", "requestId", "recognizer", "recognizerReason", "image", "text", "pages", "engines",
                "request", "timings", "receivedAt", "completedAt", "attempts", "worker", "metadata",
            ])
        #expect(
            result["image"]?.object?.members.map(\.key) == [
                "name", "nameBytes", "format", "bytes", "sha256", "width", "height", "orientation", "pageCount",
            ])
        #expect(result["schema"]?.string == "ocrspool.result/1")
        #expect(result["requestId"]?.string == "r-1")
        #expect(result["text"]?.string == Picture.lineText)
        #expect(result.at("image", "name")?.string == "a.png")
        #expect(result.at("image", "bytes")?.int == bytes.count)
        #expect(result.at("image", "sha256")?.string == (try SHA256.hexadecimal(of: bytes)))
        #expect(result["attempts"]?.int == 1)
        #expect(result["worker"]?.string?.hasSuffix("/\(worker.processID)") == true)
        #expect(result["metadata"] == ["b": [1, JSONValue(.null)], "a": "ä"])
        let file = try spool.directory.content(of: "spool/outbox/a.png.json")
        #expect(file.count { $0 == UInt8(ascii: "\n") } == 1 && file.last == UInt8(ascii: "\n"))
    }

    @Test("a text that was asked for stands beside the result")
    func textBeside() async throws {
        let spool = try await TestSpool()
        try spool.drop(request: #"{"outputs":["json","txt"]}"#, of: "a.png")
        try spool.drop(try Picture.line(), as: "a.png")
        let worker = try TestWorker(spool)
        _ = try await worker.result(of: "a.png")
        #expect(spool.outboxFiles == ["a.png.json", "a.png.txt"])
        let text = try spool.directory.content(of: "spool/outbox/a.png.txt")
        #expect(String(decoding: text, as: UTF8.self) == Picture.lineText + "\n")
    }

    @Test("results of one page, of three, of a page without text and of a Japanese one follow the printed schema")
    func followSchema() async throws {
        let spool = try await TestSpool()
        let fixtures = ["images/line-gray.jpg", "images/pages.tif", "samples/ja-page.png", "samples/sign.jpg"]
        for fixture in fixtures {
            try spool.drop(try Fixture.bytes(fixture), as: String(fixture.split(separator: "/")[1]))
        }
        try spool.drop(try Fixture.bytes("images/blank.png"), as: "blank.png")
        try spool.drop(request: #"{"script":"latin"}"#, of: "blank.png")
        try spool.drop(try Fixture.bytes("samples/ja-page.png.json"), as: "ja-page.png.json")
        let worker = try TestWorker(spool, ["--children", "2"])
        try await worker.rest(within: .seconds(90))
        let records = spool.outboxFiles.map { "outbox/\($0)" }
        #expect(records.count == 5)
        #expect(try await SchemaOpinion.complaints(records, by: "result", in: spool) == [:])
        #expect(try spool.result(of: "blank.png")?["text"]?.string == "")
        #expect(try spool.result(of: "pages.tif")?["pages"]?.array?.count == 3)
    }

    @Test("a second image of a name gets a result of its own while the first is still in the outbox")
    func secondOfAName() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try spool.drop(try Picture.line(), as: "a.png")
        let first = try await worker.result(of: "a.png")
        try await worker.rest()
        try spool.drop(try Picture.corners(), as: "a.png")
        try await worker.wait(for: "a second result") { spool.outboxFiles.count == 2 && spool.isAtRest }
        #expect(try spool.result(of: "a.png") == first)
        let results = try spool.results()
        let second = try #require(results.first { $0.key != "a.png.json" })
        let id = try #require(second.value["id"]?.string)
        #expect(second.key == "a.png.\(id).json")
        #expect(second.value["text"]?.string == Picture.cornersText)
        #expect(spool.archiveFiles.count == 2)
    }

    @Test(
        "a worker reads the same as `ocrspool recognize` does with the same request",
        arguments: [("sign.jpg", "{}"), ("page.png", "{}"), ("ja-page.png", #"{"languageHints": ["ja"]}"#)])
    func sameAsRecognize(sample: String, request: String) async throws {
        let spool = try await TestSpool()
        try spool.directory.copy(from: Fixture.path("samples/\(sample)"), to: sample)
        try UnprivilegedUser.takeOver(spool.directory.path(sample))
        try spool.directory.write(request, to: "request")
        try UnprivilegedUser.takeOver(spool.directory.path("request"))
        let direct = try await spool.run([
            "recognize", "--json", "--request", spool.directory.path("request"), spool.directory.path(sample),
        ])
        try #require(direct.end == .exited(0), "\(direct.errors)")
        let expected = try JSONValue(
            parsing: Array(direct.output.utf8), limits: JSONLimits(bytes: 64 << 20, depth: 64))
        let truth = String(decoding: try Fixture.bytes("samples/\(sample).gt.txt"), as: UTF8.self)

        try spool.drop(request: request, of: sample)
        try spool.drop(try Fixture.bytes("samples/\(sample)"), as: sample)
        let worker = try TestWorker(spool)
        let result = try await worker.result(of: sample, within: .seconds(60))
        #expect(result["text"] == expected["text"])
        #expect(result["pages"] == expected["pages"])
        #expect(result["recognizer"] == expected["recognizer"])
        // Not both nothing: the picture's first word is there.
        let firstWord = try #require(truth.split(whereSeparator: { " \n、".contains($0) }).first)
        #expect(result["text"]?.string?.hasPrefix(firstWord) == true)
    }
}
