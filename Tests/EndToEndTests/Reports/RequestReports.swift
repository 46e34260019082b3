import LinuxSupport
import StrictJSON
import TestSupport
import Testing

@Suite("Reports: requests, and what is told of waiting")
struct RequestReports {
    @Test("S01 of both forms of a request the full one holds; the other stays and is told of")
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

    enum Order: String, CaseIterable, Sendable {
        case requestFirst, imageFirst, together
    }

    @Test(
        "S02 whichever of picture and request comes first, the request holds, and both are put away",
        arguments: Order.allCases)
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

    @Test("S05 the caller's own data comes back as it was; a key that nobody knows is refused, with its place")
    func ownData() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        let metadata =
            #"{"z": [1, 2.5, null, {"deep": [[]]}], "a": "\u00e4 \" /", "id": "theirs", "big": 9007199254740991}"#
        try spool.drop(request: #"{"metadata": \#(metadata)}"#, of: "a.png")
        try spool.drop(try Picture.line(), as: "a.png")
        let result = try await worker.result(of: "a.png")
        let expected = try JSONValue(parsing: Array(metadata.utf8))
        #expect(result["metadata"] == expected)
        #expect(result["metadata"]?.object?.members.map(\.key) == ["z", "a", "id", "big"])

        try spool.drop(request: "{\"metadata\": \(metadata),\n \"shelf\": 7}", of: "b.png")
        try spool.drop(try Picture.line(), as: "b.png")
        let failure = try await worker.failure(of: "b.png")
        #expect(failure.code == "request-invalid")
        #expect(failure.message.contains("line 2") && failure.message.contains("shelf"), "\(failure.message)")
    }

    @Test("S06 requests that are broken, wrong or huge fail their own pictures, with the place, and no other")
    func wrongRequests() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try await worker.watching()
        let huge =
            Array(#"{"metadata": {"text": ""#.utf8) + [UInt8](repeating: 0x61, count: 50_000_000) + Array(#""}}"#.utf8)
        try spool.drop(huge, as: "huge.png.json")
        try spool.drop(request: "{\"id\": \"a\",\n\"priority\": }", of: "broken.png")
        try spool.drop(request: "{\n\n\"priority\": \"high\"}", of: "wrong.png")
        try spool.drop(request: #"{"id": "good"}"#, of: "good.png")
        for name in ["huge.png", "broken.png", "wrong.png", "good.png"] {
            try spool.drop(try Picture.line(tag: name), as: name)
        }
        #expect(try await worker.result(of: "good.png")["requestId"]?.string == "good")
        for (name, words) in [
            ("broken.png", ["line 2"]), ("wrong.png", ["line 3", "priority"]), ("huge.png", ["65536"]),
        ] {
            let failure = try await worker.failure(of: name)
            #expect(failure.code == "request-invalid", "\(name)")
            for word in words { #expect(failure.message.contains(word), "\(name): \(failure.message)") }
        }
        try await worker.rest()
        #expect(spool.outboxFiles == ["good.png.json"])
    }

    @Test("M04 a picture that waits for quiet is shown as waiting, with the reason, since when and until when")
    func shownAsWaiting() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--settle", "30000"])
        try await worker.watching()
        let before = Timestamp.now
        try spool.write(try Picture.line(), to: "a.png")
        try await worker.wait(forStatus: "waiting") { $0.count("arriving") == 1 }
        let entry = try #require(try worker.status?.listed("inbox", "a.png"))
        #expect(entry["state"]?.string == "arriving")
        #expect(entry["reason"]?.string == "it changed a moment ago")
        let since = try #require(entry["since"]?.string.flatMap(Timestamp.init))
        #expect(since.unixMilliseconds >= before.unixMilliseconds && since <= Timestamp.now)
        let due = try #require(entry["dueAt"]?.string.flatMap(Timestamp.init))
        #expect(due.unixMilliseconds >= before.unixMilliseconds + 30_000)
        #expect(due.unixMilliseconds <= Timestamp.now.unixMilliseconds + 30_000)
        let said = try await spool.explanation(of: "a.png")
        #expect(said?["state"]?.string == "arriving" && said?["dueAt"] == entry["dueAt"])
        #expect(said?["message"]?.string?.contains("it changed a moment ago") == true)
    }
}
