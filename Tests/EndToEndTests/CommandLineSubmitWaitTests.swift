import Glibc
import StrictJSON
import TestSupport
import Testing

/// The outcomes are put where a worker would put them, by the tests.
@Suite("ocrspool submit --wait")
struct CommandLineSubmitWaitTests {
    let fixture: CommandLineFixture
    var files: TemporaryDirectory { fixture.directory }
    private let names = ["a.png", "b.png", "c.png"]

    init() async throws {
        fixture = try await CommandLineFixture()
        for name in names { try files.write("x", to: name) }
    }

    private func start(_ arguments: String...) throws -> RunningProgram {
        try fixture.start((["submit"] + arguments).map { Array($0.utf8) })
    }

    /// Waits until the images are in the inbox.
    private func waitForInbox(_ images: [String]) async throws {
        let wanted = Set(images)
        try #require(await eventually { wanted.isSubset(of: Set(try files.names(in: "spool/inbox"))) })
    }

    /// Takes an image out of the inbox, and gives it an outcome: a result with a text, or a reason of failure.
    /// - Parameter name: of the result or the folder; the plain one if `nil`.
    private func answer(_ image: String, text: String? = nil, as name: String? = nil) throws {
        let id = try #require(try fixture.record("inbox/\(image).json")["id"]?.string)
        if let text {
            let record: JSONValue = ["id": "1", "requestId": .string(id), "text": .string(text)]
            try files.write(String(decoding: record.bytes(), as: UTF8.self), to: "spool/outbox/.new")
            try files.rename("spool/outbox/.new", to: "spool/outbox/\(name ?? "\(image).json")")
        } else {
            let record: JSONValue = [
                "id": "1", "requestId": .string(id), "code": "image-undecodable", "message": "It is cut.",
            ]
            try files.makeDirectory("spool/state/tmp/new")
            try files.write(String(decoding: record.bytes(), as: UTF8.self), to: "spool/state/tmp/new/error.json")
            try files.rename("spool/state/tmp/new", to: "spool/dead-letter/\(name ?? image)")
        }
        files.remove("spool/inbox/\(image)")
        files.remove("spool/inbox/\(image).json")
    }

    @Test("texts come in the order of the images, whatever the order of the outcomes; the worst gives the status")
    func order() async throws {
        let run = try start("--text", "gone.png", "a.png", "b.png", "c.png")
        try await waitForInbox(names)
        try answer("c.png", text: "third", as: "c.png.01h00000000000000000000000.json")
        try answer("b.png")
        // Those before it are not known yet.
        #expect(run.output.isEmpty)
        try answer("a.png", text: "first")
        #expect(try await run.waitForEnd() == .exited(66))
        #expect(String(decoding: run.output, as: UTF8.self) == "first\nthird\n")
        let errors = run.errorText.split(separator: "\n")
        #expect(errors.first == "ocrspool submit: gone.png cannot be read (No such file or directory)")
        #expect(
            errors.dropFirst().first
                == "ocrspool submit: b.png: image-undecodable: It is cut. See \(files.path("spool/dead-letter/b.png"))")
        #expect(errors.last?.hasPrefix("ocrspool submit: 2 done, 1 failed, 1 refused, in ") == true)
    }

    @Test("a failed recognition gives status 1, and the results of the others are printed")
    func failed() async throws {
        let run = try start("--wait", "--json", "a.png", "b.png")
        try await waitForInbox(["a.png", "b.png"])
        try answer("a.png")
        try answer("b.png", text: "")
        #expect(try await run.waitForEnd() == .exited(1))
        let objects = try run.output.split(separator: 0x0A).map { try JSONValue(parsing: Array($0)) }
        #expect(objects.map { $0["state"]?.string } == ["failed", "done"])
        #expect(objects.map { $0["name"]?.string } == ["a.png", "b.png"])
    }

    @Test("with an id of the caller's, outcomes that were there before are not taken for the new ones")
    func earlier() async throws {
        for name in ["a.png", "b.png"] {
            try files.write(#"{"id": "0", "requestId": "same", "text": "old"}"#, to: "spool/outbox/\(name).json")
        }
        let run = try start("--text", "--id", "same", "a.png", "b.png")
        try await waitForInbox(["a.png", "b.png"])
        try answer("a.png", text: "new a", as: "a.png.01h00000000000000000000000.json")
        try answer("b.png", text: "new b", as: "b.png.01h00000000000000000000000.json")
        #expect(try await run.waitForEnd() == .exited(0))
        #expect(String(decoding: run.output, as: UTF8.self) == "new a\nnew b\n")
    }

    @Test("the outcome of a folder's image is found in its folder, or at the top where there can be none")
    func folders() async throws {
        try files.makeDirectory("scans")
        let long = String(repeating: "l", count: 250)
        for name in ["a.png", "b.png", long] { try files.write("x", to: "scans/\(name)") }
        let run = try start("--text", "scans")
        try await waitForInbox(["scans"])
        try #require(await eventually { try files.names(in: "spool/inbox/scans").count { !$0.hasPrefix(".") } == 6 })
        try files.makeDirectory("spool/outbox/scans")
        try answer("scans/a.png", text: "one")
        try answer("scans/b.png", text: "two", as: "b.png.01h00000000000000000000000.json")
        try answer("scans/\(long)", text: "three")
        #expect(try await run.waitForEnd() == .exited(0))
        #expect(String(decoding: run.output, as: UTF8.self) == "one\ntwo\nthree\n")
    }

    @Test("SIGINT ends the wait: it says what is under way and how to look later, and the files stay")
    func interrupted() async throws {
        let run = try start("--wait", "a.png", "b.png", "c.png")
        try await waitForInbox(names)
        try answer("a.png", text: "x")
        try await run.waitForOutput { !$0.isEmpty }
        run.send(SIGINT)
        #expect(try await run.waitForEnd() == .killed(signal: SIGINT))
        #expect(
            run.errorText
                == "ocrspool submit: interrupted; 2 of 3 submitted images are still under way, and stay in the spool; "
                + "look later with: ocrspool status, or ocrspool explain b.png\n")
        #expect(try files.names(in: "spool/inbox") == ["b.png", "b.png.json", "c.png", "c.png.json"])
    }

    @Test("a signal while standard input is read leaves nothing in the inbox")
    func interruptedInput() async throws {
        // A pipe that its writer keeps open and does not write to.
        let command = "exec <> pipe; exec \"$0\" submit --spool spool --name a.png -"
        try files.makeFIFO("pipe")
        let run = try RunningProgram("sh", ["-c", command, BuiltProgram.path("ocrspool")], in: files.path)
        try #require(await eventually { try !files.names(in: "spool/inbox").isEmpty })
        run.send(SIGTERM)
        #expect(try await run.waitForEnd() == .killed(signal: SIGTERM))
        #expect(try files.names(in: "spool/inbox").isEmpty)
    }

    @Test("at the limit every image without an outcome is told, with status 75")
    func timeout() async throws {
        let run = try await fixture.run("submit", "--wait", "--timeout", "1", "a.png", "b.png")
        #expect(run.status == 75)
        #expect(run.errors.contains("a.png: there is no outcome yet; ask later with: ocrspool explain a.png\n"))
        #expect(run.errors.contains("ocrspool submit: 0 done, 2 without an outcome yet, in "))
    }

    @Test("on a terminal a bar shows how many are done; elsewhere none does")
    func bar() async throws {
        let command = "'\(BuiltProgram.path("ocrspool"))' submit --wait a.png b.png"
        let run = try RunningProgram(
            "script", ["-qec", command, "/dev/null"], environment: ["OCRSPOOL_SPOOL": files.path("spool")],
            in: files.path)
        try await waitForInbox(["a.png", "b.png"])
        try await run.waitForOutput { String(decoding: $0, as: UTF8.self).contains("] 0 done of 2, ") }
        try answer("a.png", text: "x")
        try await run.waitForOutput {
            String(decoding: $0, as: UTF8.self).contains("[##########----------] 1 done of 2, ")
        }
        try answer("b.png", text: "x")
        #expect(try await run.waitForEnd() == .exited(0))
        // The bar is taken away before anything else is written.
        #expect(
            String(decoding: run.output, as: UTF8.self).contains("\r\u{1B}[K\(files.path("spool/outbox/a.png.json"))"))
    }
}
