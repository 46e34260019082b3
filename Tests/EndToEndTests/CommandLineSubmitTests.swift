import Glibc
import StrictJSON
import TestSupport
import Testing

@Suite("ocrspool submit, without a worker")
struct CommandLineSubmitTests {
    @Test(
        "an image keeps its name, whatever bytes are in it, and gets a request with an id beside it",
        arguments: [
            Array("scan.png".utf8), Array("two words.png".utf8), Array("-dash.png".utf8), Array("new\nline.png".utf8),
            Array("Übergrößen.png".utf8), [UInt8(ascii: "b"), 0xFF, 0xFE], Array("no extension".utf8),
        ])
    func names(name: [UInt8]) async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write(Array("pixels".utf8), to: name)
        let operand = Array("\(fixture.directory.path)/".utf8) + name
        let run = try await fixture.run(bytes: [Array("submit".utf8), operand])
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        let inbox = Array("\(fixture.directory.path("spool"))/inbox/".utf8)
        #expect(run.output == inbox + name + [0x0A])
        #expect(content(inbox + name) == Array("pixels".utf8))
        let request = try JSONValue(parsing: try #require(content(inbox + name + Array(".json".utf8))))
        #expect(request["id"]?.string?.hasPrefix("submit-") == true)
        #expect(try fixture.directory.names(in: "spool/inbox").count == 2)
    }

    private func content(_ path: [UInt8]) -> [UInt8]? {
        let descriptor = unsafe open(path.map { CChar(bitPattern: $0) } + [0], O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes[..<count])
    }

    @Test("a name that begins with a dash is taken after -- and as ./-x")
    func dashes() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write("a", to: "-a.png")
        try fixture.directory.write("b", to: "--b.png")
        #expect(try await fixture.run("submit", "./-a.png").status == 0)
        #expect(try await fixture.run("submit", "--", "--b.png").status == 0)
        #expect(
            try fixture.directory.names(in: "spool/inbox") == ["--b.png", "--b.png.json", "-a.png", "-a.png.json"])
    }

    @Test("--as gives another name, in folders that are made and that a worker of the group can take from")
    func folders() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write("a", to: "a.png")
        #expect(try await fixture.run("submit", "--as", "x y/z/b.png", "a.png").status == 0)
        #expect(try fixture.directory.names(in: "spool/inbox/x y/z") == ["b.png", "b.png.json"])
        var facts = stat()
        try #require(unsafe stat(fixture.directory.path("spool/inbox/x y/z"), &facts) == 0)
        #expect(facts.st_mode & 0o7777 == 0o2770)
    }

    @Test("a umask takes nothing from what the worker's group may do with folder, image and request")
    func umask() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write("a", to: "a.png")
        let program = try RunningProgram(
            "sh",
            ["-c", "umask 077; exec \"$0\" submit --spool spool --as f/a.png a.png", BuiltProgram.path("ocrspool")],
            in: fixture.directory.path)
        #expect(try await program.waitForEnd() == .exited(0))
        for (name, mode) in [("f", 0o2770), ("f/a.png", 0o640), ("f/a.png.json", 0o640)] as [(String, mode_t)] {
            var facts = stat()
            try #require(unsafe stat(fixture.directory.path("spool/inbox/\(name)"), &facts) == 0)
            #expect(facts.st_mode & 0o7777 == mode, "\(name)")
        }
        #expect(try fixture.directory.names(in: "spool/inbox") == ["f"])
    }

    @Test("a name that still waits is refused with status 5, and what waits is left as it is")
    func taken() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write("first", to: "a.png")
        #expect(try await fixture.run("submit", "--id", "one", "a.png").status == 0)
        try fixture.directory.write("second", to: "a.png")
        let run = try await fixture.run("submit", "--id", "two", "a.png")
        #expect(run.status == 5)
        #expect(
            run.errors
                == "ocrspool submit: a.png still waits in the inbox; submit again later, under another name with --as, or with "
                + "--replace\n"
        )
        #expect(try fixture.directory.names(in: "spool/inbox") == ["a.png", "a.png.json"])
        #expect(try fixture.directory.content(of: "spool/inbox/a.png") == Array("first".utf8))
        #expect(try fixture.record("inbox/a.png.json")["id"]?.string == "one")
    }

    @Test("a request whose name still waits is refused, too, and nothing is left behind")
    func requestTaken() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write("first", to: "a.png")
        try fixture.directory.write("{}", to: "spool/inbox/a.png.json")
        #expect(try await fixture.run("submit", "a.png").status == 5)
        #expect(try fixture.directory.names(in: "spool/inbox") == ["a.png.json"])
    }

    @Test(
        "what is wrong is told before anything is dropped",
        arguments: [
            (["--priority", "12"], "--priority must be from 0 to 9, not 12"),
            (["--priority", "high"], "--priority must be a whole number, not \"high\""),
            (["--region", "1,2,3"], "--region must be four whole numbers, X,Y,WIDTH,HEIGHT, not \"1,2,3\""),
            (["--region", "1,2,3,0"], "--region (height) must be from 1 to 1000000, not 0"),
            (["--pages", "3-1"], "--pages must ascend, but 3-1 goes backwards"),
            (
                ["--as", ".hidden.png"],
                ".hidden.png would be ignored in the inbox (hidden name); give another name with --as"
            ),
            (
                ["--as", "a.part"],
                "a.part would be ignored in the inbox (name of a temporary file); give another name with --as"
            ),
            (["--as", "../a.png"], "\"../a.png\" cannot be a name in the inbox; it has no empty part, . or .."),
            (["--as", "/a.png"], "\"/a.png\" cannot be a name in the inbox; it has no empty part, . or .."),
            (["--metadata", "[1]"], "--metadata must be an object, not an array"),
            (["--timeout", "5"], "--timeout is for --wait and --text"),
            (["--wait", "--timeout", "0"], "--timeout must be a whole number from 1 to 604800, not \"0\""),
            (["--text", "--json"], "--text and --json exclude each other"),
        ])
    func refused(options: [String], message: String) async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write("a", to: "a.png")
        let run = try await fixture.run(bytes: (["submit"] + options + ["a.png"]).map { Array($0.utf8) })
        #expect(run.status == 2)
        #expect(run.errors == "ocrspool submit: \(message) (see ocrspool submit --help)\n")
        #expect(try fixture.directory.names(in: "spool/inbox").isEmpty)
    }

    @Test("a request's file is checked as a worker would, with place and nearest name")
    func requestFile() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write("a", to: "a.png")
        try fixture.directory.write("{\n \"langaugeHints\": [\"en\"]}", to: "r.json")
        let run = try await fixture.run("submit", "--request", "r.json", "a.png")
        #expect(run.status == 2)
        #expect(
            run.errors.hasPrefix(
                "ocrspool submit: the request r.json is not valid: line 2, column 2: unknown field \"langaugeHints\"; "
                    + "did you mean \"languageHints\"?"))
        #expect(try fixture.directory.names(in: "spool/inbox").isEmpty)
    }

    @Test("options go before the fields of a request's file")
    func merged() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write("a", to: "a.png")
        try fixture.directory.write(
            #"{"id": "mine", "priority": 1, "languageHints": ["en"], "metadata": {"k": 1}}"#, to: "r.json")
        let run = try await fixture.run(
            "submit", "--request", "r.json", "--priority=7", "--language", "de,fr", "--language", "es", "a.png")
        #expect(run.status == 0)
        let expected: JSONValue = [
            "id": "mine", "languageHints": ["de", "fr", "es"], "priority": 7, "bytes": 1,
            "metadata": ["k": 1],
        ]
        #expect(try fixture.record("inbox/a.png.json") == expected)
    }

    @Test("what cannot be an image is refused: a request, a device, a pipe, a file that is not there")
    func noImages() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write(" {}", to: "a.png.json")
        let request = try await fixture.run("submit", "a.png.json")
        #expect(request.status == 2)
        #expect(request.errors.contains("a.png.json is a request and no image; give it with --request"))
        try #require(unsafe mkfifo(fixture.directory.path("pipe"), 0o600) == 0)
        for (name, reason) in [
            ("/dev/null", "it is no regular file"), ("pipe", "it is no regular file"),
            ("none.png", "No such file or directory"),
        ] {
            let run = try await fixture.run("submit", name)
            #expect(run.status == 66)
            #expect(run.errors == "ocrspool submit: \(name) cannot be read (\(reason))\n")
        }
        #expect(try fixture.directory.names(in: "spool/inbox").isEmpty)
    }

    @Test("without a worker --wait ends at its limit with status 75, and the image still waits")
    func timeout() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write("a", to: "a.png")
        let run = try await fixture.run("submit", "--wait", "--timeout", "1", "a.png")
        #expect(run.status == 75)
        #expect(run.output.isEmpty)
        #expect(
            run.errors == "ocrspool submit: a.png: there is no outcome yet; ask later with: ocrspool explain a.png\n")
        #expect(try fixture.directory.names(in: "spool/inbox") == ["a.png", "a.png.json"])
    }

    @Test("an image that is withdrawn while one waits ends the wait with status 4")
    func withdrawn() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write("a", to: "a.png")
        let waiting = try fixture.start(["submit", "--wait", "a.png"].map { Array($0.utf8) })
        try #require(await eventually { waiting.end == nil && fixture.directory.exists("spool/inbox/a.png") })
        fixture.directory.remove("spool/inbox/a.png")
        #expect(try await waiting.waitForEnd() == .exited(4))
        #expect(waiting.errorText.contains("the image was withdrawn"))
    }
}
