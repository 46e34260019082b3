import StrictJSON
import TestSupport
import Testing

@Suite("Arrival: the request beside the image")
struct RequestPairingTests {
    @Test("scan.json is the request of the only image of that stem")
    func stemForm() async throws {
        let spool = try await TestSpool()
        try spool.drop(Array(#"{"id": "by-stem"}"#.utf8), as: "scan.json")
        try spool.drop(try Picture.line(), as: "scan.png")
        let worker = try TestWorker(spool)
        let result = try await worker.result(of: "scan.png")
        #expect(result["requestId"]?.string == "by-stem")
        try await worker.rest()
        #expect(spool.archiveFiles.first == "scan.png")
        #expect(spool.archiveFiles.count == 2)
    }

    @Test("a request that could be meant for two images is the end of both, and each message names both")
    func ambiguous() async throws {
        let spool = try await TestSpool()
        try spool.drop(Array(#"{"id": "whose"}"#.utf8), as: "scan.json")
        try spool.drop(try Picture.line(tag: "1"), as: "scan.png")
        try spool.drop(try Picture.line(tag: "2"), as: "scan.jpg")
        let worker = try TestWorker(spool)
        for name in ["scan.png", "scan.jpg"] {
            let error = try await worker.error(of: name)
            #expect(error["code"]?.string == "request-ambiguous")
            let message = try #require(error["message"]?.string)
            #expect(message.contains("scan.png") && message.contains("scan.jpg"))
        }
        #expect(spool.outboxFiles.isEmpty)
    }

    @Test("a request that comes after its image was taken is an orphan, and goes to the dead letter at its time")
    func tooLate() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--orphan", "1"])
        try await worker.watching()
        try spool.drop(try Picture.line(), as: "a.png")
        _ = try await worker.result(of: "a.png")
        try spool.drop(request: #"{"id": "late"}"#, of: "a.png")
        let error = try await worker.error(of: "a.png.json")
        #expect(error["code"]?.string == "image-missing")
        #expect(error["requestId"]?.string == "late")
        #expect(spool.deadLetterFiles == ["a.png.json/a.png.json", "a.png.json/error.json"])
        try await worker.rest()
    }
}
