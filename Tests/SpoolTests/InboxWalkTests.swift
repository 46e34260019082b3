import Glibc
import LinuxSupport
import TestSupport
import Testing

@testable import Spool

@Suite("InboxWalk")
struct InboxWalkTests {
    let fixture: SpoolFixture

    init() throws { fixture = try SpoolFixture() }

    private func findings(
        below folder: RelativePath = RelativePath([]), rules: IgnoreRules = .builtIn
    ) throws -> [String] {
        var found: [String] = []
        try InboxWalk.forEach(in: fixture.spool.inbox(), below: folder, rules: rules) { finding in
            switch finding {
            case .defaults(let path, _): found.append("defaults \(path.string)")
            case .file(let path, _): found.append("file \(path.string)")
            case .ignored(let path, let rule): found.append("\(rule): \(path.string)")
            case .notRegular(let path): found.append("special \(path.string)")
            case .unreadable(let path, let error): found.append("\(error.code) \(path.string)")
            }
        }
        return found.sorted()
    }

    @Test("tells of files in all folders, and of what is passed over and why")
    func everything() throws {
        try fixture.drop("a.png")
        try fixture.drop("b/c/d.png")
        try fixture.drop("b/e.tmp")
        try fixture.drop(".hidden/f.png")
        try fixture.drop("@eaDir/g.png")
        #expect(
            try findings() == [
                "file a.png", "file b/c/d.png", "folder of a file server's own: @eaDir", "hidden name: .hidden",
                "name of a temporary file: b/e.tmp",
            ])
    }

    @Test("passes over what a glob matches, a folder with all that is in it")
    func globs() throws {
        try fixture.drop("a.xyz")
        try fixture.drop("old/b.png")
        try fixture.drop("new/old/c.png")
        try fixture.drop("new/d.png")
        #expect(
            try findings(rules: IgnoreRules(globs: ["*.xyz", "/old"])) == [
                "file new/d.png", "file new/old/c.png", "matches the ignore pattern \"*.xyz\": a.xyz",
                "matches the ignore pattern \"/old\": old",
            ])
        #expect(try findings(below: "old", rules: IgnoreRules(globs: ["/old"])) == [])
        #expect(try findings(below: "new/old", rules: IgnoreRules(globs: ["old"])) == [])
    }

    @Test("tells of each folder's defaults, whatever is ignored, and of a link of that name, but not of a folder")
    func defaults() throws {
        try fixture.drop(".ocrspool.json")
        try fixture.drop("a/b/.ocrspool.json")
        try fixture.drop("c/.ocrspool.json/d.png")
        try fixture.drop(".hidden/.ocrspool.json")
        try #require(unsafe mkdir(fixture.files.path("spool/inbox/e"), 0o700) == 0)
        try #require(unsafe symlink("../.ocrspool.json", fixture.files.path("spool/inbox/e/.ocrspool.json")) == 0)
        #expect(
            try findings(rules: IgnoreRules(globs: [".*", "*.json", ".ocrspool.json"])) == [
                "defaults .ocrspool.json", "defaults a/b/.ocrspool.json", "defaults e/.ocrspool.json",
                "hidden name: .hidden", "hidden name: c/.ocrspool.json",
            ])
    }

    @Test("opens and follows no links, FIFOs and sockets")
    func special() throws {
        let inbox = fixture.files.path("spool/inbox")
        try #require(unsafe symlink("/etc", inbox + "/folder") == 0)
        try #require(unsafe symlink("/etc/passwd", inbox + "/file.png") == 0)
        try #require(unsafe symlink("nothing", inbox + "/dangling") == 0)
        try #require(unsafe mkfifo(inbox + "/fifo", 0o600) == 0)
        #expect(try findings() == ["special dangling", "special fifo", "special file.png", "special folder"])
    }

    @Test("goes eight folders deep and says where it stopped")
    func depth() throws {
        try fixture.drop("1/2/3/4/5/6/7/8/in.png")
        try fixture.drop("1/2/3/4/5/6/7/8/9/out.png")
        #expect(
            try findings() == ["file 1/2/3/4/5/6/7/8/in.png", "more than 8 folders deep: 1/2/3/4/5/6/7/8/9"])
        #expect(
            try findings(below: "1/2/3/4/5/6/7/8") == [
                "file 1/2/3/4/5/6/7/8/in.png", "more than 8 folders deep: 1/2/3/4/5/6/7/8/9",
            ])
        #expect(try findings(below: "1/2/3/4/5/6/7/8/9") == [])
    }

    @Test("of one folder tells only of that, and of nothing if it is gone, hidden or a link")
    func folder() throws {
        try fixture.drop("a/b.png")
        try fixture.drop("c.png")
        try fixture.drop(".d/e.png")
        try #require(unsafe symlink("a", fixture.files.path("spool/inbox/link")) == 0)
        #expect(try findings(below: "a") == ["file a/b.png"])
        #expect(try findings(below: "gone") == [])
        #expect(try findings(below: ".d") == [])
        #expect(try findings(below: "link") == [])
    }

    @Test("fails if the inbox itself is gone")
    func inboxGone() throws {
        let inbox = try fixture.spool.inbox()
        fixture.files.remove("spool/inbox")
        #expect(throws: SystemCallError.self) { _ = try fixture.spool.inbox() }
        // An open, removed folder is empty.
        var count = 0
        try InboxWalk.forEach(in: inbox, below: RelativePath([]), rules: .builtIn) { _ in count += 1 }
        #expect(count == 0)
    }

    @Test("tells of a folder that it may not enter, and goes on", .enabled(if: geteuid() != 0, "root may enter all"))
    func closedFolder() throws {
        try fixture.drop("a/b.png")
        try fixture.drop("c.png")
        unsafe chmod(fixture.files.path("spool/inbox/a"), 0)
        defer { unsafe chmod(fixture.files.path("spool/inbox/a"), 0o755) }
        #expect(try findings() == ["\(EACCES) a", "file c.png"])
    }

    @Test("tells of names that are not UTF-8")
    func bytes() throws {
        try fixture.files.write([1], to: Array("spool/inbox/".utf8) + [0xFF])
        var paths: [RelativePath] = []
        try InboxWalk.forEach(in: fixture.spool.inbox(), below: RelativePath([]), rules: .builtIn) { finding in
            if case .file(let path, _) = finding { paths.append(path) }
        }
        #expect(paths == [try #require(RelativePath([0xFF]))])
    }
}

@Suite("InboxProbe")
struct InboxProbeTests {
    let fixture: SpoolFixture

    init() throws { fixture = try SpoolFixture() }

    private func probe() -> InboxProbe {
        InboxProbe(
            spool: fixture.spool, isImageContent: { $0.starts(with: Array("IMG".utf8)) },
            decodeRequest: { bytes, _ in RequestFacts(isValid: bytes.last == 0x7D, bytes: Int64(bytes.count)) },
            decodeDefaults: { _, _ in .invalid("not asked for") })
    }

    @Test("knows images by their first bytes, and requests by their whole text")
    func content() throws {
        try fixture.drop("a.json", "IMG…")
        try fixture.drop("b.json", "{}")
        let probe = probe()
        #expect(probe.isImage("a.json", try fixture.status("a.json")))
        #expect(!probe.isImage("b.json", try fixture.status("b.json")))
        #expect(
            probe.requestFacts("b.json", try fixture.status("b.json"), defaults: nil)
                == RequestFacts(isValid: true, bytes: 2))
    }

    @Test("reads again what has another status, and only that")
    func memory() throws {
        try fixture.drop("a.json", "{}")
        let probe = probe()
        let old = try fixture.status("a.json")
        #expect(probe.requestFacts("a.json", old, defaults: nil).isValid)
        try fixture.drop("a.json", "{ half")
        #expect(probe.requestFacts("a.json", old, defaults: nil).isValid)
        #expect(!probe.requestFacts("a.json", try fixture.status("a.json"), defaults: nil).isValid)
        probe.forget("a.json")
        #expect(!probe.requestFacts("a.json", old, defaults: nil).isValid)
    }

    @Test("does not remember that it could not read")
    func noMemoryOfFailure() throws {
        try fixture.drop("a.json", "IMG")
        let status = try fixture.status("a.json")
        try fixture.files.rename("spool/inbox/a.json", to: "spool/inbox/b.json")
        let probe = probe()
        #expect(!probe.isImage("a.json", status) && !probe.requestFacts("a.json", status, defaults: nil).isValid)
        #expect(probe.sha256("a.json", status) == nil)
        try fixture.files.rename("spool/inbox/b.json", to: "spool/inbox/a.json")
        #expect(probe.isImage("a.json", status))
        #expect(probe.sha256("a.json", status) != nil)
    }

    @Test("reads one byte more of a request than it may have")
    func longRequest() throws {
        try fixture.drop("a.json", String(repeating: " ", count: 100_000))
        #expect(probe().requestFacts("a.json", try fixture.status("a.json"), defaults: nil).bytes == 65_537)
    }

    @Test(
        "has the SHA-256 of files of any length",
        arguments: [
            (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (3, "cd2eb0837c9b4c962c22d2ff8b5441b7b45805887f051d39bf133b583baf6860"),
            (1 << 20, "8f990ba0b577b51cf009ea049368c16bbda1b21e1b93be07a824758bb253c39b"),
            ((1 << 20) + 1, "154b8ed3c2383ce429058768595935faf7851b5c38db2b1732594be1d88bc05a"),
        ])
    func digest(count: Int, expected: String) throws {
        try fixture.drop("a.png", String(repeating: "x", count: count))
        #expect(probe().sha256("a.png", try fixture.status("a.png")) == expected)
    }

    @Test("sees a writer")
    func writer() throws {
        try fixture.drop("a.png")
        #expect(probe().isOpenForWriting("a.png") == false)
        let writer = unsafe open(fixture.files.path("spool/inbox/a.png"), O_WRONLY | O_CLOEXEC)
        defer { close(writer) }
        #expect(probe().isOpenForWriting("a.png") == true)
    }

    @Test("opens no FIFO's other end and follows no link")
    func special() throws {
        try #require(unsafe mkfifo(fixture.files.path("spool/inbox/fifo.json"), 0o600) == 0)
        try #require(unsafe symlink("/etc/passwd", fixture.files.path("spool/inbox/link.json")) == 0)
        let status = FileStatus.of(size: 5)
        #expect(!probe().requestFacts("fifo.json", status, defaults: nil).isValid)
        #expect(!probe().requestFacts("link.json", status, defaults: nil).isValid)
        #expect(probe().sha256("link.json", status) == nil)
    }
}
