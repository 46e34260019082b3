import LinuxSupport
import Spool
import TestSupport
import Testing

@testable import Worker

@Suite("The list of all files of the inbox")
struct InboxListTests {
    private let files: TemporaryDirectory
    private let directory: DirectoryHandle
    private let clock = ClockReading(
        wall: Timestamp(unixMilliseconds: 1_700_000_000_000), monotonic: MonotonicInstant(nanoseconds: 9_000_000_000))

    init() throws {
        files = try TemporaryDirectory()
        directory = try DirectoryHandle.open(path: files.path)
    }

    /// Writes the list of a queue and of files that have arrived but are not looked at yet.
    private func write(queued: [RelativePath], unexamined: [RelativePath] = []) throws {
        let status = try directory.status()
        var queue = ReadyQueue()
        for (number, path) in queued.enumerated() {
            let candidate = ClaimCandidate(
                subject: .image, path: path, status: status, request: nil, requestStatus: nil)
            queue.insert(
                ReadyJob(
                    candidate: candidate, facts: RequestFacts(isValid: true),
                    since: MonotonicInstant(nanoseconds: Int64(number + 1) * 1_000_000_000)))
        }
        var table = IntakeTable(rules: IntakeRules())
        for path in unexamined {
            table.observe(
                path, status, sighting: .scanned, at: MonotonicInstant(nanoseconds: 8_000_000_000), probe: NoProbe())
        }
        let dispatcher = try Dispatcher(lanes: 1)
        let facts = StatusFacts(
            table: table, sights: InboxSights(),
            watch: InboxWatch.Facts(
                usesEvents: true, reason: "", events: 0, overflows: 0, restarts: 0, scans: InboxWatch.ScanFacts()),
            blocked: [:], snapshot: dispatcher.snapshot(limit: 0), nextScan: .never, ignore: []
        ) { [queue] in queue.order }
        try InboxList.write(facts, at: clock, to: "list", in: directory)
    }

    @Test("gives back the queue's files with their places, and the others with what is known of them")
    func found() throws {
        try write(queued: ["a.png", "b.png", "c.png"], unexamined: ["d.png"])
        let answer = try #require(try InboxList.search("list", in: directory, for: ["d.png", "b.png", "e.png"]))
        #expect(answer.writtenAt == clock.wall)
        // Each stands as long before the moment of the list as on the other clock.
        #expect(
            answer.entries == [
                InboxEntry(
                    path: "d.png", state: .unexamined, since: Timestamp(unixMilliseconds: 1_699_999_999_000)),
                InboxEntry(
                    path: "b.png", state: .queued, since: Timestamp(unixMilliseconds: 1_699_999_993_000), position: 2),
            ])
    }

    @Test("takes names of any bytes, and none for another that ends alike")
    func names() throws {
        let odd = try #require(RelativePath(Array("a\tb.png\n".utf8) + [0xFF]))
        let tail = try #require(RelativePath(Array("b.png\n".utf8) + [0xFF]))
        try write(queued: [odd, "x/c.png"])
        #expect(try InboxList.search("list", in: directory, for: [odd])?.entries.first?.position == 1)
        #expect(try InboxList.search("list", in: directory, for: [tail, "c.png", "png"])?.entries == [])
    }

    @Test("finds records that stand over the borders of what is read at a time")
    func borders() throws {
        let paths = (0..<9000).map { RelativePath(Array("folder/a rather long name of a file \($0).png".utf8)) }
            .compactMap { $0 }
        try write(queued: paths)
        #expect(try files.content(of: "list").count > 3 << 17)
        for number in stride(from: 0, to: 9000, by: 501) {
            let answer = try #require(try InboxList.search("list", in: directory, for: [paths[number]]))
            #expect(answer.entries.first?.position == number + 1)
        }
    }

    @Test("is none where there is no file, or another")
    func none() throws {
        #expect(try InboxList.search("list", in: directory, for: ["a"]) == nil)
        try files.write("something\0else\0", to: "list")
        #expect(try InboxList.search("list", in: directory, for: ["a"]) == nil)
    }
}

/// Nothing that is asked here needs an answer.
private struct NoProbe: IntakeProbe {
    func isImage(_ path: RelativePath, _ status: FileStatus) -> Bool { false }
    func requestFacts(_ path: RelativePath, _ status: FileStatus, defaults: MergedDefaults?) -> RequestFacts {
        RequestFacts(isValid: false)
    }
    func defaults(_ path: RelativePath, _ status: FileStatus, over outer: MergedDefaults?) -> DefaultsAnswer {
        .invalid("")
    }
    func sha256(_ path: RelativePath, _ status: FileStatus) -> String? { nil }
    func isOpenForWriting(_ path: RelativePath) -> Bool? { nil }
}

@Suite("When the list of all files is written")
struct ListScheduleTests {
    private func second(_ seconds: Double) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: Int64(seconds * 1e9))
    }

    @Test("at once, then not before five seconds, and only if something has changed")
    func interval() {
        var schedule = ListSchedule()
        #expect(schedule.isDue(at: second(100)) && !schedule.isThere)
        schedule.wrote(from: second(100), until: second(100.01))
        #expect(schedule.isThere && schedule.nextDue == .never)
        #expect(!schedule.isDue(at: second(200)))
        schedule.touch()
        #expect(schedule.nextDue == second(105.01))
        #expect(!schedule.isDue(at: second(105)) && schedule.isDue(at: second(105.01)))
    }

    @Test("after a writing that took long, not before fifty times as long")
    func restraint() {
        var schedule = ListSchedule()
        schedule.wrote(from: second(100), until: second(100.5))
        schedule.touch()
        #expect(schedule.nextDue == second(125.5))
    }
}

@Suite("The pace of attempts")
struct PaceTests {
    private let jobs = (0..<40).map {
        JobID(time: Timestamp(unixMilliseconds: $0), random: [UInt8](repeating: 0, count: 10))
    }

    private func second(_ seconds: Int64) -> MonotonicInstant { MonotonicInstant(nanoseconds: seconds * 1_000_000_000) }

    @Test("is the mean of those that ended; what was given up, or was never begun, does not count")
    func mean() {
        var pace = Pace()
        #expect(pace.perAttempt == nil)
        for (job, end) in [(0, 2), (1, 4)] {
            pace.begin(jobs[job], at: second(0))
            pace.end(jobs[job], at: second(Int64(end)))
        }
        pace.begin(jobs[2], at: second(0))
        pace.forget(jobs[2])
        pace.end(jobs[2], at: second(100))
        pace.end(jobs[3], at: second(100))
        #expect(pace.count == 2 && pace.perAttempt == .seconds(3))
    }

    @Test("forgets all but the last 32")
    func memory() {
        var pace = Pace()
        for (number, job) in jobs.enumerated() {
            pace.begin(job, at: second(0))
            pace.end(job, at: second(number < 8 ? 1000 : 5))
        }
        #expect(pace.count == 32 && pace.perAttempt == .seconds(5))
    }
}
