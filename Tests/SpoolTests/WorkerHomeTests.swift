import LinuxSupport
import TestSupport
import Testing

@testable import Spool

@Suite("WorkerHome")
struct WorkerHomeTests {
    let fixture: SpoolFixture

    init() throws { fixture = try SpoolFixture() }

    @Test("is made under its name, with its lock held")
    func registers() throws {
        let home = try WorkerHome.register(in: fixture.spool)
        #expect(try fixture.files.names(in: "spool/working") == [home.id])
        #expect(try FileLock.isHeld(SpoolLayout.workerLock, in: home.directory))
    }

    @Test("of a living worker is not adopted")
    func living() throws {
        let first = try WorkerHome.register(in: fixture.spool)
        let job = try fixture.claimed("a.png", by: first)
        let second = try WorkerHome.register(in: fixture.spool)
        #expect(try second.adoptAbandonedJobs().isEmpty)
        #expect(try first.jobs() == [job.id])
    }

    @Test("of a worker that is gone is adopted by exactly one of eight, and removed")
    func adoption() async throws {
        let ids = try abandonJobs(20)
        try await fixture.workersAreGone()
        let homes = try (0..<8).map { _ in try WorkerHome.register(in: fixture.spool) }
        // One at a time may adopt, so some find the door closed; between them they get every job once.
        let adopted = try await withThrowingTaskGroup(of: [JobID].self) { group in
            for home in homes { group.addTask { try home.adoptAbandonedJobs() } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(adopted.sorted() == ids.sorted())
        #expect(try fixture.files.names(in: "spool/working") == homes.map(\.id).sorted())
    }

    @Test("is adopted although another cannot be, and what is wrong with that is told when nothing else is left to do")
    func oneOfTwo() throws {
        let (stuck, fine) = ("01aryz6s41tsv4rrffq69g5fav", "01aryz6s41tsv4rrffq69g5faw")
        let home = try WorkerHome.register(in: fixture.spool)
        try fixture.files.makeDirectory("spool/working/\(home.id)/\(stuck)")
        try fixture.files.makeDirectory("spool/working/a/\(stuck)")
        try fixture.files.makeDirectory("spool/working/b/\(fine)")
        #expect(try home.adoptAbandonedJobs().map(\.rawValue) == [fine])
        #expect(throws: SystemCallError.self) { try home.adoptAbandonedJobs() }
    }

    @Test("keeps what is no job of ours from being removed")
    func foreignDirectory() throws {
        try fixture.files.makeDirectory("spool/working/gone/things")
        try fixture.files.write("mine", to: "spool/working/gone/things/file")
        let home = try WorkerHome.register(in: fixture.spool)
        #expect(try home.adoptAbandonedJobs().isEmpty)
        #expect(try fixture.text("working/gone/things/file") == "mine")
    }

    @Test("that was never finished is removed, with a lock file in it and without")
    func unfinishedRegistration() throws {
        try fixture.files.makeDirectory("spool/working/.new-host.1.00")
        try fixture.files.makeDirectory("spool/working/.new-host.2.00")
        try fixture.files.write("", to: "spool/working/.new-host.2.00/lock")
        let home = try WorkerHome.register(in: fixture.spool)
        _ = try home.adoptAbandonedJobs()
        #expect(try fixture.files.names(in: "spool/working") == [home.id])
    }

    @Test("loses from state/tmp what belongs to no job, and nothing else")
    func temporaries() throws {
        let home = try WorkerHome.register(in: fixture.spool)
        let job = try fixture.claimed("a.png", by: home)
        try fixture.files.write("", to: "spool/state/tmp/\(job.id.rawValue).json")
        try fixture.files.write("", to: "spool/state/tmp/01aryz6s41tsv4rrffq69g5fav.txt")
        try fixture.files.write("", to: "spool/state/tmp/status.new")
        _ = try home.adoptAbandonedJobs()
        #expect(try fixture.files.names(in: "spool/state/tmp") == ["\(job.id.rawValue).json", "status.new"].sorted())
    }

    @Test("goes when its worker leaves with no work undone, and stays otherwise")
    func leaving() throws {
        let idle = try WorkerHome.register(in: fixture.spool)
        idle.leave()
        #expect(try fixture.files.names(in: "spool/working").isEmpty)
        let busy = try WorkerHome.register(in: fixture.spool)
        _ = try fixture.claimed("a.png", by: busy)
        busy.leave()
        #expect(try fixture.files.names(in: "spool/working") == [busy.id])
    }

    /// Jobs of a worker that is no more.
    private func abandonJobs(_ count: Int) throws -> [JobID] {
        let home = try WorkerHome.register(in: fixture.spool)
        return try (0..<count).map { try fixture.claimed("\($0).png", by: home).id }
    }
}
