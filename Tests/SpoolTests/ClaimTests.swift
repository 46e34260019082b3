import Glibc
import LinuxSupport
import TestSupport
import Testing

@testable import Spool

@Suite("Claim")
struct ClaimTests {
    let fixture: SpoolFixture
    let home: WorkerHome

    init() throws {
        fixture = try SpoolFixture()
        home = try WorkerHome.register(in: fixture.spool)
    }

    @Test("moves the image and its request into a job that knows where they came from")
    func wholePair() throws {
        let job = try fixture.claimed("a/scan.png", request: "{}", by: home)
        let place = "working/\(home.id)/\(job.id.rawValue)"
        #expect(try fixture.tree() == ["\(place)/claim.json", "\(place)/image", "\(place)/request.json"])
        #expect(try fixture.text("\(place)/image") == "pixels")
        #expect(job.path == "a/scan.png")
        #expect(job.record.resultPath == "a/scan.png.json")
        #expect(try job.requestBytes(limit: 10) == Array("{}".utf8))
        #expect(try ClaimRecord(job.directory.read("claim.json", limit: 10_000)) == job.record)
    }

    @Test("is won by exactly one of eight workers, and the request goes with the image")
    func exactlyOneWinner() async throws {
        let homes = try (0..<8).map { _ in try WorkerHome.register(in: fixture.spool) }
        for round in 0..<10 {
            try fixture.drop("\(round).png")
            try fixture.drop("\(round).png.json", "{}")
            let image = RelativePath(stringLiteral: "\(round).png")
            let candidate = try fixture.candidate(image, request: RelativePath(stringLiteral: "\(round).png.json"))
            let outcomes = try await withThrowingTaskGroup(of: ClaimOutcome.self) { group in
                for home in homes { group.addTask { try home.claim(candidate, at: SpoolFixture.noon) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let winners = outcomes.compactMap(\.job)
            #expect(winners.count == 1)
            #expect(try winners.first?.requestBytes(limit: 10) == Array("{}".utf8))
            // A loser sees that the image, or that only the request, has gone already.
            #expect(outcomes.count { $0.isGone || $0.isChanged } == 7)
        }
        #expect(try homes.reduce(0) { try $0 + $1.jobs().count } == 10)
        #expect(try fixture.tree(below: "inbox").isEmpty)
    }

    @Test("leaves nothing behind when the image has vanished")
    func vanished() throws {
        try fixture.drop("scan.png")
        let candidate = try fixture.candidate("scan.png")
        fixture.files.remove("spool/inbox/scan.png")
        #expect(try home.claim(candidate, at: SpoolFixture.noon).isGone)
        #expect(try fixture.tree().isEmpty)
    }

    @Test("leaves nothing behind when the image's folder has vanished")
    func folderVanished() throws {
        try fixture.drop("a/scan.png")
        let candidate = try fixture.candidate("a/scan.png")
        fixture.files.remove("spool/inbox/a")
        #expect(try home.claim(candidate, at: SpoolFixture.noon).isGone)
    }

    @Test("takes no image that is not the one that was looked at", arguments: ["grown", "replaced"])
    func imageChanged(how: String) throws {
        try fixture.drop("scan.png")
        let candidate = try fixture.candidate("scan.png")
        if how == "replaced" { fixture.files.remove("spool/inbox/scan.png") }
        try fixture.drop("scan.png", "other pixels")
        #expect(try home.claim(candidate, at: SpoolFixture.noon).isChanged)
        #expect(try fixture.tree() == ["inbox/scan.png"])
    }

    @Test("takes no image whose request is not the one that was looked at", arguments: ["gone", "changed"])
    func requestChanged(how: String) throws {
        try fixture.drop("scan.png")
        try fixture.drop("scan.png.json", "{}")
        let candidate = try fixture.candidate("scan.png", request: "scan.png.json")
        fixture.files.remove("spool/inbox/scan.png.json")
        if how == "changed" { try fixture.drop("scan.png.json", "{ }") }
        #expect(try home.claim(candidate, at: SpoolFixture.noon).isChanged)
        #expect(try home.jobs().isEmpty)
    }

    @Test("leaves a request alone that was swapped after the image had moved: it is the next drop's")
    func requestSwapped() throws {
        let job = try fixture.claimed("scan.png", request: "{}", by: home)
        try job.directory.moveNoReplace("request.json", to: fixture.spool.inbox(), as: "old")
        try fixture.drop("scan.png.json", "{\"id\":\"next\"}")
        try job.takeRequest(from: fixture.spool.inbox())
        #expect(try job.requestBytes(limit: 100) == nil)
        #expect(try fixture.tree(below: "inbox") == ["inbox/old", "inbox/scan.png.json"])
    }

    @Test("writes down the file that was really moved, when the name was swapped between the look and the move")
    func imageSwapped() throws {
        let job = try fixture.claimed("scan.png", by: home)
        // As if another file had had the name at the moment of the rename.
        try fixture.drop("other", "other pixels")
        try job.directory.remove("image")
        try fixture.spool.inbox().moveNoReplace("other", to: job.directory, as: "image")
        let confirmed = try job.confirmingIdentity()
        let status = try #require(try job.imageStatus())
        #expect(confirmed.record.source.inode == status.inode)
        #expect(confirmed.record.source.size == 12)
        #expect(try ClaimRecord(job.directory.read("claim.json", limit: 10_000)) == confirmed.record)
    }

    @Test("gives back a file that took the image's name just before the claim, when a crash cut the claim off there")
    func imageSwappedBeforeCrash() throws {
        let job = try fixture.claimed("scan.png", request: "{}", by: home)
        try job.directory.moveNoReplace("request.json", to: fixture.spool.inbox(), as: "scan.png.json")
        // Before the image goes, or it could get the same inode.
        try fixture.drop("other", "other pixels")
        try job.directory.remove("image")
        try fixture.spool.inbox().moveNoReplace("other", to: job.directory, as: "image")
        #expect(try home.recover(job.id, policy: .archive).isReleased)
        #expect(try fixture.text("inbox/scan.png") == "other pixels")
        #expect(try fixture.tree(below: "inbox") == ["inbox/scan.png", "inbox/scan.png.json"])
        #expect(try home.jobs().isEmpty)
    }

    @Test("leaves links, FIFOs and folders where they are", arguments: ["link", "fifo", "folder"])
    func notRegular(kind: String) throws {
        try fixture.drop("scan.png")
        let candidate = try fixture.candidate("scan.png")
        fixture.files.remove("spool/inbox/scan.png")
        try makeSpecial(kind, at: "spool/inbox/scan.png")
        #expect(try home.claim(candidate, at: SpoolFixture.noon).isNotRegular)
        #expect(fixture.files.exists("spool/inbox/scan.png"))
        #expect(try home.jobs().isEmpty)
    }

    @Test(
        "gives back what took the image's name at the last moment and is no file",
        arguments: ["link", "fifo", "folder"])
    func specialSwappedIn(kind: String) throws {
        let job = try fixture.claimed("scan.png", by: home)
        try job.directory.remove("image")
        try makeSpecial(kind, at: "spool/working/\(home.id)/\(job.id.rawValue)/image")
        #expect(try home.recover(job.id, policy: .archive).isReleased)
        #expect(fixture.files.exists("spool/inbox/scan.png"))
        #expect(try home.jobs().isEmpty)
    }

    @Test("never hands out a thing that is no file as the image", arguments: ["link", "fifo", "folder"])
    func specialIsNotOpened(kind: String) throws {
        let job = try fixture.claimed("scan.png", by: home)
        try job.directory.remove("image")
        try makeSpecial(kind, at: "spool/working/\(home.id)/\(job.id.rawValue)/image")
        #expect(throws: SystemCallError.self) { _ = try job.openImage().rawValue }
    }

    @Test("takes a file that cannot be read: its job says so", .enabled(if: geteuid() != 0, "root reads everything"))
    func unreadable() throws {
        try fixture.drop("scan.png")
        unsafe chmod(fixture.files.path("spool/inbox/scan.png"), 0)
        let job = try #require(try home.claim(fixture.candidate("scan.png"), at: SpoolFixture.noon).job)
        #expect(throws: SystemCallError.self) { _ = try job.openImage().rawValue }
    }

    @Test(
        "out of a folder that its owner keeps closed concerns that folder only",
        .enabled(if: geteuid() != 0, "root may write everywhere"))
    func closedFolder() throws {
        try fixture.drop("a/scan.png")
        let candidate = try fixture.candidate("a/scan.png")
        unsafe chmod(fixture.files.path("spool/inbox/a"), 0o555)
        defer { unsafe chmod(fixture.files.path("spool/inbox/a"), 0o755) }
        #expect(try home.claim(candidate, at: SpoolFixture.noon).denial?.code == EACCES)
        #expect(try home.jobs().isEmpty)
    }

    @Test("chooses a name with the job's id when the plain one is another's")
    func takenName() throws {
        try fixture.files.write("a result", to: "spool/outbox/scan.png.json")
        let job = try fixture.claimed("scan.png", by: home)
        #expect(job.record.resultPath.string == "scan.png.\(job.id.rawValue).json")
    }

    @Test("makes nothing in the outbox")
    func outboxUntouched() throws {
        let job = try fixture.claimed("a/b/scan.png", by: home)
        #expect(job.record.resultPath == "a/b/scan.png.json")
        #expect(try fixture.files.names(in: "spool/outbox").isEmpty)
    }

    @Test("takes the history of a file over, once, if the file is as it was")
    func history() throws {
        let attempts = [AttemptRecord(startedAt: Timestamp(unixMilliseconds: 5), code: .recognizerTimeout)]
        try fixture.drop("a.png")
        try fixture.spool.rememberHistory(attempts, of: fixture.status("a.png"))
        let job = try #require(try home.claim(fixture.candidate("a.png"), at: SpoolFixture.noon).job)
        #expect(job.record.history == attempts)
        #expect(try fixture.files.names(in: "spool/state/history").isEmpty)
        #expect(try fixture.claimed("b.png", by: home).record.history.isEmpty)
    }

    @Test("stays readable with a long history of long errors")
    func longHistory() throws {
        // 4 KiB of controls are 24 KiB of JSON; a hundred of them would be too much for a claim record.
        let noise = String(repeating: "\u{1}", count: 4096)
        let attempts = (1...100).map { AttemptRecord(startedAt: Timestamp(unixMilliseconds: $0), lastStderr: noise) }
        try fixture.drop("a.png")
        try fixture.spool.rememberHistory(attempts, of: fixture.status("a.png"))
        let job = try #require(try home.claim(fixture.candidate("a.png"), at: SpoolFixture.noon).job)
        #expect(job.record.history.last == attempts.last)
        #expect(job.record.history.count >= 5)
        #expect(try home.recover(job.id, policy: .archive).runnable?.record == job.record)
    }

    @Test("takes names of 255 bytes, and such that are not UTF-8")
    func oddNames() throws {
        let long = String(repeating: "x", count: 251) + ".png"
        let job = try fixture.claimed(long, by: home)
        #expect(job.record.resultPath.bytes.count == 255)
        try fixture.files.write([1], to: Array("spool/inbox/".utf8) + [0xFF, 0xFE])
        let path = try #require(RelativePath([0xFF, 0xFE]))
        let other = try #require(try home.claim(fixture.candidate(path), at: SpoolFixture.noon).job)
        #expect(try home.recover(other.id, policy: .archive).runnable?.path == path)
    }

    private func makeSpecial(_ kind: String, at path: String) throws {
        let path = fixture.files.path(path)
        switch kind {
        case "link": try #require(unsafe symlink("/etc/passwd", path) == 0)
        case "fifo": try #require(unsafe mkfifo(path, 0o600) == 0)
        default: try #require(unsafe mkdir(path, 0o755) == 0)
        }
    }
}
