import Glibc
import StrictJSON
import TestSupport
import Testing

@Suite("ocrspool submit: folders, standard input, lists")
struct CommandLineSubmitInputTests {
    let fixture: CommandLineFixture
    var files: TemporaryDirectory { fixture.directory }

    init() async throws { fixture = try await CommandLineFixture() }

    /// The paths of what was printed, below the inbox.
    private func submitted(_ run: CommandLineFixture.Run) -> [String] {
        run.lines.map { String($0.dropFirst(files.path("spool/inbox/").count)) }
    }

    /// Runs `command` by a shell, in which `$0` is the program.
    private func shell(_ command: String) async throws -> CommandLineFixture.Run {
        let program = try RunningProgram(
            "sh", ["-c", command, BuiltProgram.path("ocrspool")],
            environment: ["OCRSPOOL_SPOOL": files.path("spool")], in: files.path)
        guard case .exited(let status) = try await program.waitForEnd() else {
            Issue.record("ended by a signal")
            return CommandLineFixture.Run(status: -1, output: [], errors: "")
        }
        return CommandLineFixture.Run(status: status, output: program.output, errors: program.errorText)
    }

    // MARK: - Folders

    @Test("a folder is submitted below its own name, in the order of bytes, whether named with a slash or not")
    func folder() async throws {
        try files.makeDirectory("in/scans/b")
        for name in ["a.png", "b/z.png", "b/Y.png", "c.png", "B.png"] { try files.write("x", to: "in/scans/\(name)") }
        let run = try await fixture.run("submit", "in/scans/")
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        let expected = ["scans/B.png", "scans/a.png", "scans/b/Y.png", "scans/b/z.png", "scans/c.png"]
        #expect(submitted(run) == expected)
        let again = try await fixture.run("submit", "--as", "other", "in/scans")
        #expect(again.lines.first == files.path("spool/inbox/other/B.png"))
    }

    @Test("the content of . goes to the inbox itself, as with cp -r")
    func contentOfFolder() async throws {
        try files.makeDirectory("scans/b")
        try files.write("x", to: "scans/b/a.png")
        let run = try await shell("cd scans && \"$0\" submit .")
        #expect(run.status == 0)
        #expect(submitted(run) == ["b/a.png"])
    }

    @Test("what the inbox would pass over, requests and links are passed over and told, and the rest is submitted")
    func passedOver() async throws {
        try files.makeDirectory("scans/.hidden")
        for name in ["a.png", "a.png.part", ".b.png", ".hidden/c.png"] { try files.write("x", to: "scans/\(name)") }
        try files.write("{}", to: "scans/a.png.json")
        try files.makeLink("scans/link.png", to: "a.png")
        let run = try await fixture.run("submit", "scans")
        #expect(run.status == 0)
        #expect(submitted(run) == ["scans/a.png"])
        let told = run.errors.split(separator: "\n").filter { $0.contains("passed over: ") }.map {
            $0.dropFirst("ocrspool submit: passed over: ".count)
        }
        #expect(
            told == [
                "scans/.b.png (hidden name)", "scans/.hidden (hidden name)",
                "scans/a.png.json (a request; one for all images is given with --request)",
                "scans/a.png.part (name of a temporary file)", "scans/link.png (not a regular file)",
            ])
    }

    @Test("a folder is looked into as deep as the inbox: eight folders, its own among them")
    func depth() async throws {
        try files.makeDirectory("1/2/3/4/5/6/7/8/9")
        try files.write("x", to: "1/2/3/4/5/6/7/8/a.png")
        try files.write("x", to: "1/2/3/4/5/6/7/8/9/b.png")
        let run = try await fixture.run("submit", "1")
        #expect(run.status == 0)
        #expect(submitted(run) == ["1/2/3/4/5/6/7/8/a.png"])
        #expect(run.errors.contains("passed over: 1/2/3/4/5/6/7/8/9 (more than 8 folders deep)"))
    }

    @Test("a folder without an image is told with status 66, and does not keep the others from being submitted")
    func emptyFolder() async throws {
        try files.makeDirectory("empty/.git")
        try files.write("x", to: "a.png")
        let run = try await fixture.run("submit", "empty", "gone.png", "a.png")
        #expect(run.status == 66)
        #expect(submitted(run) == ["a.png"])
        #expect(run.errors.contains("ocrspool submit: empty holds no image\n"))
        #expect(run.errors.contains("ocrspool submit: gone.png cannot be read (No such file or directory)\n"))
    }

    @Test("names in folders and lists may have any bytes")
    func hostileNames() async throws {
        try files.makeDirectory("scans")
        let names: [[UInt8]] = [
            [UInt8(ascii: "b"), 0xFF, 0xFE], Array("-n".utf8), Array("new\nline".utf8), Array("%s $(x) `y`".utf8),
            Array(repeating: UInt8(ascii: "l"), count: 250),
        ]
        for name in names { try files.write(Array("x".utf8), to: Array("scans/".utf8) + name) }
        let run = try await shell("find scans -type f -print0 | \"$0\" submit --jobs-from -")
        #expect(run.status == 0)
        #expect(try await fixture.run("submit", "scans").status == 0)
        for name in names {
            for place in ["spool/inbox/", "spool/inbox/scans/"] {
                #expect(files.exists(Array(place.utf8) + name))
                #expect(files.exists(Array(place.utf8) + name + Array(".json".utf8)))
            }
        }
    }

    // MARK: - Standard input

    @Test("- reads one image from standard input, to its end, under the name that is given")
    func standardInput() async throws {
        let run = try await shell("(printf one; sleep 0.3; printf two) | \"$0\" submit --name a/in.png --priority 3 -")
        #expect(run.status == 0)
        #expect(submitted(run) == ["a/in.png"])
        #expect(try files.content(of: "spool/inbox/a/in.png") == Array("onetwo".utf8))
        #expect(try fixture.record("inbox/a/in.png.json")["bytes"]?.int == 6)
    }

    @Test("an empty standard input is no image, and nothing is left in the inbox")
    func emptyStandardInput() async throws {
        let run = try await shell("\"$0\" submit --name in.png - </dev/null")
        #expect(run.status == 66)
        #expect(run.errors == "ocrspool submit: there is no image: standard input is empty\n")
        #expect(try files.names(in: "spool/inbox").isEmpty)
    }

    @Test(
        "what cannot go together is refused",
        arguments: [
            (["-"], "- needs --name NAME, for what comes from standard input has no name; it stands alone"),
            (
                ["--name", "a", "-", "--jobs-from", "-"],
                "- and --jobs-from - exclude each other: there is one standard input"
            ),
            (["--name", "a", "--as", "b", "-"], "--as and --name are the same; give one"),
            (["--as", "a", "--jobs-from", "l"], "--as is for one image, not a list"),
            (["--null", "a"], "--null is for --jobs-from"),
            (
                ["d/a.png", "a.png"],
                "two images would have the name a.png in the inbox; submit them one by one, with --as"
            ),
        ])
    func refused(arguments: [String], message: String) async throws {
        try files.makeDirectory("d")
        for name in ["a.png", "d/a.png", "l"] { try files.write("x", to: name) }
        let run = try await fixture.run(bytes: (["submit"] + arguments).map { Array($0.utf8) })
        #expect(run.status == 2)
        #expect(run.errors == "ocrspool submit: \(message) (see ocrspool submit --help)\n")
        #expect(try files.names(in: "spool/inbox").isEmpty)
    }

    // MARK: - Lists

    @Test("a list of 1000 files is submitted in its order, with NULs and with line feeds", arguments: ["\u{0}", "\n"])
    func longList(separator: String) async throws {
        try files.makeDirectory("in")
        let names = (0..<1000).map { "image \($0).png" }
        for name in names { try files.write(name, to: "in/\(name)") }
        // The last path need not be ended.
        try files.write(names.map { "in/\($0)" }.joined(separator: separator), to: "list")
        let run = try await fixture.run("submit", "--jobs-from", "list")
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        #expect(submitted(run) == names)
        #expect(try files.content(of: "spool/inbox/image 999.png") == Array("image 999.png".utf8))
        #expect(try files.names(in: "spool/inbox").count == 2000)
    }

    @Test("what is wrong in a list is told with its line, and the rest is submitted")
    func badList() async throws {
        try files.write("x", to: "a.png")
        try files.write("x", to: "b.png")
        try files.write("x", to: "c.tmp")
        let long = String(repeating: "p", count: 5000)
        try files.write("a.png\n\ngone.png\n\(long)\nc.tmp\nb.png\n", to: "list")
        let run = try await fixture.run("submit", "--jobs-from", "list")
        #expect(run.status == 66)
        #expect(submitted(run) == ["a.png", "b.png"])
        #expect(
            run.errors.split(separator: "\n").dropLast() == [
                "ocrspool submit: list, line 2: it is empty",
                "ocrspool submit: list, line 3: gone.png cannot be read (No such file or directory)",
                "ocrspool submit: list, line 4: a path has at most 4096 bytes, and this is longer",
                "ocrspool submit: list, line 5: c.tmp would be ignored in the inbox (name of a temporary file); "
                    + "give another name with --as",
            ])
    }

    @Test("a list with NULs is one from its first NUL on; --null says so of a single path, too")
    func nullLists() async throws {
        try files.write("x", to: "a\nb.png")
        let run = try await shell("printf 'a\\nb.png' | \"$0\" submit --null --jobs-from -")
        #expect(run.status == 0)
        #expect(files.exists("spool/inbox/a\nb.png"))
        let bad = try await shell("printf 'x\\0\\0y\\0' | \"$0\" submit --jobs-from -")
        #expect(bad.status == 66)
        #expect(bad.errors.contains("standard input, entry 2: it is empty\n"))
    }

    @Test("an empty list is told and is no fault; one that is not there is")
    func emptyList() async throws {
        let run = try await fixture.run("submit", "--jobs-from", "-")
        #expect(run.status == 0)
        #expect(run.errors.contains("standard input is an empty list; nothing is submitted"))
        let missing = try await fixture.run("submit", "--jobs-from", "none")
        #expect(missing.status == 66)
        #expect(missing.errors.contains("none cannot be read (No such file or directory)"))
    }

    @Test("of two images of one name in a list, the second is refused and takes no one's place")
    func twins() async throws {
        try files.makeDirectory("d")
        try files.write("first", to: "a.png")
        try files.write("second", to: "d/a.png")
        try files.write("a.png\nd/a.png\n", to: "list")
        let run = try await fixture.run("submit", "--replace", "--jobs-from", "list")
        #expect(run.status == 5)
        #expect(run.errors.contains("two images of this call have the name a.png in the inbox; the second, d/a.png"))
        #expect(try files.content(of: "spool/inbox/a.png") == Array("first".utf8))
    }

    // MARK: - Rights, and what requests say

    @Test("an unreadable file keeps nothing else back; an inbox that cannot be written is told with status 69")
    func rights() async throws {
        for name in ["", "spool"] { try files.setMode(0o755, of: name) }
        try files.setMode(0o777, of: "spool/inbox")
        for name in ["closed.png", "open.png"] { try files.write("x", to: name) }
        try files.setMode(0, of: "closed.png")
        let words = UnprivilegedUser.command([
            try UnprivilegedUser.program("ocrspool"), "submit", "--spool", "spool", "closed.png", "open.png",
        ])
        let run = try RunningProgram(words[0], Array(words.dropFirst()), in: files.path)
        #expect(try await run.waitForEnd() == .exited(66))
        #expect(run.errorText.contains("closed.png cannot be read (Permission denied)"))
        #expect(String(decoding: run.output, as: UTF8.self) == "spool/inbox/open.png\n")

        try files.setMode(0o555, of: "spool/inbox")
        let refused = try RunningProgram(words[0], Array(words.dropFirst()), in: files.path)
        #expect(try await refused.waitForEnd() == .exited(69))
        #expect(refused.errorText == "ocrspool submit: spool/inbox cannot be written (Permission denied)\n")
        try files.setMode(0o755, of: "spool/inbox")
    }

    @Test("an image that is not what its request says is refused, instead of waiting for ever")
    func announced() async throws {
        try files.write("x", to: "a.png")
        try files.write("{\"bytes\": 2}", to: "size.json")
        try files.write("{\"sha256\": \"\(String(repeating: "0", count: 64))\"}", to: "digest.json")
        for (request, message) in [
            ("size.json", "a.png has 1 bytes, and its request says 2"),
            ("digest.json", "a.png has not the SHA-256 that its request says"),
        ] {
            let run = try await fixture.run("submit", "--request", request, "a.png")
            #expect(run.status == 66)
            #expect(run.errors == "ocrspool submit: \(message)\n")
        }
        #expect(try files.names(in: "spool/inbox").isEmpty)
    }

    @Test("--json has an object for every image, those that were refused too")
    func json() async throws {
        try files.write("x", to: "a.png")
        let run = try await fixture.run("submit", "--json", "a.png", "gone.png")
        #expect(run.status == 66)
        let objects = try run.json()
        #expect(objects.map { $0["state"]?.string } == ["submitted", "refused"])
        #expect(objects.map { $0["name"]?.string } == ["a.png", "gone.png"])
        #expect(objects.map { $0["code"]?.string } == [nil, "no-input"])
    }
}
