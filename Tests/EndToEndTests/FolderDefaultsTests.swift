import StrictJSON
import TestSupport
import Testing

@Suite("Folder defaults")
struct FolderDefaultsTests {
    private func drop(defaults: String, in folder: String, of spool: TestSpool) throws {
        try spool.drop(Array(defaults.utf8), as: folder.isEmpty ? ".ocrspool.json" : folder + "/.ocrspool.json")
    }

    @Test("are merged from the inbox down, and a request overrides them field by field")
    func merged() async throws {
        let spool = try await TestSpool()
        try drop(
            defaults: #"{"priority": 3, "languageHints": ["de"], "metadata": {"from": "root"}}"#, in: "", of: spool)
        try spool.makeFolder("a/b")
        try drop(defaults: #"{"languageHints": ["en"], "outputs": ["txt"]}"#, in: "a", of: spool)
        try spool.drop(request: #"{"priority": 8, "metadata": {"from": "request"}}"#, of: "a/b/own.png")
        for name in ["root.png", "a/b/plain.png", "a/b/own.png"] {
            try spool.drop(try Picture.line(tag: name), as: name)
        }
        let worker = try TestWorker(spool)

        let root = try await worker.result(of: "root.png")
        #expect(root.at("request", "languageHints")?.array?.compactMap(\.string) == ["de"])
        #expect(root.at("request", "priority")?.int == 3)
        #expect(root.at("metadata", "from")?.string == "root")
        let plain = try await worker.result(of: "a/b/plain.png")
        #expect(plain.at("request", "languageHints")?.array?.compactMap(\.string) == ["en"])
        #expect(plain.at("request", "priority")?.int == 3)
        #expect(plain.at("metadata", "from")?.string == "root")
        let own = try await worker.result(of: "a/b/own.png")
        #expect(own.at("request", "languageHints")?.array?.compactMap(\.string) == ["en"])
        #expect(own.at("request", "priority")?.int == 8)
        #expect(own.at("metadata", "from")?.string == "request")
        #expect(spool.outboxFiles.contains("a/b/plain.png.txt"))
        #expect(!spool.outboxFiles.contains("root.png.txt"))
        // They stay where they are, and are neither taken nor reported as ignored.
        try await worker.wait(for: "only defaults left") {
            spool.inboxFiles.sorted() == [".ocrspool.json", "a/.ocrspool.json"]
        }
    }

    @Test(
        "that are not valid make the images below them wait, say why once, and nobody else is held up",
        arguments: [
            (#"{"langaugeHints": ["en"]}"#, "line 1, column 2: unknown field \"langaugeHints\""),
            (#"{"sha256": "x"}"#, "sha256"),
            (#"{"id": "one"}"#, "\"id\" belongs to one image"),
            ("no json", "line 1, column 1"),
        ])
    func broken(defaults: String, message: String) async throws {
        let spool = try await TestSpool()
        try spool.makeFolder("a/b")
        try drop(defaults: defaults, in: "a", of: spool)
        let worker = try TestWorker(spool, ["--rescan", "1"])
        try spool.drop(try Picture.line(tag: "1"), as: "a/b/waits.png")
        try spool.drop(try Picture.line(tag: "2"), as: "other.png")
        _ = try await worker.result(of: "other.png")
        try await worker.wait(forStatus: "held") { $0.count("held") == 1 }
        try await worker.wait(for: "the error in the log") {
            try worker.log.contains { $0["message"]?.string?.contains(message) == true }
        }
        try drop(defaults: #"{"priority": 6}"#, in: "a", of: spool)
        let result = try await worker.result(of: "a/b/waits.png")
        #expect(result.at("request", "priority")?.int == 6)
        #expect(spool.deadLetterFiles.isEmpty)
        let complaints = try worker.log.filter { $0["message"]?.string?.contains("its defaults are not valid") == true }
        #expect(complaints.count == 1)
    }

    @Test("are kept with a job that was claimed, whatever becomes of them while it waits for its next attempt")
    func kept() async throws {
        let spool = try await TestSpool()
        try drop(defaults: #"{"metadata": {"version": 1}, "timeoutSeconds": 1}"#, in: "", of: spool)
        let worker = try TestWorker(spool, ["--maximum-attempts", "1"])
        try spool.drop(Picture.noise(width: 3000, height: 3000), as: "slow.pgm")
        try await worker.wait(for: "the job's being in work") { spool.attemptsInWork == 1 }
        try drop(defaults: #"{"metadata": {"version": 2}}"#, in: "", of: spool)
        let error = try await worker.error(of: "slow.pgm")
        #expect(error.at("metadata", "version")?.int == 1)
        #expect(error["code"]?.string == "recognizer-timeout")
    }

    @Test("that are broken let --drain end, without success")
    func drain() async throws {
        let spool = try await TestSpool()
        try drop(defaults: "{", in: "", of: spool)
        try spool.drop(try Picture.line(), as: "a.png")
        let worker = try TestWorker(spool, ["--drain"])
        #expect(try await worker.end() != .exited(0))
        #expect(spool.inboxFiles.sorted() == [".ocrspool.json", "a.png"])
    }
}
