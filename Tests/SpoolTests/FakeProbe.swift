import Glibc
import LinuxSupport
import Testing

@testable import Spool

/// An `IntakeProbe` that answers what a test tells it to, and counts how often a file would have been read.
final class FakeProbe: IntakeProbe {
    var images: Set<RelativePath> = []
    var requests: [RelativePath: RequestFacts] = [:]
    /// What files of defaults come to over outer ones; those that are not here are not valid.
    var folderDefaults: [RelativePath: (MergedDefaults?) -> DefaultsAnswer] = [:]
    var digests: [RelativePath: String] = [:]
    /// Files that somebody has open for writing; `nil` where that cannot be known.
    var writers: Set<RelativePath>? = []
    private(set) var digestsMade = 0

    func isImage(_ path: RelativePath, _ status: FileStatus) -> Bool { images.contains(path) }

    /// What the request says, and the defaults where it says nothing of priority and stream.
    func requestFacts(_ path: RelativePath, _ status: FileStatus, defaults: MergedDefaults?) -> RequestFacts {
        requests[path] ?? defaults?.facts ?? RequestFacts(isValid: true)
    }

    func defaults(_ path: RelativePath, _ status: FileStatus, over outer: MergedDefaults?) -> DefaultsAnswer {
        folderDefaults[path]?(outer) ?? .invalid("no JSON")
    }

    func sha256(_ path: RelativePath, _ status: FileStatus) -> String? {
        digestsMade += 1
        return digests[path]
    }

    func isOpenForWriting(_ path: RelativePath) -> Bool? { writers?.contains(path) }
}

/// How much the tests of large spools put in.
enum Scale {
    /// A debug build is slower by a factor of ten and more, and a tenth of the files shows the same.
    static let files = _isDebugAssertConfiguration() ? 10_000 : 100_000
}

/// An intake table on a clock that is turned by hand: seconds since the test began, at 1000 s of the machine's.
struct IntakeBench {
    var table: IntakeTable
    let probe = FakeProbe()
    private(set) var ready: [RelativePath: ReadyJob] = [:]
    private(set) var withdrawn: [RelativePath] = []
    private(set) var orphans: [RelativePath] = []
    private(set) var defaults: [DefaultsReport] = []

    init(_ rules: IntakeRules = IntakeRules()) {
        table = IntakeTable(rules: rules)
    }

    static func at(_ seconds: Double) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: 1_000_000_000_000 + Int64(seconds * 1_000_000_000))
    }

    /// A look at `path` at `seconds`; its inode is made of its name, its time of change of `version`.
    mutating func see(
        _ path: RelativePath, _ sighting: Sighting, at seconds: Double, size: Int64 = 100, version: Int = 1
    ) {
        let inode = UInt64(truncatingIfNeeded: path.bytes.reduce(7) { ($0 &* 31) &+ Int($1) })
        table.observe(
            path, FileStatus.of(size: size, inode: inode, version: version), sighting: sighting, at: Self.at(seconds),
            probe: probe)
    }

    /// Evaluates at `seconds`; `ready` then holds the jobs that became ready in this step.
    mutating func step(at seconds: Double) {
        (ready, withdrawn, orphans, defaults) = ([:], [], [], [])
        repeat {
            let changes = table.evaluate(at: Self.at(seconds), probe: probe)
            for job in changes.ready { ready[job.path] = job }
            withdrawn += changes.withdrawn
            orphans += changes.orphans
            defaults += changes.defaults
        } while table.nextDue <= Self.at(seconds)
    }

    func state(_ path: RelativePath) -> IntakeState? { table.state(path) }
}

extension FileStatus {
    static func of(size: Int64, inode: UInt64 = 1, version: Int = 1, links: UInt = 1, mode: UInt32 = 0o644)
        -> FileStatus
    {
        var facts = stat()
        facts.st_mode = S_IFREG | mode
        facts.st_ino = UInt(inode)
        facts.st_size = Int(size)
        facts.st_nlink = links
        facts.st_mtim.tv_sec = version
        facts.st_ctim.tv_sec = version
        return FileStatus(facts)
    }
}
