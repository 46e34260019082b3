import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("Arrival: names that the configuration passes over")
struct IgnoreTests {
    @Test("what a glob matches stays, and status and explain name the glob")
    func ignored() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--ignore", "*.xyz", "--ignore", "old/*"])
        for name in ["old", "new/old"] { try spool.makeFolder(name) }
        for name in ["a.xyz", "old/b.png", "new/old/c.png"] { try spool.drop(try Picture.line(tag: name), as: name) }
        _ = try await worker.result(of: "new/old/c.png")
        try await worker.wait(forStatus: "both are told") { status in
            status.listed("ignored", "a.xyz")?["reason"]?.string == "matches the ignore pattern \"*.xyz\""
                && status.listed("ignored", "old/b.png")?["reason"]?.string == "matches the ignore pattern \"old/*\""
        }
        let explained = try await spool.run(["explain", "--spool", spool.path, "a.xyz"])
        #expect(
            explained.output.hasPrefix(
                "ignored: it is passed over for its name (matches the ignore pattern \"*.xyz\"); "))
        let shown = try await spool.run(["status", "--spool", spool.path])
        #expect(shown.output.contains("inbox        0 images, 0 requests, 2 ignored"), "\(shown.output)")
        #expect(spool.inboxFiles == ["a.xyz", "old/b.png"])
        #expect(spool.deadLetterFiles.isEmpty)
        #expect(try worker.complaints == [])
    }

    @Test("other globs take effect with SIGHUP: what was ignored is read, and what waits is passed over")
    func reloaded() async throws {
        let spool = try await TestSpool()
        try spool.directory.write(#"{"ignore": ["*.one"]}"#, to: "settings.json")
        try spool.directory.setMode(0o644, of: "settings.json")
        let worker = try TestWorker(
            spool, ["--config", spool.directory.path("settings.json"), "--settle", "3600000", "--rescan", "86400"])
        try await worker.watching()
        try spool.drop(try Picture.line(tag: "1"), as: "a.one")
        try spool.write(try Picture.line(tag: "2"), to: "b.two")
        try await worker.wait(forStatus: "one ignored, one arriving") { status in
            status.listed("ignored", "a.one") != nil && status.listed("inbox", "b.two")?["state"]?.string == "arriving"
        }
        try spool.directory.write(#"{"ignore": ["*.two"], "settleMilliseconds": 100}"#, to: "settings.json")
        worker.program.send(SIGHUP)
        try await worker.wait(forStatus: "the other ignored") { status in
            status.listed("ignored", "b.two")?["reason"]?.string == "matches the ignore pattern \"*.two\""
                && status.listed("inbox", "b.two") == nil && status.listed("ignored", "a.one") == nil
        }
        // The option that is given goes before the file.
        #expect(try worker.status?.listed("inbox", "a.one")?["state"]?.string == "arriving")
        worker.program.send(SIGTERM)
        #expect(try await worker.end() == .exited(0))
        #expect(spool.inboxFiles == ["a.one", "b.two"])
    }

    @Test("a folder's defaults are no job, and none that is passed over")
    func defaults() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--orphan", "1", "--ignore", ".*"])
        try await worker.watching()
        try spool.drop(Array("{}".utf8), as: ".ocrspool.json")
        try spool.drop(try Picture.line(), as: "a.png")
        _ = try await worker.result(of: "a.png")
        let scans = try worker.status?.at("intake", "scans")?.int ?? 0
        worker.program.send(SIGHUP)
        try await worker.wait(forStatus: "another look") { ($0.at("intake", "scans")?.int ?? 0) > scans }
        let status = try #require(try worker.status)
        #expect(status.listed("ignored", ".ocrspool.json") == nil && status.count("orphanRequests") == 0)
        #expect(spool.inboxFiles == [".ocrspool.json"])
        #expect(spool.deadLetterFiles.isEmpty)
        try await spool.inboxShell("true", Picture.line())
        let submitted = try await spool.run([
            "submit", "--spool", spool.path, "--as", ".ocrspool.json", spool.directory.path("picture"),
        ])
        #expect(submitted.end == .exited(2))
    }
}
