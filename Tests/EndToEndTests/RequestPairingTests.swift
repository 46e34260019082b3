import StrictJSON
import TestSupport
import Testing

@Suite("Arrival: the request beside the image")
struct RequestPairingTests {
    enum Order: String, CaseIterable, Sendable {
        case requestFirst, imageFirst, together
    }

    @Test("whichever of image and request comes first, the request holds", arguments: Order.allCases)
    func order(_ order: Order) async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, order == .imageFirst ? ["--pairing", "30000"] : [])
        try await worker.watching()
        let request = #"{"id": "mine", "metadata": {"order": 17}}"#
        switch order {
        case .requestFirst:
            try spool.drop(request: request, of: "a.png")
            try await worker.wait(forStatus: "a request without an image") { $0.count("orphanRequests") == 1 }
            try spool.drop(try Picture.line(), as: "a.png")
        case .imageFirst:
            try spool.drop(try Picture.line(), as: "a.png")
            try await worker.wait(forStatus: "an image that waits") { $0.count("awaitingRequest") == 1 }
            try spool.drop(request: request, of: "a.png")
        case .together:
            try spool.drop(request: request, of: "a.png")
            try spool.drop(try Picture.line(), as: "a.png")
        }
        let result = try await worker.result(of: "a.png")
        #expect(result["requestId"]?.string == "mine")
        #expect(result["metadata"] == ["order": 17])
        try await worker.rest()
        #expect(spool.archiveFiles == ["a.png", "a.png.json"])
    }

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

    @Test("of both forms the full one holds; the other stays and is told of")
    func bothForms() async throws {
        let spool = try await TestSpool()
        try spool.drop(Array(#"{"id": "by-stem"}"#.utf8), as: "scan.json")
        try spool.drop(Array(#"{"id": "in-full"}"#.utf8), as: "scan.png.json")
        try spool.drop(try Picture.line(), as: "scan.png")
        let worker = try TestWorker(spool)
        let result = try await worker.result(of: "scan.png")
        #expect(result["requestId"]?.string == "in-full")
        try await worker.wait(forStatus: "the other listed") { status in
            status.listed("inbox", "scan.json")?["state"]?.string == "orphanRequest"
        }
        #expect(spool.inboxFiles == ["scan.json"])
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

    @Test("an image in one Unicode form and its request in the other are a pair")
    func unicodeForms() async throws {
        let spool = try await TestSpool()
        try spool.drop(Array(#"{"id": "composed"}"#.utf8), as: "gr\u{fc}n.png.json")
        try spool.drop(try Picture.line(), as: "gru\u{308}n.png")
        let worker = try TestWorker(spool)
        let result = try await worker.result(of: "gru\u{308}n.png")
        #expect(result["requestId"]?.string == "composed")
        try await worker.rest()
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
