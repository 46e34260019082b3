import TestSupport
import Testing

@Suite("ocrspool: help and usage")
struct CommandLineHelpTests {
    static let commands = [
        "init", "worker", "submit", "recognize", "status", "explain", "dead-letters", "retry", "check", "fsck",
        "languages", "schema", "version",
    ]

    @Test(
        "each command's --help tells usage, options, examples and where exit codes are, on standard output",
        arguments: commands)
    func help(command: String) async throws {
        let fixture = try await CommandLineFixture(hasSpool: false)
        let help = try await fixture.run(command, "--help")
        #expect(help.status == 0)
        #expect(help.errors.isEmpty)
        #expect(help.text.contains("\nUsage: ocrspool \(command) "))
        #expect(help.text.contains("\n  --help"))
        #expect(help.text.contains("\nExamples:\n  # "))
        #expect(help.text.contains("ocrspool help exit-codes"))
        #expect(try await fixture.run("help", command).output == help.output)
        // A line that does not fit a terminal is only ever an example's.
        let long = help.lines.filter { $0.count > 100 && !$0.contains("ocrspool ") && !$0.hasPrefix("  --") }
        #expect(long.isEmpty)
    }

    @Test("the overview names every command; without arguments it goes to standard error, with status 2")
    func overview() async throws {
        let fixture = try await CommandLineFixture(hasSpool: false)
        let overview = try await fixture.run("--help")
        #expect(overview.status == 0)
        for command in Self.commands { #expect(overview.text.contains("\n  \(command) ")) }
        let bare = try await fixture.run()
        #expect(bare.status == 2)
        #expect(bare.output.isEmpty)
        #expect(bare.errors.contains("Usage: ocrspool COMMAND"))
    }

    @Test("the exit codes are listed with their meanings")
    func exitCodes() async throws {
        let table = try await CommandLineFixture(hasSpool: false).run("help", "exit-codes")
        #expect(table.status == 0)
        for code in ["0", "1", "2", "3", "4", "5", "66", "69", "74", "75", "78"] {
            #expect(table.lines.contains { $0.drop { $0 == " " }.hasPrefix("\(code)  ") }, "\(code)")
        }
    }

    @Test(
        "a wrong command line is told in one line that says what would be right, with status 2",
        arguments: [
            (["sumbit"], "ocrspool: unknown command \"sumbit\"; did you mean submit? (see ocrspool --help)"),
            (["--json", "status"], "ocrspool: the command comes before its options (see ocrspool --help)"),
            (
                ["submit", "--prioritty", "3", "a"],
                "ocrspool submit: unknown option --prioritty; did you mean --priority? (see ocrspool submit --help)"
            ),
            (
                ["submit", "-x"],
                "ocrspool submit: unknown option -x; a name that begins with - is written ./-x or after -- "
                    + "(see ocrspool submit --help)"
            ),
            (
                ["submit", "--as", "--wait", "a"],
                "ocrspool submit: --as needs a value: --as NAME (see ocrspool submit --help)"
            ),
            (["submit", "--as"], "ocrspool submit: --as needs a value: --as NAME (see ocrspool submit --help)"),
            (["submit", "--as=a", "--as=b", "c"], "ocrspool submit: --as is given twice (see ocrspool submit --help)"),
            (["submit", "--wait=yes", "c"], "ocrspool submit: --wait takes no value (see ocrspool submit --help)"),
            (["submit"], "ocrspool submit: needs IMAGE… (see ocrspool submit --help)"),
            (["init", "a", "b"], "ocrspool init: takes only DIR, not 2 names (see ocrspool init --help)"),
            (["status", "x"], "ocrspool status: takes no names, only options (see ocrspool status --help)"),
            (
                ["schema", "reqest"],
                "ocrspool schema: there is no schema \"reqest\", only request, result, error, configuration; "
                    + "did you mean request? (see ocrspool schema --help)"
            ),
        ])
    func usage(arguments: [String], message: String) async throws {
        let fixture = try await CommandLineFixture(hasSpool: false)
        let run = try await fixture.run(bytes: arguments.map { Array($0.utf8) })
        #expect(run.status == 2)
        #expect(run.errors == message + "\n")
        #expect(run.output.isEmpty)
    }

    @Test("a reader that has gone ends a command quietly")
    func brokenPipe() async throws {
        let directory = try TemporaryDirectory()
        let script = "while [ ! -e \"$1\" ]; do sleep 0.01; done; exec \"$0\" schema result"
        let program = try RunningProgram(
            "sh", ["-c", script, BuiltProgram.path("ocrspool"), directory.path("go")])
        program.closeOutput()
        try directory.write(to: "go")
        #expect(try await program.waitForEnd() == .exited(0))
        #expect(program.errorText.isEmpty)
    }

    @Test("what cannot be written is an error with status 74")
    func fullDisk() async throws {
        let program = try RunningProgram(
            "sh", ["-c", "exec \"$0\" schema result > /dev/full", BuiltProgram.path("ocrspool")])
        #expect(try await program.waitForEnd() == .exited(74))
        #expect(program.errorText == "ocrspool schema: write standard output: No space left on device\n")
    }
}
