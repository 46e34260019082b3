import Foundation
import Glibc
import StrictJSON
import TestSupport
import Testing

/// A real spool in a directory of its own, and what producers, consumers and operators do with it.
///
/// It is made by `ocrspool init` and belongs to the unprivileged user; so do the files that tests put in. Each has a
/// turn, so that only a few workers run at a time. Names are paths below the inbox, as text or as bytes.
final class TestSpool: Sendable {
    let directory: TemporaryDirectory
    private let turn: Turn
    private let fileSystem: SmallFileSystem?

    /// - Parameter bytes: The size of a file system of the spool's own, where `SmallFileSystem.isPossible`. Producers must
    ///   then write in place: nothing can be renamed in from outside.
    init(onFileSystemOf bytes: Int? = nil) async throws {
        turn = await Turn.take()
        directory = try TemporaryDirectory()
        try UnprivilegedUser.takeOver(directory.path)
        fileSystem = try bytes.map { [directory] in
            try directory.makeDirectory("spool")
            return try SmallFileSystem(at: directory.path("spool"), bytes: $0)
        }
        let program = try command(["init", path])
        let end = try await program.waitForEnd()
        try #require(end == .exited(0), "init: \(program.errorText)")
    }

    // Before the directory is removed.
    deinit { fileSystem?.unmount() }

    var path: String { directory.path("spool") }

    /// Starts `ocrspool` with `arguments`, as the unprivileged user.
    func command(_ arguments: [String]) throws -> RunningProgram {
        let words = UnprivilegedUser.command([try UnprivilegedUser.program("ocrspool")] + arguments)
        return try RunningProgram(words[0], Array(words.dropFirst()))
    }

    /// Runs `ocrspool` with `arguments` to its end.
    func run(_ arguments: [String]) async throws -> (end: ProgramEnd, output: String, errors: String) {
        let program = try command(arguments)
        let end = try await program.waitForEnd()
        return (end, String(decoding: program.output, as: UTF8.self), program.errorText)
    }
}

// MARK: - Producers

extension TestSpool {
    /// Writes `bytes` outside and renames them to `name` in the inbox, as the contract asks for.
    func drop(_ bytes: [UInt8], as name: [UInt8]) throws {
        let outside = "outside-\(UUID())"
        try directory.write(bytes, to: Array(outside.utf8))
        try UnprivilegedUser.takeOver(directory.path(outside))
        try directory.rename(Array(outside.utf8), to: inbox(name))
    }

    func drop(_ bytes: [UInt8], as name: String) throws { try drop(bytes, as: Array(name.utf8)) }

    /// Drops `request` as the request of the image `name`, by its full form.
    func drop(request: String, of name: String) throws { try drop(Array(request.utf8), as: name + ".json") }

    /// Writes `bytes` to `name` in the inbox in place, in one piece, and closes it.
    func write(_ bytes: [UInt8], to name: String) throws {
        try makeOwn(name)
        try directory.write(bytes, to: inbox(Array(name.utf8)))
    }

    /// Opens `name` in the inbox, made if need be, for a slow producer.
    func openForAppending(_ name: String) throws -> FileHandle {
        let handle = try directory.openForAppending("spool/inbox/\(name)")
        try UnprivilegedUser.takeOver("\(path)/inbox/\(name)")
        return handle
    }

    /// Makes the folder `name` below the inbox.
    func makeFolder(_ name: String) throws {
        var made = "spool/inbox"
        for part in name.split(separator: "/") {
            made += "/\(part)"
            try directory.makeDirectory(made)
            try UnprivilegedUser.takeOver(directory.path(made))
        }
    }

    /// An empty file that belongs to the user from its beginning.
    private func makeOwn(_ name: String) throws {
        try openForAppending(name).close()
    }

    private func inbox(_ name: [UInt8]) -> [UInt8] { Array("spool/inbox/".utf8) + name }
}

// MARK: - Consumers

extension TestSpool {
    /// The names of all files below the inbox, hidden ones too.
    var inboxFiles: [String] { directory.files(below: "spool/inbox") }
    /// The names of all files below the outbox.
    var outboxFiles: [String] { directory.files(below: "spool/outbox") }
    /// The names of all files below the dead letter.
    var deadLetterFiles: [String] { directory.files(below: "spool/dead-letter") }
    /// The names of all files below the archive.
    var archiveFiles: [String] { directory.files(below: "spool/archive") }

    /// What stands in a job's directory, of whatever worker, as `job/file`.
    var jobFiles: [String] {
        directory.files(below: "spool/working").compactMap { path in
            let names = path.split(separator: "/")
            return names.count == 3 ? names.dropFirst().joined(separator: "/") : nil
        }
    }

    /// Jobs whose attempt has begun.
    var attemptsInWork: Int { jobFiles.count { $0.contains("/attempt.") } }

    /// Whether nothing is under way: no file in the inbox, no job with a worker, nothing half made.
    var isAtRest: Bool {
        inboxFiles.isEmpty && jobFiles.isEmpty && directory.files(below: "spool/state/tmp").isEmpty
    }

    /// The record in the outbox under the plain name of the image `name`; nil while there is none.
    func result(of name: String) throws -> JSONValue? { try record("outbox/\(name).json") }

    /// The error record of the image `name`, in the folder of its name.
    func error(of name: String) throws -> JSONValue? { try record("dead-letter/\(name)/error.json") }

    /// All results, by the path of their record.
    func results() throws -> [String: JSONValue] {
        let names = outboxFiles.filter { $0.hasSuffix(".json") }
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try #require(try record("outbox/\($0)"))) })
    }

    /// All error records, by the path of their folder.
    func errors() throws -> [String: JSONValue] {
        let names = deadLetterFiles.filter { $0.hasSuffix("/error.json") }
        return try Dictionary(
            uniqueKeysWithValues: names.map {
                (String($0.dropLast("/error.json".count)), try #require(try record("dead-letter/\($0)")))
            })
    }

    /// A JSON file of the spool; nil when it is not there.
    func record(_ name: String) throws -> JSONValue? {
        guard directory.exists("spool/\(name)") else { return nil }
        return try JSONValue(
            parsing: try directory.content(of: "spool/\(name)"), limits: JSONLimits(bytes: 64 << 20, depth: 64))
    }

    /// What is below the spool, for the message of a test that failed.
    var inventory: String { directory.files(below: "spool").joined(separator: "\n") }
}

extension JSONValue {
    /// The member at a path of keys, e.g. `["image", "sha256"]`.
    func at(_ keys: String...) -> JSONValue? {
        keys.reduce(self as JSONValue?) { value, key in value?[key] }
    }
}
