import Glibc
import LinuxSupport
import TestSupport
import Testing

@testable import Spool

@Suite("Spool")
struct SpoolTests {
    let files: TemporaryDirectory

    init() throws { files = try TemporaryDirectory() }

    @Test(
        "is made where its parent is, whatever the name and with slashes at its end",
        arguments: ["spool", "spool/", "spool//", "Bilder für Öl/", "プール", "e\u{301}e\u{301}e\u{301}"])
    func create(name: String) throws {
        if name == "Bilder für Öl/" { try files.makeDirectory("Bilder für Öl") }
        try Spool.create(path: files.path(name))
        let trimmed = String(name.reversed().drop { $0 == "/" }.reversed())
        #expect(
            try files.names(in: trimmed) == ["archive", "dead-letter", "inbox", "outbox", "state", "working"])
        #expect(try files.names(in: trimmed + "/state") == ["tmp"])
        #expect(try files.names().count == 1)
        try Spool(path: files.path(name)).probe()
    }

    @Test("is left as it is when it is made again")
    func createTwice() throws {
        try Spool.create(path: files.path("spool"))
        try files.write("pixels", to: "spool/inbox/a.png")
        unsafe chmod(files.path("spool/inbox"), 0o700)
        try Spool.create(path: files.path("spool"))
        #expect(try files.content(of: "spool/inbox/a.png") == Array("pixels".utf8))
        let inbox = try DirectoryHandle.open(path: files.path("spool/inbox"))
        #expect(try inbox.status().mode == 0o700)
    }

    @Test("has modes that let the group's producers write the inbox and nothing else")
    func modes() throws {
        try Spool.create(path: files.path("spool"))
        let root = try DirectoryHandle.open(path: files.path("spool"))
        let modes = try ["inbox", "working", "outbox", "dead-letter", "archive", "state"].map {
            try root.status(FileName(stringLiteral: $0))?.mode
        }
        #expect(modes == [0o2770, 0o700, 0o2750, 0o2750, 0o750, 0o700])
    }

    @Test("is not made in a directory that holds anything else, nor below nothing")
    func occupied() throws {
        try files.write("", to: "things")
        #expect(throws: SpoolError.occupied(path: files.path, entry: "things")) {
            try Spool.create(path: files.path)
        }
        #expect(throws: SpoolError.self) { try Spool.create(path: files.path("no/spool")) }
        #expect(try files.names() == ["things"])
    }

    @Test("that lacks a directory is named with it")
    func incomplete() throws {
        try Spool.create(path: files.path("spool"))
        files.remove("spool/outbox")
        #expect(throws: SpoolError.incomplete(path: files.path("spool"), missing: "outbox")) {
            _ = try Spool(path: files.path("spool"))
        }
        #expect(throws: SpoolError.self) { _ = try Spool(path: files.path("nothing")) }
    }

    @Test("has no links for directories")
    func links() throws {
        try Spool.create(path: files.path("spool"))
        files.remove("spool/outbox")
        try files.makeDirectory("elsewhere")
        try #require(unsafe symlink("../elsewhere", files.path("spool/outbox")) == 0)
        #expect(throws: SpoolError.self) { _ = try Spool(path: files.path("spool")) }
    }

    @Test("tests its directories by moving a file, leaves nothing, and removes what a test that was cut off left")
    func probe() throws {
        try Spool.create(path: files.path("spool"))
        let spool = try Spool(path: files.path("spool"))
        let folders = ["inbox", "working", "outbox", "dead-letter", "archive", "state/tmp"]
        for folder in folders { try files.write("", to: "spool/\(folder)/.probe-0011") }
        try spool.probe()
        for folder in folders { #expect(try files.names(in: "spool/\(folder)") == [], "\(folder)") }
    }

    @Test("names the directory that it cannot use", .enabled(if: geteuid() != 0, "root may write everywhere"))
    func unwritable() throws {
        try Spool.create(path: files.path("spool"))
        let spool = try Spool(path: files.path("spool"))
        unsafe chmod(files.path("spool/outbox"), 0o555)
        defer { unsafe chmod(files.path("spool/outbox"), 0o755) }
        do {
            try spool.probe()
            Issue.record("the outbox is read-only")
        } catch {
            guard case .unusable(let path, let cause) = error else { throw error }
            #expect(path == files.path("spool/outbox") && cause.code == EACCES)
        }
        #expect(try files.names(in: "spool/state/tmp") == [])
    }
}

@Suite("Placement")
struct PlacementTests {
    let fixture: SpoolFixture
    let job = JobID(time: SpoolFixture.noon, random: [UInt8](repeating: 0, count: 10))

    init() throws { fixture = try SpoolFixture() }

    private func place(_ path: RelativePath, suffix: String = "") throws -> RelativePath {
        try Placement.prepare(path, below: fixture.spool.outbox, job: job, suffix: suffix).path
    }

    @Test("makes the folders on the way")
    func folders() throws {
        #expect(try place("a/b/c.json") == "a/b/c.json")
        #expect(fixture.files.exists("spool/outbox/a/b"))
    }

    @Test("goes to the top, under a name with the job's id, past a file or a link", arguments: ["file", "link"])
    func inTheWay(kind: String) throws {
        if kind == "file" {
            try fixture.files.write("", to: "spool/outbox/a")
        } else {
            try #require(unsafe symlink("/tmp", fixture.files.path("spool/outbox/a")) == 0)
        }
        #expect(try place("a/b/c.png").string == "c.png.\(job.rawValue)")
        #expect(try place("a/c.png.json", suffix: ".json").string == "c.png.\(job.rawValue).json")
        #expect(!fixture.files.exists("spool/outbox/a/b"))
    }

    @Test("is used again in a folder made anew when a consumer removes the first")
    func removedMeanwhile() throws {
        var calls = 0
        let path = try Placement.use("a/c.json", below: fixture.spool.outbox, job: job) {
            place throws(SystemCallError) in
            calls += 1
            if calls == 1 { fixture.files.remove("spool/outbox/a") }
            try place.directory.createFile(place.name).close()
            return place.path
        }
        #expect(path == "a/c.json" && calls == 2)
        #expect(fixture.files.exists("spool/outbox/a/c.json"))
    }
}
