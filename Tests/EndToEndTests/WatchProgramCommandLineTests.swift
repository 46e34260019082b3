import Glibc
import TestSupport
import Testing

@Suite("ocrspool-watch: command line and limits")
struct WatchProgramCommandLineTests {
    @Test(
        "a wrong command line is told in one line, with status 2",
        arguments: [
            ([], "exactly one directory is to be named, not 0"),
            (["a", "b"], "exactly one directory is to be named, not 2"),
            (["--deep", "a"], "unknown option '--deep'"),
            (["--depth", "-1", "a"], "--depth takes a whole number from 0 to 64"),
            (["--depth"], "--depth takes a whole number from 0 to 64"),
        ])
    func usage(arguments: [String], message: String) async throws {
        let program = try RunningProgram(BuiltProgram.path("ocrspool-watch"), arguments)
        #expect(try await program.waitForEnd() == .exited(2))
        #expect(program.errorText == "ocrspool-watch: \(message); see ocrspool-watch --help\n")
        #expect(program.output.isEmpty)
    }

    @Test("--help tells every kind of record and --version the version, with status 0")
    func helpAndVersion() async throws {
        let help = try RunningProgram(BuiltProgram.path("ocrspool-watch"), ["--help"])
        #expect(try await help.waitForEnd() == .exited(0))
        let text = String(decoding: help.output, as: UTF8.self)
        for kind in "RWTCFDNGOE" { #expect(text.contains("\n  \(kind)  ")) }
        let version = try RunningProgram(BuiltProgram.path("ocrspool-watch"), ["--version"])
        #expect(try await version.waitForEnd() == .exited(0))
        #expect(String(decoding: version.output, as: UTF8.self).hasPrefix("ocrspool-watch 0."))
    }

    @Test("what is no directory cannot be watched: told on both outputs, with status 1")
    func noDirectory() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(to: "file")
        for (name, reason) in [("missing", "No such file or directory"), ("file", "Not a directory")] {
            let program = try RunningProgram(BuiltProgram.path("ocrspool-watch"), [directory.path(name)])
            #expect(try await program.waitForEnd() == .exited(1))
            #expect(program.errorText == "ocrspool-watch: the directory cannot be watched: \(reason)\n")
            #expect(program.output == Array("Ethe directory cannot be watched: \(reason)\0".utf8))
        }
    }

    @Test("a directory whose name is not UTF-8 can be watched")
    func nameOfBytes() async throws {
        let directory = try TemporaryDirectory()
        let name = Array(directory.path("r").utf8) + [0xff]
        try #require(unsafe mkdir(name.map { CChar(bitPattern: $0) } + [0], 0o700) == 0)
        let program = try RunningProgram(BuiltProgram.path("ocrspool-watch"), arguments: [name])
        try await program.waitForOutput { WatchProgramFixture.texts(in: $0) == ["R"] }
        try directory.write(to: [UInt8(ascii: "r"), 0xff] + Array("/file".utf8))
        try await program.waitForOutput { WatchProgramFixture.texts(in: $0) == ["R", "Cfile", "Wfile"] }
    }

    @Test("without enough watches it says so, with the limit's name, and goes on with those it has")
    func tooFewWatches() async throws {
        let directory = try TemporaryDirectory()
        for name in ["a", "b", "c"] { try directory.makeDirectory("tree/\(name)") }
        let program = try Self.start(watching: directory.path("tree"), limit: "max_inotify_watches", to: 2)
        try await program.waitForOutput { WatchProgramFixture.records(in: $0).count == 2 && $0.last == 0 }
        let records = WatchProgramFixture.texts(in: program.output)
        // Root and one of three have a watch; which one, the file system decides.
        let pattern =
            /E2 not watched, first [abc]: the kernel grants no more watches: fs\.inotify\.max_user_watches is \d+/
        #expect(records[0] == "R")
        #expect(records[1].wholeMatch(of: pattern) != nil, "\(records[1])")
        try directory.write(to: "tree/file")
        try await program.waitForOutput { WatchProgramFixture.texts(in: $0).last == "Wfile" }
    }

    @Test("without an inotify instance it says so, with the limit's name, and ends with status 1")
    func noInstance() async throws {
        let directory = try TemporaryDirectory()
        let program = try Self.start(watching: directory.path, limit: "max_inotify_instances", to: 0)
        #expect(try await program.waitForEnd() == .exited(1))
        let pattern = /Eno inotify instance is left: fs\.inotify\.max_user_instances is \d+\0/
        #expect(String(decoding: program.output, as: UTF8.self).wholeMatch(of: pattern) != nil, "\(program.output)")
    }

    /// Starts the program where the kernel grants less: in a user namespace of its own, which has limits of its own.
    private static func start(watching path: String, limit: String, to value: Int) throws -> RunningProgram {
        let script = "echo \(value) > /proc/sys/user/\(limit) && exec \"$0\" \"$1\""
        return try RunningProgram(
            "unshare", ["-U", "-r", "sh", "-c", script, BuiltProgram.path("ocrspool-watch"), path])
    }
}
