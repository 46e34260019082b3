import LinuxSupport
import TestSupport
import Testing

@testable import Spool

/// The steps of a job's way, each with what is on disk right after it. A crash point is a number of steps that were
/// done; nothing else of the dead worker is left.
struct CrashScene {
    let fixture: SpoolFixture
    let job: JobID
    let homePath: RelativePath

    typealias Step = (name: String, run: @Sendable (CrashScene) throws -> Void)

    var jobPath: String { "spool/\(homePath.string)/\(job.rawValue)" }

    /// A spool with a pair in its inbox and a registered worker.
    init(job: JobID, home: WorkerHome, fixture: SpoolFixture) {
        self.fixture = fixture
        self.job = job
        homePath = RelativePath([SpoolLayout.working, FileName(stringLiteral: home.id)])
    }

    /// Does the first `count` of `steps` as a worker that is then no more.
    static func crash(after count: Int, of steps: [Step], in fixture: SpoolFixture) async throws {
        try fixture.drop("a/scan.png")
        try fixture.drop("a/scan.png.json", "{}")
        let id = try #require(JobID("01aryz6s41tsv4rrffq69g5fav"))
        try live(for: steps.prefix(count), as: id, in: fixture)
        try await fixture.workersAreGone()
    }

    private static func live(for steps: ArraySlice<Step>, as id: JobID, in fixture: SpoolFixture) throws {
        let home = try WorkerHome.register(in: fixture.spool)
        let scene = CrashScene(job: id, home: home, fixture: fixture)
        for step in steps { try step.run(scene) }
    }

    /// The claim record as `claim` writes it.
    private func claimRecord() throws -> ClaimRecord {
        let inbox = try fixture.spool.inbox().subdirectory("a")
        func source(_ name: FileName) throws -> ClaimRecord.Source {
            ClaimRecord.Source(path: RelativePath(["a", name]), status: try #require(try inbox.status(name)))
        }
        return ClaimRecord(
            id: job, subject: .image, source: try source("scan.png"), request: try source("scan.png.json"),
            receivedAt: SpoolFixture.noon, resultPath: "a/scan.png.json", history: [])
    }

    private func write(_ bytes: [UInt8], _ name: String) throws {
        try fixture.files.write(bytes, to: Array("\(jobPath)/\(name)".utf8))
    }

    private func move(_ old: String, _ new: String) throws { try fixture.files.rename(old, to: new) }

    private var staged: String { "spool/state/tmp/\(job.rawValue)" }

    static let claiming: [Step] = [
        ("the job's directory is made", { try $0.fixture.files.makeDirectory($0.jobPath) }),
        (
            "half a claim record is written",
            { try $0.write(Array($0.claimRecord().bytes.prefix(40)), ".claim.json.new") }
        ),
        (
            "the claim record is there",
            {
                try $0.write($0.claimRecord().bytes, ".claim.json.new")
                try $0.move("\($0.jobPath)/.claim.json.new", "\($0.jobPath)/claim.json")
            }
        ),
        ("the image has moved", { try $0.move("spool/inbox/a/scan.png", "\($0.jobPath)/image") }),
        ("the request has moved", { try $0.move("spool/inbox/a/scan.png.json", "\($0.jobPath)/request.json") }),
        ("an attempt is counted", { try $0.write(Array("{\"startedAt\":1".utf8), "attempt.1") }),
    ]

    static let publishing: [Step] = [
        ("half a side output is staged", { try $0.fixture.files.write("te", to: "\($0.staged).txt") }),
        ("the side output is staged", { try $0.fixture.files.write("text", to: "\($0.staged).txt") }),
        (
            "the record is staged",
            {
                try $0.fixture.files.write(SpoolFixture.result($0.job), to: Array("\($0.staged).json".utf8))
            }
        ),
        ("the decision is half written", { try $0.write(Array("{\"res".utf8), ".publishing.json.new") }),
        (
            "the publication is decided",
            {
                let result = Hexadecimal.encode(Array("a/scan.png.json".utf8))
                let text = "{\"result\":\"\(result)\",\"outputs\":[{\"suffix\":\".txt\",\"inode\":\"0\"}]}"
                try $0.write(Array(text.utf8), ".publishing.json.new")
                try $0.move("\($0.jobPath)/.publishing.json.new", "\($0.jobPath)/publishing.json")
            }
        ),
        ("a folder in the outbox is made", { try $0.fixture.files.makeDirectory("spool/outbox/a") }),
        ("the side output is visible", { try $0.move("\($0.staged).txt", "spool/outbox/a/scan.png.txt") }),
        ("the record is visible", { try $0.move("\($0.staged).json", "spool/outbox/a/scan.png.json") }),
    ]

    static let archiving: [Step] = [
        ("a folder in the archive is made", { try $0.fixture.files.makeDirectory("spool/archive/a") }),
        ("the image is archived", { try $0.move("\($0.jobPath)/image", "spool/archive/a/scan.png") }),
        ("the request is archived", { try $0.move("\($0.jobPath)/request.json", "spool/archive/a/scan.png.json") }),
        ("the attempt is removed", { $0.fixture.files.remove("\($0.jobPath)/attempt.1") }),
        ("the claim record is removed", { $0.fixture.files.remove("\($0.jobPath)/claim.json") }),
        ("the decision is removed", { $0.fixture.files.remove("\($0.jobPath)/publishing.json") }),
        ("the job's directory is removed", { $0.fixture.files.remove($0.jobPath) }),
    ]

    static let deleting: [Step] = [
        ("the image is removed", { $0.fixture.files.remove("\($0.jobPath)/image") }),
        ("the request is removed", { $0.fixture.files.remove("\($0.jobPath)/request.json") }),
        ("the attempt is removed", { $0.fixture.files.remove("\($0.jobPath)/attempt.1") }),
        ("the claim record is removed", { $0.fixture.files.remove("\($0.jobPath)/claim.json") }),
    ]

    static let burying: [Step] = [
        ("half an error record is written", { try $0.write(Array("{\"sch".utf8), ".error.json.new") }),
        (
            "the dead letter is decided",
            {
                try $0.write(SpoolFixture.error($0.job), ".error.json.new")
                try $0.move("\($0.jobPath)/.error.json.new", "\($0.jobPath)/error.json")
            }
        ),
        ("the letter's folder is made", { try $0.fixture.files.makeDirectory("\($0.staged).dead") }),
        ("the image is in the letter", { try $0.move("\($0.jobPath)/image", "\($0.staged).dead/scan.png") }),
        (
            "the request is in the letter",
            {
                try $0.move("\($0.jobPath)/request.json", "\($0.staged).dead/scan.png.json")
            }
        ),
        ("the record is in the letter", { try $0.move("\($0.jobPath)/error.json", "\($0.staged).dead/error.json") }),
        ("a folder for dead letters is made", { try $0.fixture.files.makeDirectory("spool/dead-letter/a") }),
        ("the letter is in its place", { try $0.move("\($0.staged).dead", "spool/dead-letter/a/scan.png") }),
        ("the attempt is removed", { $0.fixture.files.remove("\($0.jobPath)/attempt.1") }),
        ("the claim record is removed", { $0.fixture.files.remove("\($0.jobPath)/claim.json") }),
    ]
}
