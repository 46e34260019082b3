import LinuxSupport
import Synchronization
import TestSupport
import Testing

@testable import Spool

@Suite("SpoolCheck")
struct SpoolCheckTests {
    let fixture: SpoolFixture
    static let job = "01aryz6s41tsv4rrffq69g5fav"
    static let id = JobID(
        time: Timestamp(unixMilliseconds: 1_469_918_176_385), random: [214, 118, 76, 97, 239, 185, 147, 2, 189, 91])

    init() throws { fixture = try SpoolFixture() }

    private func put(_ bytes: [UInt8], _ path: String) throws {
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        try fixture.files.makeDirectory("spool/" + folder)
        try fixture.files.write(bytes, to: Array("spool/\(path)".utf8))
    }

    private func put(_ text: String, _ path: String) throws { try put(Array(text.utf8), path) }

    /// `code path` of every finding of a severity.
    private func findings(_ severity: SpoolFinding.Severity, atRest: Bool = false) throws -> [String] {
        try SpoolCheck.run(fixture.spool, atRest: atRest).findings.filter { $0.severity == severity }
            .map { "\($0.code.rawValue) \($0.path.string)" }
    }

    @Test("finds nothing in an empty spool, at rest too")
    func empty() throws {
        #expect(try SpoolCheck.run(fixture.spool, atRest: true) == SpoolReport())
    }

    @Test("counts results, dead letters and originals, and finds nothing wrong with them")
    func sound() throws {
        let home = try WorkerHome.register(in: fixture.spool)
        let good = try fixture.claimed("a/good.png", request: "{}", by: home)
        try good.stageResult(
            record: SpoolFixture.result(good.id), beside: [JobOutput(suffix: ".txt", bytes: [0x61])])
        try good.publish()
        try good.retire(.archive)
        let bad = try fixture.claimed("a/bad.png", by: home)
        try bad.decideBurial(record: SpoolFixture.error(bad.id))
        try bad.bury()
        let report = try SpoolCheck.run(fixture.spool, atRest: true)
        #expect(report == SpoolReport(findings: [], results: 1, deadLetters: 1, archived: 2, waiting: 0, jobs: 0))
    }

    @Test("finds two outcomes of one job", arguments: ["two results", "two dead letters", "one of each"])
    func doubled(how: String) throws {
        if how != "two dead letters" { try put(SpoolFixture.result(Self.id), "outbox/a.png.json") }
        if how == "two results" { try put(SpoolFixture.result(Self.id), "outbox/b/a.png.json") }
        for name in how == "two dead letters" ? ["x", "y"] : how == "one of each" ? ["x"] : [] {
            try put(SpoolFixture.error(Self.id), "dead-letter/\(name)/error.json")
            try put("pixels", "dead-letter/\(name)/\(name)")
        }
        let first = how == "one of each" || how == "two dead letters" ? "dead-letter/x" : "outbox/a.png.json"
        #expect(try findings(.violation) == ["outcome-doubled \(first)"])
    }

    @Test("finds torn results", arguments: ["", "{\"schema\":\"ocrspool.result/1\",\"id\":\"01ar", "\u{0}\u{0}"])
    func tornResult(text: String) throws {
        try put(text, "outbox/a.png.json")
        #expect(try findings(.violation) == ["record-torn outbox/a.png.json"])
    }

    @Test("finds results and error records that lack a field, or have an id that is none")
    func incomplete() throws {
        let result = String(decoding: SpoolFixture.result(Self.id), as: UTF8.self)
        try put(result.replacing("\"pages\":null,", with: ""), "outbox/a.json")
        try put(result.replacing(Self.job, with: "../../etc"), "outbox/b.json")
        let error = String(decoding: SpoolFixture.error(Self.id), as: UTF8.self)
        try put(error.replacing("\"stage\":null,", with: ""), "dead-letter/c/error.json")
        try put("pixels", "dead-letter/c/c")
        try put("{}", "dead-letter/d/error.json")
        try put("pixels", "dead-letter/d/d")
        let report = try SpoolCheck.run(fixture.spool)
        #expect(
            try findings(.violation) == [
                "record-incomplete dead-letter/c/error.json", "record-incomplete dead-letter/d/error.json",
                "record-incomplete outbox/a.json", "record-incomplete outbox/b.json",
            ])
        #expect(report.findings.map(\.message).contains("The record lacks pages."))
        #expect(report.findings.map(\.message).contains("The record lacks id."))
    }

    @Test("finds dead letters without a record, and such as never held anything else")
    func brokenLetters() throws {
        try put("pixels", "dead-letter/a/b.png/b.png")
        try put(SpoolFixture.error(Self.id), "dead-letter/c.png/error.json")
        #expect(
            try findings(.violation)
                == ["dead-letter-hollow dead-letter/c.png", "dead-letter-unrecorded dead-letter/a/b.png"]
                .sorted { $0.split(separator: " ")[1] < $1.split(separator: " ")[1] })
    }

    @Test("holds a dead letter for emptied whose image was taken out later")
    func emptied() async throws {
        let home = try WorkerHome.register(in: fixture.spool)
        let job = try fixture.claimed("a.png", by: home)
        try job.decideBurial(record: SpoolFixture.error(job.id))
        try job.bury()
        try await fixture.clockMovesOn()
        fixture.files.remove("spool/dead-letter/a.png/a.png")
        #expect(try findings(.note) == ["dead-letter-emptied dead-letter/a.png"])
        #expect(try findings(.violation) == [])
    }

    @Test("passes over what users put into the outbox, with a note", arguments: [false, true])
    func foreign(atRest: Bool) throws {
        try put("{\"my\":\"notes\"}", "outbox/notes.json")
        try put("text", "outbox/read me.txt")
        try put(SpoolFixture.result(Self.id), "outbox/a.png.json")
        try put("text", "outbox/a.png.txt")
        try put("hidden", "outbox/.hidden")
        #expect(
            try findings(.note, atRest: atRest)
                == ["foreign-file outbox/notes.json", "foreign-file outbox/read me.txt"])
        #expect(try findings(.violation, atRest: atRest) == [])
    }

    @Test("tells jobs of a living worker from abandoned ones; at rest there must be neither")
    func working() throws {
        let home = try WorkerHome.register(in: fixture.spool)
        let job = try fixture.claimed("a.png", by: home)
        let place = "working/\(home.id)/\(job.id.rawValue)"
        try fixture.files.makeDirectory("spool/working/gone/\(Self.job)")
        try fixture.drop("waiting.png")
        try fixture.drop("ignored.tmp")
        let expected = [
            "file-waiting inbox/waiting.png", "job-abandoned working/gone/\(Self.job)", "job-in-work \(place)",
        ]
        #expect(try findings(.pending).sorted() == expected)
        #expect(try findings(.violation) == [])
        #expect(try findings(.violation, atRest: true).sorted() == expected)
        let report = try SpoolCheck.run(fixture.spool)
        #expect(report.jobs == 2 && report.waiting == 1)
    }

    @Test("finds an image in work without a claim record, or with another job's")
    func claims() throws {
        let home = try WorkerHome.register(in: fixture.spool)
        let first = try fixture.claimed("a.png", by: home)
        let second = try fixture.claimed("b.png", by: home)
        let place = "working/\(home.id)"
        try first.directory.replaceDurably("claim.json", second.record.bytes)
        try second.directory.remove("claim.json")
        #expect(
            Set(try findings(.violation)) == [
                "claim-foreign \(place)/\(first.id.rawValue)", "claim-missing \(place)/\(second.id.rawValue)",
            ])
    }

    @Test("finds an image that is in work and in the inbox")
    func inTwoPlaces() throws {
        let home = try WorkerHome.register(in: fixture.spool)
        let job = try fixture.claimed("a.png", by: home)
        let place = "working/\(home.id)/\(job.id.rawValue)"
        try fixture.link("spool/\(place)/image", to: "spool/inbox/a.png")
        #expect(try findings(.violation) == ["image-doubled \(place)"])
    }

    @Test("finds a job that is in work twice")
    func jobTwice() throws {
        try fixture.files.makeDirectory("spool/working/w1/\(Self.job)")
        try fixture.files.makeDirectory("spool/working/w2/\(Self.job)")
        #expect(try findings(.violation) == ["job-doubled working/w1/\(Self.job)"])
    }

    @Test("finds a job for which both a result and a dead letter were decided", arguments: ["recorded", "staged"])
    func bothDecided(how: String) throws {
        let home = try WorkerHome.register(in: fixture.spool)
        let job = try fixture.claimed("a.png", by: home)
        try job.stageResult(record: SpoolFixture.result(job.id), beside: [])
        if how == "recorded" {
            try job.decideBurial(record: SpoolFixture.error(job.id))
        } else {
            try fixture.files.makeDirectory("spool/state/tmp/\(job.id.rawValue).dead")
        }
        #expect(try findings(.violation) == ["decision-doubled working/\(home.id)/\(job.id.rawValue)"])
    }

    @Test("finds a job that has its outcome and could get another")
    func undecided() throws {
        let home = try WorkerHome.register(in: fixture.spool)
        let job = try fixture.claimed("a.png", by: home)
        try put(SpoolFixture.result(job.id), "outbox/a.png.json")
        #expect(try findings(.violation) == ["outcome-undecided working/\(home.id)/\(job.id.rawValue)"])
    }

    @Test("finds temporaries that belong to no job")
    func temporaries() throws {
        try put("half", "state/tmp/\(Self.job).txt")
        try put("half", "state/tmp/anything")
        try put("", "state/tmp/.probe-0011")
        #expect(
            try findings(.violation)
                == ["temporary-orphaned state/tmp/\(Self.job).txt", "temporary-orphaned state/tmp/anything"])
        #expect(try findings(.pending) == ["probe-left state/tmp/.probe-0011"])
    }

    @Test("takes no lock from a worker and lets it work on, and sees nothing wrong while three work at once")
    func running() async throws {
        let count = 45
        let candidates = try (0..<count).map { number in
            try fixture.drop("\(number % 5)/scan.png.\(number)")
            return try fixture.candidate(RelativePath(stringLiteral: "\(number % 5)/scan.png.\(number)"))
        }
        let work = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while !work.isDone.load(ordering: .acquiring) {
                    let report = try SpoolCheck.run(fixture.spool)
                    #expect(report.findings.filter { $0.severity == .violation } == [])
                    await Task.yield()
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { workers in
                for _ in 0..<3 { workers.addTask { try doWork(candidates) } }
                try await workers.waitForAll()
            }
            work.isDone.store(true, ordering: .releasing)
            try await group.waitForAll()
        }
        let report = try SpoolCheck.run(fixture.spool, atRest: true)
        #expect(report.findings == [])
        // Every fifth number is a failure.
        #expect(report.results == 36 && report.deadLetters == 9 && report.archived == 36)
    }

    private func doWork(_ candidates: [ClaimCandidate]) throws {
        let home = try WorkerHome.register(in: fixture.spool)
        for (number, candidate) in candidates.enumerated() {
            guard let job = try home.claim(candidate, at: SpoolFixture.noon).job else { continue }
            if number % 5 == 0 {
                try job.decideBurial(record: SpoolFixture.error(job.id))
                try job.bury()
            } else {
                try job.stageResult(record: SpoolFixture.result(job.id), beside: [])
                try job.publish()
                try job.retire(.archive)
            }
            if number % 7 == 0 { _ = try home.adoptAbandonedJobs() }
        }
        home.leave()
    }

    private final class Flag: Sendable {
        let isDone = Atomic(false)
    }
}
