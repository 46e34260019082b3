import LinuxSupport
import Testing

@testable import Spool

@Suite("ClaimRecord")
struct ClaimRecordTests {
    let fixture: SpoolFixture
    let record: ClaimRecord

    init() throws {
        fixture = try SpoolFixture()
        try fixture.drop("scan.png")
        let status = try fixture.status("scan.png")
        // "é" in Latin-1, which is not UTF-8.
        let path = try #require(RelativePath([0x61, 0x2F, 0xE9, 0x2E, 0x70, 0x6E, 0x67]))
        record = ClaimRecord(
            id: try #require(JobID("01aryz6s41tsv4rrffq69g5fav")), subject: .image,
            source: ClaimRecord.Source(path: path, status: status),
            request: ClaimRecord.Source(path: "a/scan.json", status: status),
            receivedAt: SpoolFixture.noon, resultPath: path,
            history: [
                AttemptRecord(
                    startedAt: Timestamp(unixMilliseconds: 1), endedAt: Timestamp(unixMilliseconds: 2),
                    code: .recognizerCrashed, message: "\u{1B}[31m \"quoted\"", exitStatus: nil, signal: 11,
                    lastStderr: "line\nline")
            ])
    }

    @Test("comes back from its bytes whole, with names that are not UTF-8")
    func roundTrip() {
        #expect(ClaimRecord(record.bytes) == record)
    }

    @Test("is nothing when any of its last bytes is missing")
    func torn() {
        let bytes = record.bytes
        // Without the final line feed it is still whole.
        for count in 0..<bytes.count - 1 { #expect(ClaimRecord(Array(bytes[..<count])) == nil, "\(count) bytes") }
    }

    @Test("is nothing when a power cut left zeros in its place")
    func zeros() {
        #expect(ClaimRecord([UInt8](repeating: 0, count: record.bytes.count)) == nil)
    }

    @Test(
        "never has a path that leads out of the inbox",
        arguments: ["2e2e", "2f657463", "612f2e2e2f62", "61002f62", "6"])
    func hostilePaths(hexadecimal: String) throws {
        let text = String(decoding: record.bytes, as: UTF8.self)
        let changed = text.replacing("\"pathBytes\":\"612fe92e706e67\"", with: "\"pathBytes\":\"\(hexadecimal)\"")
        try #require(changed != text)
        #expect(ClaimRecord(Array(changed.utf8)) == nil)
    }
}

@Suite("AttemptRecord")
struct AttemptRecordTests {
    @Test("counts attempts from 1, before each begins, and keeps what came of them")
    func lifecycle() throws {
        let fixture = try SpoolFixture()
        let job = try fixture.claimed("a.png", by: WorkerHome.register(in: fixture.spool))
        #expect(try job.attempts().isEmpty)
        #expect(try job.beginAttempt(at: Timestamp(unixMilliseconds: 10)) == 1)
        #expect(try job.attempts() == [AttemptRecord(startedAt: Timestamp(unixMilliseconds: 10))])
        #expect(try job.attempts()[0].wasInterrupted)
        let ended = AttemptRecord(
            startedAt: Timestamp(unixMilliseconds: 10), endedAt: Timestamp(unixMilliseconds: 20), code: .ioError,
            message: "It broke.", exitStatus: 3, signal: nil, lastStderr: "oh")
        try job.endAttempt(1, ended)
        #expect(try job.beginAttempt(at: Timestamp(unixMilliseconds: 30)) == 2)
        #expect(try job.attempts() == [ended, AttemptRecord(startedAt: Timestamp(unixMilliseconds: 30))])
        try job.withdrawAttempt(2)
        #expect(try job.attempts() == [ended])
    }

    @Test("sorts ten attempts by number, not by name")
    func order() throws {
        let fixture = try SpoolFixture()
        let job = try fixture.claimed("a.png", by: WorkerHome.register(in: fixture.spool))
        for number in 1...10 {
            #expect(try job.beginAttempt(at: Timestamp(unixMilliseconds: Int64(number))) == number)
        }
        #expect(try job.attempts().map(\.startedAt.unixMilliseconds) == Array(1...10))
    }

    @Test(
        "counts an attempt whose record was torn, or has grown beyond reason",
        arguments: ["", "{\"startedAt\":1", "big"])
    func torn(content: String) throws {
        let fixture = try SpoolFixture()
        let job = try fixture.claimed("a.png", by: WorkerHome.register(in: fixture.spool))
        let bytes = content == "big" ? [UInt8](repeating: 0x20, count: 100_000) : Array(content.utf8)
        try job.directory.createDurably("attempt.1", bytes)
        #expect(try job.attempts() == [AttemptRecord(startedAt: SpoolFixture.noon)])
        #expect(try job.beginAttempt(at: SpoolFixture.noon) == 2)
    }

    @Test("keeps a wait on disk, and clamps it when the clock was set back")
    func waits() throws {
        let fixture = try SpoolFixture()
        let job = try fixture.claimed("a.png", by: WorkerHome.register(in: fixture.spool))
        let now = Timestamp(unixMilliseconds: 1_000_000)
        #expect(try job.postponedUntil(now: now, longest: .seconds(180)) == nil)
        try job.postpone(until: Timestamp(unixMilliseconds: 1_005_000))
        #expect(try job.postponedUntil(now: now, longest: .seconds(180))?.unixMilliseconds == 1_005_000)
        try job.postpone(until: Timestamp(unixMilliseconds: 9_000_000))
        #expect(try job.postponedUntil(now: now, longest: .seconds(180))?.unixMilliseconds == 1_180_000)
        try job.postpone(until: nil)
        #expect(try job.postponedUntil(now: now, longest: .seconds(180)) == nil)
    }
}
