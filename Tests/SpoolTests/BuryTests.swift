import Glibc
import LinuxSupport
import TestSupport
import Testing

@testable import Spool

@Suite("Burial")
struct BuryTests {
    let fixture: SpoolFixture
    let home: WorkerHome

    init() throws {
        fixture = try SpoolFixture()
        home = try WorkerHome.register(in: fixture.spool)
    }

    private func bury(_ job: ClaimedJob) throws -> RelativePath {
        try job.decideBurial(record: SpoolFixture.error(job.id))
        return try job.bury()
    }

    @Test("makes a folder with image, request and record under the image's name")
    func whole() throws {
        let job = try fixture.claimed("a/scan.png", request: "{}", by: home)
        #expect(try bury(job) == "a/scan.png")
        let folder = "dead-letter/a/scan.png"
        #expect(try fixture.tree() == ["\(folder)/error.json", "\(folder)/scan.png", "\(folder)/scan.png.json"])
        #expect(try fixture.files.content(of: "spool/\(folder)/error.json") == SpoolFixture.error(job.id))
        #expect(try fixture.files.names(in: "spool/working/\(home.id)") == ["lock"])
    }

    @Test("takes a name with the job's id when the plain one is taken", arguments: ["folder", "file"])
    func takenName(by kind: String) throws {
        if kind == "folder" {
            try fixture.files.makeDirectory("spool/dead-letter/scan.png/x")
        } else {
            try fixture.files.write("", to: "spool/dead-letter/scan.png")
        }
        let job = try fixture.claimed("scan.png", by: home)
        #expect(try bury(job).string == "scan.png.\(job.id.rawValue)")
        #expect(try fixture.text("dead-letter/scan.png.\(job.id.rawValue)/scan.png") == "pixels")
    }

    @Test("goes to the top of the dead letters where a file stands in the folder's way")
    func fileInTheWay() throws {
        try fixture.files.write("", to: "spool/dead-letter/a")
        let job = try fixture.claimed("a/scan.png", by: home)
        #expect(try bury(job).string == "scan.png.\(job.id.rawValue)")
    }

    @Test("keeps the record apart from an image that is itself called error.json")
    func errorImage() throws {
        let job = try fixture.claimed("error.json", request: "{}", by: home)
        _ = try bury(job)
        #expect(
            try fixture.files.names(in: "spool/dead-letter/error.json")
                == ["error.json", "error.json.json", "error.json.original"])
        #expect(
            try fixture.files.content(of: "spool/dead-letter/error.json/error.json") == SpoolFixture.error(job.id))
    }

    @Test("keeps the record apart from a request that is called error.json")
    func errorRequest() throws {
        let job = try fixture.claimed("error", request: "{}", by: home)
        _ = try bury(job)
        #expect(
            try fixture.files.names(in: "spool/dead-letter/error") == ["error", "error.json", "error.json.original"])
    }

    @Test("of a request without an image has the request under its own name")
    func orphan() throws {
        try fixture.drop("scan.png.json", "{}")
        var candidate = try fixture.candidate("scan.png.json")
        candidate.subject = .orphanRequest
        let job = try #require(try home.claim(candidate, at: SpoolFixture.noon).job)
        #expect(try bury(job) == "scan.png.json")
        #expect(try fixture.files.names(in: "spool/dead-letter/scan.png.json") == ["error.json", "scan.png.json"])
    }

    @Test("of an image with a name of 255 bytes fits, and keeps the name")
    func longName() throws {
        let name = String(repeating: "x", count: 251) + ".png"
        let job = try fixture.claimed(name, request: nil, by: home)
        #expect(try bury(job).string == name)
        #expect(try fixture.files.names(in: "spool/dead-letter/\(name)") == ["error.json", name])
    }

    @Test("can be undone with mv, as the documents say")
    func undone() async throws {
        _ = try bury(fixture.claimed("scan.png", request: "{}", by: home))
        try await fixture.clockMovesOn()
        try fixture.files.rename("spool/dead-letter/scan.png/scan.png", to: "spool/inbox/scan.png")
        try fixture.files.rename("spool/dead-letter/scan.png/scan.png.json", to: "spool/inbox/scan.png.json")
        #expect(try SpoolCheck.run(fixture.spool).isSound)
        let again = try #require(
            try home.claim(fixture.candidate("scan.png", request: "scan.png.json"), at: SpoolFixture.noon).job)
        #expect(try bury(again).string == "scan.png.\(again.id.rawValue)")
    }

    @Test("called again does nothing and makes no second letter")
    func twice() throws {
        let job = try fixture.claimed("scan.png", by: home)
        _ = try bury(job)
        // The clearing failed, say; the worker tries the whole step again.
        try fixture.files.makeDirectory("spool/working/\(home.id)/\(job.id.rawValue)")
        _ = try? job.bury()
        #expect(try fixture.files.names(in: "spool/dead-letter") == ["scan.png"])
        #expect(try fixture.files.names(in: "spool/state/tmp").isEmpty)
    }

    @Test("keeps one of two names that a torn rename left to the image")
    func tornRename() throws {
        let job = try fixture.claimed("scan.png", by: home)
        try job.decideBurial(record: SpoolFixture.error(job.id))
        try fixture.files.makeDirectory("spool/state/tmp/\(job.id.rawValue).dead")
        try fixture.link(
            "spool/working/\(home.id)/\(job.id.rawValue)/image", to: "spool/state/tmp/\(job.id.rawValue).dead/scan.png")
        #expect(try home.recover(job.id, policy: .archive).buriedPath == "scan.png")
        #expect(try fixture.tree() == ["dead-letter/scan.png/error.json", "dead-letter/scan.png/scan.png"])
    }

    @Test("cut off, tells the reason that its record gives, wherever that lies by then", arguments: [false, true])
    func reason(isInLetter: Bool) throws {
        let job = try fixture.claimed("scan.png", by: home)
        try job.decideBurial(record: Array(#"{"code":"image-empty"}"#.utf8))
        if isInLetter {
            let letter = "spool/state/tmp/\(job.id.rawValue).dead"
            try fixture.files.makeDirectory(letter)
            try fixture.files.rename(
                "spool/working/\(home.id)/\(job.id.rawValue)/error.json", to: "\(letter)/error.json")
        }
        #expect(try home.recover(job.id, policy: .archive).burialCode == .imageEmpty)
    }
}
