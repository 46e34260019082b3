import Glibc
import StrictJSON
import TestSupport
import Testing

@Suite("explain: files that were taken")
struct ExplainLaterTests {
    @Test("an image in work is told with the worker and the attempt; one whose attempt failed, with the next try")
    func working() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        _ = try await worker.warmUp()
        try spool.drop(Picture.noise(width: 3000, height: 3000), as: "a.pgm")
        let found = try await spool.explained("a.pgm", as: "working") { $0["attempt"]?.int == 1 }
        #expect(found["message"]?.string == "it is being read, attempt 1")
        #expect(found["worker"]?.string == (try worker.status?["worker"]?.string))
        #expect(found["since"]?.string != nil && found["job"]?.string != nil)
        for child in worker.recognizers { kill(child.id, SIGABRT) }
        let retrying = try await spool.explained("a.pgm", as: "retrying")
        #expect(retrying["code"]?.string == "recognizer-crashed")
        #expect(retrying["dueAt"]?.string != nil)
        #expect(retrying["message"]?.string?.hasPrefix("one attempt failed (recognizer-crashed): ") == true)
    }

    @Test("an image is found by its own name, its result's, and its original's, from wherever the path begins")
    func names() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try spool.makeFolder("a")
        try spool.drop(try Picture.line(), as: "a/b.png")
        _ = try await worker.result(of: "a/b.png")
        try await worker.rest()
        try #require(unsafe symlink(spool.path, spool.directory.path("link")) == 0)
        for name in [
            "a/b.png", "inbox/a/b.png", "outbox/a/b.png.json", spool.path + "/inbox/a/b.png",
            spool.path + "/outbox/../outbox/a/b.png.json", spool.directory.path("link") + "/archive/a/b.png",
        ] {
            let found = try await spool.explain(name)
            #expect(found.map { $0["state"]?.string } == ["done", "archived"], "\(name)")
            #expect(found.first?["place"]?.string == spool.path + "/outbox/a/b.png.json", "\(name)")
            #expect(found.allSatisfy { $0["name"]?.string == "a/b.png" && $0["since"]?.string != nil }, "\(name)")
        }
    }

    @Test("a dead letter is found by its folder, what lies in it, and the image's name, and told with the reason")
    func deadLetter() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try spool.drop(Array("no picture".utf8), as: "a.png")
        let record = try await worker.error(of: "a.png")
        for name in [
            "a.png", "dead-letter/a.png", "dead-letter/a.png/a.png", spool.path + "/dead-letter/a.png/error.json",
        ] {
            let found = try #require(try await spool.explain(name).first)
            #expect(found["state"]?.string == "dead-letter", "\(name)")
            #expect(found["code"]?.string == "image-unsupported")
            #expect(found["reason"]?.string == record["message"]?.string)
            #expect(found["since"]?.string == record["failedAt"]?.string)
        }
    }

    @Test("names of any bytes are printed so that no terminal obeys them, and given whole in JSON")
    func hostile() async throws {
        let spool = try await TestSpool()
        let name: [UInt8] = Array("x\u{1B}[2J\n".utf8) + [0xFF] + Array(".png".utf8)
        try spool.drop(Array("no picture".utf8), as: name)
        let worker = try TestWorker(spool)
        try await worker.wait(for: "a dead letter") { spool.deadLetterFiles.contains { $0.hasSuffix("/error.json") } }
        let run = UnprivilegedUser.command([try UnprivilegedUser.program("ocrspool"), "explain", "--spool", spool.path])
        for option in [[], ["--json"]] {
            let program = try RunningProgram(
                run[0], arguments: (run.dropFirst() + option).map { Array($0.utf8) } + [name])
            #expect(try await program.waitForEnd() == .exited(0))
            if option.isEmpty {
                let text = String(decoding: program.output, as: UTF8.self)
                #expect(text.contains(#"dead-letter/x\u{1b}[2J\u{a}\xff.png"#))
                #expect(!program.output.contains(0x1B))
                #expect(text.split(separator: "\n").count == 3)
            } else {
                let found = try #require(try JSONValue(parsing: program.output).array?.first)
                // x ESC [ 2 J LF FF . p n g in base64.
                #expect(found["nameBytes"]?.string == "eBtbMkoK/y5wbmc=")
            }
        }
    }
}
