import Glibc
import StrictJSON
import TestSupport
import Testing

@Suite("explain: files that wait in the inbox")
struct ExplainInboxTests {
    private func message(_ explanation: JSONValue) -> String { explanation["message"]?.string ?? "" }

    @Test("a file that arrives is told with what changed last, when, and when it is looked at again")
    func arriving() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--settle", "600000"])
        try await worker.watching()
        try spool.write(try Picture.line(), to: "a.png")
        let found = try await spool.explained("a.png", as: "arriving") { $0["lastChange"]?.string?.isEmpty == false }
        #expect(found["reason"]?.string == "it changed a moment ago")
        #expect(["its writer closed it", "its size changed"].contains(found["lastChange"]?.string))
        #expect(found["since"]?.string != nil && found["dueAt"]?.string != nil && found["seenAt"]?.string != nil)
        #expect(found["name"]?.string == "a.png")
        #expect(message(found).contains("; looked at again at "))
    }

    @Test("an image that is not as its request announces waits for its next change, and the reason is told")
    func wrongSize() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try spool.drop(request: #"{"bytes":7}"#, of: "a.png")
        try spool.drop(try Picture.line(), as: "a.png")
        let found = try await spool.explained("a.png", as: "arriving")
        #expect(found["reason"]?.string == "it has not the number of bytes that its request announces")
        #expect(found["dueAt"]?.string == nil)
        let request = try await spool.explain("a.png.json")
        #expect(request.map { $0["state"]?.string } == ["request", "arriving"])
        #expect(request.first.map(message)?.contains("request of a.png") == true)
        withExtendedLifetime(worker) {}
    }

    @Test("an image without a request waits until a time, and without end where requests are required")
    func awaitingRequest() async throws {
        let spool = try await TestSpool()
        var worker: TestWorker? = try TestWorker(spool, ["--pairing", "600000"])
        try spool.drop(try Picture.line(), as: "a.png")
        let found = try await spool.explained("a.png", as: "awaiting-request")
        #expect(found["dueAt"]?.string != nil)
        #expect(message(found).contains("a.png.json may still come, until "))
        worker?.program.send(SIGTERM)
        _ = try await worker?.end()
        worker = try TestWorker(spool, ["--require-request"])
        let forever = try await spool.explained("a.png", as: "awaiting-request") { $0["dueAt"]?.string == nil }
        #expect(message(forever).contains("waits without end for its request a.png.json"))
        withExtendedLifetime(worker) {}
    }

    @Test("images below broken defaults are held; the folder, its file and the status tell what is wrong with them")
    func held() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try spool.makeFolder("a/b")
        try spool.drop(Array(#"{"recogniser":"text"}"#.utf8), as: "a/.ocrspool.json")
        try spool.drop(try Picture.line(), as: "a/b/c.png")
        let found = try await spool.explained("a/b/c.png", as: "held") { $0["folder"]?.string != nil }
        #expect(found["folder"]?.string == "a")
        #expect(message(found).contains("a/.ocrspool.json are not valid: "))
        #expect(found["reason"]?.string?.contains("recogniser") == true)
        let file = try #require(try await spool.explain("a/.ocrspool.json").first)
        #expect(file["state"]?.string == "defaults")
        #expect(message(file).contains("it is not valid: "))
        let folder = try #require(try await spool.explain("inbox/a/b/").first)
        #expect(folder["state"]?.string == "folder")
        #expect(folder["folder"]?.string == "a")
        let status = try await spool.status()
        #expect(status.at("inbox", "byState", "held")?.int == 1)
        let broken = try #require(status["workers"]?.array?.first?.at("status", "brokenDefaults")?.array?.first)
        #expect(broken["name"]?.string == "a")
        let shown = try await spool.run(["status", "--spool", spool.path])
        #expect(shown.output.contains("  a/.ocrspool.json is not valid: "))
        #expect(shown.output.contains("  held              1  "))
        withExtendedLifetime(worker) {}
    }

    @Test("defaults that are valid are told, also without a worker")
    func validDefaults() async throws {
        let spool = try await TestSpool()
        try spool.makeFolder("a/b")
        try spool.drop(Array(#"{"priority":7}"#.utf8), as: ".ocrspool.json")
        let folder = try #require(try await spool.explain("a/b").first)
        #expect(message(folder).contains("with the defaults of .ocrspool.json, which are valid"))
        let file = try #require(try await spool.explain(".ocrspool.json").first)
        #expect(message(file) == "it gives all images what their own requests do not say; it is valid")
        try spool.drop(Array("{".utf8), as: "a/.ocrspool.json")
        let broken = try #require(try await spool.explain("a/b").first)
        #expect(broken["folder"]?.string == "a")
        let inbox = try #require(try await spool.explain(spool.path + "/inbox").first)
        #expect(inbox["state"]?.string == "folder")
    }

    @Test("an image that the worker may not read is told with the error and the next try")
    func unreadable() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try await worker.watching()
        try spool.directory.write(try Picture.line(), to: Array("a.png".utf8))
        try UnprivilegedUser.takeOver(spool.directory.path("a.png"))
        try spool.directory.setMode(0, of: "a.png")
        try spool.directory.rename("a.png", to: "spool/inbox/a.png")
        let found = try await spool.explained("a.png", as: "unreadable")
        #expect(found["reason"]?.string?.contains("Permission denied") == true)
        #expect(found["dueAt"]?.string != nil)
        withExtendedLifetime(worker) {}
    }

    @Test("an image whose folder may not be written, and one whose folder may not be entered, are blocked")
    func blocked() async throws {
        let spool = try await TestSpool()
        for name in ["a", "b"] {
            try spool.makeFolder(name)
            try spool.drop(try Picture.line(tag: name), as: "\(name)/c.png")
        }
        try spool.setMode(0o555, of: "a")
        try spool.setMode(0, of: "b")
        defer { for name in ["a", "b"] { try? spool.setMode(0o755, of: name) } }
        let worker = try TestWorker(spool)
        let found = try await spool.explained("a/c.png", as: "blocked")
        #expect(message(found).contains("may not move it out of its folder"))
        let closed = try await spool.explained("b/c.png", as: "blocked")
        #expect(closed["folder"]?.string == "b")
        let status = try await spool.status()
        #expect(status.at("inbox", "byState", "blocked")?.int == 1)
        #expect(status.at("inbox", "unreadableFolders")?.int == 1)
        withExtendedLifetime(worker) {}
    }

    @Test("a request without an image waits until a time; one that came after its image had been taken is told as late")
    func orphan() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try spool.drop(request: "{}", of: "lonely.png")
        let lonely = try await spool.explained("lonely.png.json", as: "orphan-request")
        #expect(lonely["dueAt"]?.string != nil)
        #expect(message(lonely).hasPrefix("it is a request, and there is no image for it, until "))
        try spool.drop(try Picture.line(), as: "a.png")
        _ = try await worker.result(of: "a.png")
        try spool.drop(request: "{}", of: "a.png")
        let late = try await spool.explained("a.png.json", as: "orphan-request")
        #expect(late["reason"]?.string == "it came too late")
    }

    @Test("files that wait for their turn are told with their place, by priority, and with the pause of the worker")
    func queued() async throws {
        let spool = try await TestSpool()
        try spool.drop(try Picture.line(tag: "a"), as: "a.png")
        try spool.drop(request: #"{"priority":9}"#, of: "b.png")
        try spool.drop(try Picture.line(tag: "b"), as: "b.png")
        let worker = try TestWorker.paused(spool)
        try await worker.wait(forStatus: "both queued, paused") {
            $0.count("queued") == 2 && $0["state"]?.string == "paused"
        }
        let second = try await spool.explained("a.png", as: "queued")
        #expect(second["position"]?.int == 2 && second["queued"]?.int == 2)
        #expect(message(second).contains(", number 2 of 2; the worker is paused: The spool's disk is full"))
        #expect(second["estimatedAt"]?.string == nil)
        #expect(try await spool.explained("b.png", as: "queued")["position"]?.int == 1)
        let status = try await spool.status()
        #expect(status["workers"]?.array?.first?.at("status", "queue", "byPriority") == ["9": 1, "5": 1])
        #expect(status.at("inbox", "images")?.int == 2)
        #expect(status.at("inbox", "requests")?.int == 1)
    }

    @Test("a frame that a newer one of its stream has superseded is told as such")
    func superseded() async throws {
        let spool = try await TestSpool()
        for name in ["a.png", "b.png"] {
            try spool.drop(request: #"{"stream":"camera"}"#, of: name)
            try spool.drop(try Picture.line(tag: name), as: name)
        }
        let worker = try TestWorker.paused(spool)
        try await worker.wait(forStatus: "one queued") { $0.count("queued") == 1 && $0.count("superseded") == 1 }
        let states = [try await spool.explain("a.png").first, try await spool.explain("b.png").first]
        #expect(Set(states.map { $0?["state"]?.string }) == ["queued", "superseded"])
    }

    @Test("a name that a glob of the configuration matches is told with the glob")
    func glob() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--ignore", "*.bak"])
        try await worker.watching()
        try await worker.wait(forStatus: "any") { _ in true }
        try spool.drop(try Picture.line(), as: "a.bak")
        let found = try await spool.explained("a.bak", as: "ignored")
        #expect(found["reason"]?.string == #"matches the ignore pattern "*.bak""#)
    }
}
