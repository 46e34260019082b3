import Glibc
import TestSupport
import Testing

@Suite("ocrspool init")
struct CommandLineInitTests {
    private func mode(_ path: String) -> mode_t? {
        var facts = stat()
        return unsafe stat(path, &facts) == 0 ? facts.st_mode & 0o7777 : nil
    }

    @Test("makes the six directories; producers of the group can write the inbox and nothing else")
    func makes() async throws {
        let fixture = try await CommandLineFixture(hasSpool: false)
        let run = try await fixture.run("init", "spool")
        #expect(run.status == 0)
        #expect(run.text == "spool\n")
        #expect(
            try fixture.directory.names(in: "spool") == [
                "archive", "dead-letter", "inbox", "outbox", "state", "working",
            ])
        #expect(mode(fixture.directory.path("spool/inbox")) == 0o2770)
        #expect(mode(fixture.directory.path("spool/outbox")) == 0o2750)
        #expect(mode(fixture.directory.path("spool/dead-letter")) == 0o2750)
        #expect(mode(fixture.directory.path("spool/working")) == 0o700)
        #expect(mode(fixture.directory.path("spool/state")) == 0o700)
    }

    @Test("a second time leaves everything as it is")
    func twice() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write("kept", to: "spool/inbox/a.png")
        #expect(try await fixture.run("init", "spool").status == 0)
        #expect(try fixture.directory.content(of: "spool/inbox/a.png") == Array("kept".utf8))
    }

    @Test("a directory with other things in it is refused and not touched")
    func foreign() async throws {
        let fixture = try await CommandLineFixture(hasSpool: false)
        try fixture.directory.write("mine", to: "notes.txt")
        let run = try await fixture.run("init", ".")
        #expect(run.status == 69)
        #expect(
            run.errors
                == "ocrspool init: . is no empty directory and no spool: it holds notes.txt; choose another directory\n"
        )
        #expect(try fixture.directory.names() == ["notes.txt"])
    }

    @Test("a directory whose parent is missing is refused")
    func noParent() async throws {
        let run = try await CommandLineFixture(hasSpool: false).run("init", "a/b")
        #expect(run.status == 69)
        #expect(run.errors.contains("No such file or directory"))
    }

    @Test("commands say how to make a spool that is missing")
    func missing() async throws {
        let fixture = try await CommandLineFixture(hasSpool: false)
        for command in ["status", "dead-letters"] {
            let run = try await fixture.run(command, "--spool", "none")
            #expect(run.status == 69)
            #expect(run.errors.hasSuffix("make it with: ocrspool init none\n"))
        }
        let run = try await fixture.run("status", environment: ["OCRSPOOL_SPOOL": ""])
        #expect(run.status == 2)
        #expect(run.errors.contains("--spool DIR is needed, or $OCRSPOOL_SPOOL"))
    }
}
