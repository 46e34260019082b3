import StrictJSON
import TestSupport
import Testing

@Suite("Requests that are required, and files that may not be read")
struct RequiredRequestTests {
    @Test("an image waits for its request as long as it takes")
    func required() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--require-request", "--pairing", "0", "--settle", "100"])
        try spool.drop(try Picture.line(tag: "1"), as: "waits.png")
        try spool.drop(request: "{}", of: "goes.png")
        try spool.drop(try Picture.line(tag: "2"), as: "goes.png")
        _ = try await worker.result(of: "goes.png")
        try await worker.wait(forStatus: "waiting for its request") { status in
            status.listed("inbox", "waits.png")?["state"]?.string == "awaitingRequest"
        }
        #expect(spool.inboxFiles == ["waits.png"])
        try spool.drop(request: #"{"id": "late"}"#, of: "waits.png")
        #expect(try await worker.result(of: "waits.png")["requestId"]?.string == "late")
    }

    @Test(
        "an image or a request that gets its rights late is read, and its history has no failure",
        arguments: [false, true])
    func rights(ofRequest: Bool) async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try await worker.watching()
        let name = ofRequest ? "a.png.json" : "a.png"
        if ofRequest {
            try spool.drop(Array(#"{"id": "mine"}"#.utf8), as: name)
            try spool.directory.setMode(0, of: "spool/inbox/\(name)")
        }
        try spool.write(try Picture.line(), to: "a.png")
        if !ofRequest { try spool.directory.setMode(0, of: "spool/inbox/\(name)") }
        try await worker.wait(forStatus: "unreadable") { $0.count("unreadable") == 1 }
        #expect(try worker.log.contains { $0["message"]?.string?.contains("Permission denied") == true })
        try spool.directory.setMode(0o644, of: "spool/inbox/\(name)")
        let result = try await worker.result(of: "a.png")
        #expect(result["attempts"]?.int == 1)
        #expect(result["requestId"]?.string == (ofRequest ? "mine" : nil))
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("an image that may never be read is dead-lettered after its tries")
    func never() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--maximum-attempts", "1"])
        try spool.write(try Picture.line(), to: "a.png")
        try spool.directory.setMode(0, of: "spool/inbox/a.png")
        let error = try await worker.error(of: "a.png")
        #expect(error["code"]?.string == "io-error")
        #expect(error["message"]?.string?.contains("Permission denied") == true)
        try await worker.rest()
    }
}
