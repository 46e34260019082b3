package import LinuxSupport

/// Proves the promises of a spool, whether workers are running on it or not: no job has two outcomes, no record is torn,
/// nothing is in two places, nothing lies about that belongs to nobody.
///
/// It only reads. The one lock it takes is a shared one on a worker's lock file, given back at once, which tells whether
/// the worker lives.
package struct SpoolCheck {
    private let spool: Spool
    private let atRest: Bool
    var report = SpoolReport()
    /// Where each job has its outcomes, in `outbox` and `dead-letter`.
    var outcomes: [JobID: [RelativePath]] = [:]
    /// Where each job has a directory.
    var jobs: [JobID: [RelativePath]] = [:]
    /// Originals that were put away, by what they are.
    var originals: [FileIdentity: RelativePath] = [:]

    /// - Parameter atRest: No worker runs, and all work is said to be done: then what is pending is a violation too.
    /// - Throws: only if a directory of the spool itself cannot be read.
    package static func run(_ spool: Spool, atRest: Bool = false) throws(SystemCallError) -> SpoolReport {
        let first = try pass(spool, atRest: atRest)
        if first.isSound { return first }
        // What moves while it is looked at can seem to be in two places, or in none. What is really wrong stays so.
        var second = try pass(spool, atRest: atRest)
        let confirmed = Set(first.findings)
        second.findings = second.findings.filter { $0.severity != .violation || confirmed.contains($0) }
        return second
    }

    private static func pass(_ spool: Spool, atRest: Bool) throws(SystemCallError) -> SpoolReport {
        var check = SpoolCheck(spool: spool, atRest: atRest)
        // Temporaries first: a job is there before them and goes after them.
        let temporaries = try spool.temporary.entries()
        try check.checkInbox(try spool.inbox())
        try check.checkWorking(spool)
        try check.checkArchive(spool.archive)
        try check.checkOutbox(spool.outbox)
        try check.checkDeadLetter(spool.deadLetter)
        check.checkOutcomes()
        check.checkTemporaries(temporaries)
        try check.checkOriginals(spool)
        check.report.findings.sort { ($0.path, $0.code.rawValue) < ($1.path, $1.code.rawValue) }
        return check.report
    }

    private init(spool: Spool, atRest: Bool) {
        self.spool = spool
        self.atRest = atRest
    }

    mutating func violation(_ code: SpoolFinding.Code, _ path: RelativePath, _ message: String) {
        add(.violation, code, path, message)
    }

    mutating func pending(_ code: SpoolFinding.Code, _ path: RelativePath, _ message: String) {
        add(atRest ? .violation : .pending, code, path, message)
    }

    mutating func note(_ code: SpoolFinding.Code, _ path: RelativePath, _ message: String) {
        add(.note, code, path, message)
    }

    private mutating func add(
        _ severity: SpoolFinding.Severity, _ code: SpoolFinding.Code, _ path: RelativePath, _ message: String
    ) {
        report.findings.append(SpoolFinding(severity: severity, code: code, path: path, message: message))
    }

    private mutating func checkInbox(_ inbox: DirectoryHandle) throws(SystemCallError) {
        var waiting: [RelativePath] = []
        try InboxWalk.forEach(in: inbox, below: RelativePath([]), rules: .builtIn) { finding in
            if case .file(let path, _) = finding { waiting.append(path) }
        }
        report.waiting = waiting.count
        for path in waiting {
            pending(.fileWaiting, SpoolLayout.inbox / path, "It waits to be taken by a worker.")
        }
    }

    private mutating func checkOutcomes() {
        for (job, paths) in outcomes where paths.count > 1 {
            let places = paths.sorted().map(\.display).joined(separator: ", ")
            violation(
                .outcomeDoubled, paths.min() ?? RelativePath([]),
                "Job \(job.rawValue) has \(paths.count) outcomes, and each job has one: \(places).")
        }
    }

    private mutating func checkTemporaries(_ names: [FileName]) {
        let folder = RelativePath([SpoolLayout.state, SpoolLayout.temporary])
        for name in names {
            if let job = JobID(prefixOf: name), jobs[job] != nil { continue }
            let path = folder.appending(name)
            if name.isProbe {
                pending(.probeLeft, path, "A test of the file system was cut off; the next worker removes it.")
            } else {
                violation(.temporaryOrphaned, path, "It belongs to no job that is in work.")
            }
        }
    }
}

/// What a file is, whatever it is called.
struct FileIdentity: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: FileStatus) {
        device = status.device
        inode = status.inode
    }
}

extension FileName {
    /// The path of `path` below the directory of this name.
    static func / (directory: FileName, path: RelativePath) -> RelativePath {
        RelativePath([directory] + path.names)
    }
}
