import Glibc
import LinuxSupport
import TestSupport
import Testing

@testable import Spool

@Suite("Recovery")
struct RecoveryTests {
    let fixture: SpoolFixture

    init() throws { fixture = try SpoolFixture() }

    private static let succeeding = CrashScene.claiming + CrashScene.publishing + CrashScene.archiving
    private static let deleting = CrashScene.claiming + CrashScene.publishing + CrashScene.deleting
    private static let failing = CrashScene.claiming + CrashScene.burying

    @Test("from every crash on the way to the archive ends with one result", arguments: 0...succeeding.count)
    func archived(steps: Int) async throws {
        try await CrashScene.crash(after: steps, of: Self.succeeding, in: fixture)
        let actions = try await liveOn(policy: .archive, burying: false)
        let report = try SpoolCheck.run(fixture.spool, atRest: true)
        #expect(report.findings == [], "\(name(steps, Self.succeeding)), \(actions)")
        #expect(report.results == 1 && report.deadLetters == 0 && report.archived == 2)
        let records = try fixture.tree().filter { !$0.hasSuffix(".txt") }
        #expect(records == ["archive/a/scan.png", "archive/a/scan.png.json", "outbox/a/scan.png.json"])
    }

    @Test("from every crash on the way to deletion ends with one result", arguments: 0...deleting.count)
    func deleted(steps: Int) async throws {
        try await CrashScene.crash(after: steps, of: Self.deleting, in: fixture)
        let actions = try await liveOn(policy: .delete, burying: false)
        let report = try SpoolCheck.run(fixture.spool, atRest: true)
        #expect(report.findings == [], "\(name(steps, Self.deleting)), \(actions)")
        #expect(report.results == 1 && report.deadLetters == 0 && report.archived == 0)
    }

    @Test("from every crash on the way to the dead letter ends with one dead letter", arguments: 0...failing.count)
    func buried(steps: Int) async throws {
        try await CrashScene.crash(after: steps, of: Self.failing, in: fixture)
        let actions = try await liveOn(policy: .archive, burying: true)
        let report = try SpoolCheck.run(fixture.spool, atRest: true)
        #expect(report.findings == [], "\(name(steps, Self.failing)), \(actions)")
        #expect(report.results == 0 && report.deadLetters == 1 && report.archived == 0)
        let folder = "dead-letter/a/scan.png"
        #expect(try fixture.tree() == ["\(folder)/error.json", "\(folder)/scan.png", "\(folder)/scan.png.json"])
    }

    @Test("never recognises again what was decided", arguments: 0...succeeding.count)
    func decisionsHold(steps: Int) async throws {
        try await CrashScene.crash(after: steps, of: Self.succeeding, in: fixture)
        let home = try WorkerHome.register(in: fixture.spool)
        let decided = CrashScene.claiming.count + 5
        for job in try home.adoptAbandonedJobs() {
            let recovered = try home.recover(job, policy: .archive)
            let isRunnable = steps >= 4 && steps < decided
            #expect((recovered.runnable != nil) == isRunnable, "\(name(steps, Self.succeeding))")
        }
    }

    @Test("counts the attempt that was cut off")
    func attempts() async throws {
        try await CrashScene.crash(after: CrashScene.claiming.count, of: CrashScene.claiming, in: fixture)
        let home = try WorkerHome.register(in: fixture.spool)
        let id = try #require(try home.adoptAbandonedJobs().first)
        let job = try #require(try home.recover(id, policy: .archive).runnable)
        #expect(try job.attempts().count == 1)
        #expect(try job.beginAttempt(at: SpoolFixture.noon) == 2)
    }

    @Test("leaves the image to its producer when nothing had moved")
    func nothingMoved() async throws {
        try await CrashScene.crash(after: 3, of: CrashScene.claiming, in: fixture)
        let home = try WorkerHome.register(in: fixture.spool)
        let id = try #require(try home.adoptAbandonedJobs().first)
        #expect(try home.recover(id, policy: .archive).isReleased)
        #expect(try fixture.tree() == ["inbox/a/scan.png", "inbox/a/scan.png.json"])
    }

    @Test("does not take a request that is another file by now")
    func requestSwapped() async throws {
        try await CrashScene.crash(after: 4, of: CrashScene.claiming, in: fixture)
        // Both names at once, so that the new file cannot get the old one's inode.
        try fixture.files.write("{\"id\":\"next\"}", to: "spool/inbox/a/new")
        try fixture.files.rename("spool/inbox/a/new", to: "spool/inbox/a/scan.png.json")
        let home = try WorkerHome.register(in: fixture.spool)
        let id = try #require(try home.adoptAbandonedJobs().first)
        let job = try #require(try home.recover(id, policy: .archive).runnable)
        #expect(try job.requestBytes(limit: 100) == nil)
        #expect(try fixture.text("inbox/a/scan.png.json") == "{\"id\":\"next\"}")
    }

    @Test("goes on when the inbox's folder is gone")
    func folderGone() async throws {
        try await CrashScene.crash(after: 4, of: CrashScene.claiming, in: fixture)
        fixture.files.remove("spool/inbox/a")
        let home = try WorkerHome.register(in: fixture.spool)
        let id = try #require(try home.adoptAbandonedJobs().first)
        #expect(try home.recover(id, policy: .archive).runnable != nil)
    }

    @Test("mends a claim that a power cut tore")
    func tornClaim() throws {
        let home = try WorkerHome.register(in: fixture.spool)
        let job = try fixture.claimed("scan.png", by: home)
        try fixture.link("spool/working/\(home.id)/\(job.id.rawValue)/image", to: "spool/inbox/scan.png")
        #expect(try home.recover(job.id, policy: .archive).runnable != nil)
        #expect(try fixture.tree(below: "inbox").isEmpty)
    }

    @Test("keeps a second drop of a file that its producer links into the inbox again")
    func linkedAgain() throws {
        try fixture.files.write("pixels", to: "master.png")
        try fixture.link("master.png", to: "spool/inbox/scan.png")
        let home = try WorkerHome.register(in: fixture.spool)
        let job = try #require(try home.claim(fixture.candidate("scan.png"), at: SpoolFixture.noon).job)
        try fixture.link("master.png", to: "spool/inbox/scan.png")
        #expect(try SpoolCheck.run(fixture.spool).isSound)
        #expect(try home.recover(job.id, policy: .archive).runnable != nil)
        #expect(try fixture.tree(below: "inbox") == ["inbox/scan.png"])
    }

    @Test("leaves an image whose claim record is damaged to a person")
    func damagedClaim() throws {
        let home = try WorkerHome.register(in: fixture.spool)
        let job = try fixture.claimed("scan.png", by: home)
        try job.directory.replaceDurably("claim.json", [0, 0, 0])
        #expect(try home.recover(job.id, policy: .archive).isReleased)
        #expect(try fixture.text("working/\(home.id)/\(job.id.rawValue)/image") == "pixels")
        #expect(try SpoolCheck.run(fixture.spool).findings.contains { $0.code == .claimMissing })
    }

    /// What workers after the crash do until all is done: each adopts, recovers, and finishes what it finds.
    private func liveOn(policy: RetirementPolicy, burying: Bool) async throws -> String {
        var actions: [String] = []
        for _ in 1...2 {
            let home = try WorkerHome.register(in: fixture.spool)
            for id in try home.adoptAbandonedJobs() {
                switch try home.recover(id, policy: policy) {
                case .runnable(let job):
                    actions.append("run")
                    try finish(job, policy, burying)
                case .published: actions.append("published")
                case .buried: actions.append("buried")
                case .superseded: actions.append("superseded")
                case .released: actions.append("released")
                }
            }
            #expect(try home.jobs().isEmpty)
            if fixture.files.exists("spool/inbox/a/scan.png") {
                actions.append("claim")
                let candidate = try fixture.candidate("a/scan.png", request: "a/scan.png.json")
                try finish(try #require(try home.claim(candidate, at: SpoolFixture.noon).job), policy, burying)
            }
            home.leave()
            try await fixture.workersAreGone(but: home)
        }
        return actions.joined(separator: ", ")
    }

    private func finish(_ job: ClaimedJob, _ policy: RetirementPolicy, _ burying: Bool) throws {
        if burying {
            try job.decideBurial(record: SpoolFixture.error(job.id))
            try job.bury()
        } else {
            try job.stageResult(
                record: SpoolFixture.result(job.id), beside: [JobOutput(suffix: ".txt", bytes: Array("text".utf8))])
            try job.publish()
            try job.retire(policy)
        }
    }

    private func name(_ count: Int, _ steps: [CrashScene.Step]) -> String {
        count == 0 ? "before the first step" : "after “\(steps[count - 1].name)”"
    }
}
