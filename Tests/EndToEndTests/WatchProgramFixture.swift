import TestSupport
import Testing

/// A directory that a running `ocrspool-watch` watches.
///
/// Records are given as text: the kind, a space and the path, e.g. `W a/scan.png`.
final class WatchProgramFixture {
    /// The watched directory is `tree` in it.
    let directory: TemporaryDirectory
    let program: RunningProgram
    private var seen = 0
    private var marks = 0

    /// Starts the program and waits until it is ready.
    /// - Parameter prepare: What to do with the tree before.
    init(options: [String] = [], prepare: (TemporaryDirectory) throws -> Void = { _ in }) async throws {
        directory = try TemporaryDirectory()
        try directory.makeDirectory("tree")
        try prepare(directory)
        program = try RunningProgram(BuiltProgram.path("ocrspool-watch"), options + [directory.path("tree")])
        try await waitFor("R ")
        _ = newRecords()
    }

    /// All records so far, as bytes without the NUL.
    var rawRecords: [[UInt8]] { Self.records(in: program.output) }

    /// The records that `output` holds, without those that only say that the program is alive, which come at any time.
    static func records(in output: [UInt8]) -> [[UInt8]] {
        output.split(separator: 0).map(Array.init).filter { $0 != Array("A".utf8) }
    }

    /// The same as text, the kind before the path without a space.
    static func texts(in output: [UInt8]) -> [String] {
        records(in: output).map { String(decoding: $0, as: UTF8.self) }
    }

    /// All records so far.
    var records: [String] {
        rawRecords.map { record in
            String(decoding: record.prefix(1), as: UTF8.self) + " "
                + String(decoding: record.dropFirst(), as: UTF8.self)
        }
    }

    /// The records that were not returned before.
    func newRecords() -> [String] {
        defer { seen = records.count }
        return Array(records.dropFirst(seen))
    }

    /// The records that `change` caused, all of them: a file written after it marks their end.
    func records(of change: (TemporaryDirectory) throws -> Void) async throws -> [String] {
        try change(directory)
        marks += 1
        let mark = "mark-\(marks)"
        try directory.write(to: "tree/\(mark)")
        try await waitFor("W \(mark)")
        return newRecords().filter { !$0.hasSuffix(mark) }
    }

    /// Waits until a record is there that was not returned before.
    func waitFor(_ record: String) async throws {
        let seen = seen
        try await program.waitForOutput { output in
            Self.records(in: output).dropFirst(seen).contains(Self.raw(record))
        }
    }

    private static func raw(_ record: String) -> [UInt8] {
        Array(record.utf8.prefix(1)) + Array(record.utf8.dropFirst(2))
    }
}
