import Glibc
import LinuxSupport
import StrictJSON
import TestSupport
import Testing

@testable import Spool

/// A real spool of a test's own.
final class SpoolFixture: Sendable {
    let files: TemporaryDirectory
    let spool: Spool

    static let noon = Timestamp(unixMilliseconds: 1_700_000_000_000)

    init() throws {
        files = try TemporaryDirectory()
        try Spool.create(path: files.path("spool"))
        spool = try Spool(path: files.path("spool"))
    }

    func drop(_ path: String, _ content: String = "pixels") throws {
        let parts = path.split(separator: "/").dropLast()
        if !parts.isEmpty { try files.makeDirectory("spool/inbox/" + parts.joined(separator: "/")) }
        try files.write(content, to: "spool/inbox/" + path)
    }

    /// Gives a directory of the spool to another group; for root.
    func giveToGroup(_ group: UInt32, _ folder: String) throws {
        let result = unsafe chown(files.path + "/spool/" + folder, uid_t.max, group)
        try #require(result == 0)
    }

    /// What a look at the inbox finds.
    func candidate(_ path: RelativePath, request: RelativePath? = nil) throws -> ClaimCandidate {
        ClaimCandidate(
            subject: .image, path: path, status: try status(path), request: request,
            requestStatus: try request.map(status))
    }

    func status(_ path: RelativePath) throws -> FileStatus {
        let name = try #require(path.name)
        return try #require(try spool.inbox().descendant(path.parent).status(name))
    }

    /// Drops an image, and a request if it has text, and claims them.
    func claimed(_ path: String, request: String? = nil, by home: WorkerHome, content: String = "pixels") throws
        -> ClaimedJob
    {
        try drop(path, content)
        let image = RelativePath(stringLiteral: path)
        var sidecar: RelativePath?
        if let request {
            try drop(path + ".json", request)
            sidecar = RelativePath(stringLiteral: path + ".json")
        }
        return try #require(try home.claim(candidate(image, request: sidecar), at: Self.noon).job)
    }

    /// All files of the spool, or of a directory of it, but locks; sorted.
    func tree(below folder: String = "") throws -> [String] {
        try regularFiles("spool" + (folder.isEmpty ? "" : "/" + folder)).filter { !$0.hasSuffix("lock") }
            .map { String($0.dropFirst("spool/".count)) }.sorted()
    }

    private func regularFiles(_ folder: String) throws -> [String] {
        var found: [String] = []
        for name in try files.names(in: folder) {
            let path = folder + "/" + name
            if (try? files.names(in: path)) != nil { found += try regularFiles(path) } else { found.append(path) }
        }
        return found
    }

    func text(_ path: String) throws -> String {
        String(decoding: try files.content(of: "spool/" + path), as: UTF8.self)
    }

    /// A result record as small as one can be.
    static func result(_ id: JobID) -> [UInt8] {
        record(OutcomeRecord.Kind.result, id)
    }

    static func error(_ id: JobID) -> [UInt8] {
        record(OutcomeRecord.Kind.error, id)
    }

    private static func record(_ kind: OutcomeRecord.Kind, _ id: JobID) -> [UInt8] {
        var object = JSONObject()
        for field in kind.fields { object.members.append(.init(key: field, value: .null)) }
        object.members[0].value = .string(kind.rawValue)
        object.members[1].value = .string(id.rawValue)
        return JSONValue(.object(object)).bytes()
    }
}

extension ClaimOutcome {
    var job: ClaimedJob? { if case .claimed(let job) = self { job } else { nil } }
    var isGone: Bool { if case .gone = self { true } else { false } }
    var isChanged: Bool { if case .changed = self { true } else { false } }
    var isNotRegular: Bool { if case .notRegular = self { true } else { false } }
    var denial: SystemCallError? { if case .denied(let error) = self { error } else { nil } }
}

extension RecoveredJob {
    var runnable: ClaimedJob? { if case .runnable(let job) = self { job } else { nil } }
    var publishedPath: RelativePath? { if case .published(_, let path) = self { path } else { nil } }
    var buriedPath: RelativePath? { if case .buried(_, let path, _) = self { path } else { nil } }
    var burialCode: JobFailure.Code? { if case .buried(_, _, let code) = self { code } else { nil } }
    var isReleased: Bool { if case .released = self { true } else { false } }
}

extension SpoolFixture {
    /// A second name for a file.
    func link(_ old: String, to new: String) throws {
        try #require(unsafe Glibc.link(files.path(old), files.path(new)) == 0)
    }
}

extension SpoolFixture {
    /// Waits until the file system's clock, which may tick only every 10 ms, has moved on so far that nobody can take
    /// what happens next for a part of what happened before.
    func clockMovesOn() async throws {
        func now() throws -> Int64 {
            try files.write("", to: "spool/inbox/.clock")
            return try status(".clock").modified
        }
        let start = try now()
        #expect(try await eventually { try now() > start + 20_000_000 })
        files.remove("spool/inbox/.clock")
    }
}

extension SpoolFixture {
    /// Waits until the locks of all workers but those named are free: a program that another test is just starting may
    /// for a moment hold copies of the descriptors of a worker that is no more.
    func workersAreGone(but living: WorkerHome...) async throws {
        let names = Set(living.map(\.id))
        #expect(
            try await eventually {
                try spool.working.entries().allSatisfy { worker in
                    guard !names.contains(worker.string), let home = try? spool.working.subdirectory(worker) else {
                        return true
                    }
                    return try !FileLock.isHeld(SpoolLayout.workerLock, in: home)
                }
            })
    }
}
