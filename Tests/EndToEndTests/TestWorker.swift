import Foundation
import StrictJSON
import TestSupport
import Testing

/// A real worker on a spool, run by the unprivileged user, with short waits and one recognizer unless told otherwise.
///
/// Its log goes to a file, so a test that does not look holds nobody up. The worker and its watcher, which are one
/// process group, are killed with the last reference; the recognizers die with the worker.
final class TestWorker: Sendable {
    let program: RunningProgram
    let spool: TestSpool
    private let logName: String

    /// - Parameters:
    ///   - options: Come after the usual ones; of an option that is given twice, the usual one is left out.
    ///   - unset: Usual options that are not given, so that the settings of a file count.
    ///   - surroundings: A command that becomes the worker's launcher, run by whoever runs the tests, e.g. `unshare`.
    ///   - launcher: Words that the worker's own are added to, as of a program that sets limits and then becomes it.
    ///   - environment: Added to that of the tests.
    init(
        _ spool: TestSpool, _ options: [String] = [], without unset: Set<String> = [],
        in surroundings: [String] = [], through launcher: [String] = [], environment: [String: String] = [:]
    ) throws {
        self.spool = spool
        logName = "worker-\(UUID()).log"
        let worker = UnprivilegedUser.command(
            launcher + [try UnprivilegedUser.program("ocrspool"), "worker", "--spool", spool.path]
                + Self.usual(besides: unset.union(options)) + options)
        // The shell becomes the worker: process and group stay the same.
        program = try RunningProgram(
            "/bin/sh",
            ["-c", #"log=$1; shift; exec "$@" 2>"$log""#, "sh", spool.directory.path(logName)] + surroundings + worker,
            environment: environment)
    }

    private static func usual(besides options: Set<String>) -> [String] {
        let usual = [
            ("--children", "1"), ("--settle", "300"), ("--pairing", "200"), ("--poll", "300"), ("--log-level", "debug"),
        ]
        return usual.filter { !options.contains($0.0) }.flatMap { [$0.0, $0.1] }
    }

    var processID: Int32 { program.processID }

    /// The lines of its log so far, each a JSON object.
    var log: [JSONValue] {
        get throws {
            // The shell makes the file a moment after its start.
            guard directory.exists(logName) else { return [] }
            let lines = try directory.content(of: logName).split(separator: UInt8(ascii: "\n"))
            return lines.compactMap { try? JSONValue(parsing: Array($0)) }
        }
    }

    /// How many results its log tells of.
    var publications: Int {
        get throws { try log.count { $0["message"]?.string == "published" } }
    }

    /// How many jobs its log tells of that were a dead worker's.
    var adoptions: Int {
        get throws {
            try log.count { $0["message"]?.string == "adopted a job of a worker that is gone" }
        }
    }

    var logText: String { (try? String(decoding: directory.content(of: logName), as: UTF8.self)) ?? "" }

    /// Its own word on itself, `state/status.json`; nil before the first.
    var status: JSONValue? {
        get throws { try spool.record("state/status.json") }
    }

    /// The messages of its log that are more than news: warnings and errors.
    var complaints: [String] {
        get throws {
            try log.filter { ["warning", "error"].contains($0["level"]?.string) }.compactMap { $0["message"]?.string }
        }
    }

    /// The recognizers that it has now.
    var recognizers: [ProcessEntry] {
        ProcessTable.children(of: processID).filter { $0.command.contains("recognizer-child") }
    }

    /// The watcher that it has now.
    var watcher: ProcessEntry? {
        ProcessTable.children(of: processID).first { $0.command.contains("ocrspool-watch") }
    }

    private var directory: TemporaryDirectory { spool.directory }
}

// MARK: - Waiting

extension TestWorker {
    /// Waits until `condition` holds, or the worker has ended and it still does not.
    /// - Throws: `NotSo`, with the log and the spool's inventory.
    func wait(
        for what: String, within limit: Duration = patience, until condition: () throws -> Bool
    ) async throws {
        var holds = false
        _ = try await eventually(within: limit) {
            let hasEnded = program.end != nil
            holds = try condition()
            return holds || hasEnded
        }
        guard holds else {
            throw NotSo(
                description: "\(what): not so; worker's end: \(program.end as ProgramEnd?, default: "none")\n"
                    + "\(logText.suffix(4000))\n\(spool.inventory)")
        }
    }

    /// Waits for the result of the image `name`, under its plain name.
    func result(of name: String, within limit: Duration = patience) async throws -> JSONValue {
        try await wait(for: "result of \(name)", within: limit) { try spool.result(of: name) != nil }
        return try #require(try spool.result(of: name))
    }

    /// Waits for the dead letter of the image `name`, under its plain name.
    func error(of name: String, within limit: Duration = patience) async throws -> JSONValue {
        try await wait(for: "dead letter of \(name)", within: limit) { try spool.error(of: name) != nil }
        return try #require(try spool.error(of: name))
    }

    /// Waits until the spool is at rest.
    func rest(within limit: Duration = patience) async throws {
        try await wait(for: "the spool's being at rest", within: limit) { spool.isAtRest }
    }

    /// Waits until the status says so.
    func wait(forStatus what: String, until condition: (JSONValue) -> Bool) async throws {
        try await wait(for: "status: \(what)") { try status.map(condition) ?? false }
    }

    /// Waits until the watcher has the whole inbox in sight.
    func watching() async throws {
        try await wait(for: "watching the inbox") {
            try log.contains { $0["message"]?.string == "watching the inbox" }
        }
    }

    /// Waits for its end.
    func end(within limit: Duration = patience) async throws -> ProgramEnd {
        try await wait(for: "the worker's end", within: limit) { program.end != nil }
        return try #require(program.end)
    }

    /// Waits until it has a recognizer, and that has read an image and now has nothing to do.
    /// - Parameter name: A name for that image.
    func warmUp(_ name: String = "warm-up.png") async throws -> ProcessEntry {
        try spool.drop(Picture.line(tag: "warm-up"), as: name)
        _ = try await result(of: name)
        try await rest()
        return try #require(recognizers.first)
    }
}

/// What a test waited for did not come to pass.
struct NotSo: Error, CustomStringConvertible {
    let description: String
}

// MARK: - What the status tells

extension JSONValue {
    /// Of a status: how the inbox's file `name` is listed under `list`, e.g. `inbox` or `ignored`.
    func listed(_ list: String, _ name: String) -> JSONValue? {
        self[list]?.array?.first { $0["name"]?.string == name }
    }

    /// Of a status: one of its `counts`.
    func count(_ name: String) -> Int? { at("counts", name)?.int }
}
