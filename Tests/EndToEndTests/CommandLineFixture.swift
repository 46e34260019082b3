import Glibc
import StrictJSON
import TestSupport
import Testing

/// Runs the real `ocrspool` in a directory of its own, in which `spool` is the spool.
final class CommandLineFixture {
    /// What a command did.
    struct Run {
        let status: Int32
        let output: [UInt8]
        let errors: String

        var text: String { String(decoding: output, as: UTF8.self) }
        var lines: [String] { text.split(separator: "\n").map(String.init) }

        /// Each line of the output as JSON.
        func json() throws -> [JSONValue] {
            try output.split(separator: 0x0A).map {
                try JSONValue(parsing: Array($0), limits: JSONLimits(bytes: 1 << 24, depth: 64))
            }
        }
    }

    let directory: TemporaryDirectory

    /// - Parameter hasSpool: whether `spool` is made.
    init(hasSpool: Bool = true) async throws {
        directory = try TemporaryDirectory()
        if hasSpool { try #require(try await run("init", "spool").status == 0) }
    }

    /// The pictures that come with the project.
    static let samples =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
        + "/TestSupport/Fixtures/samples"

    static func sample(_ name: String) -> String { "\(samples)/\(name)" }

    /// The text that is printed in a sample.
    static func trueText(_ name: String) throws -> String {
        let pieces = "\(samples)/\(name).gt.txt"
        let file = unsafe fopen(pieces, "r")
        try #require(unsafe file != nil, "\(pieces)")
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Runs a command to its end.
    func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Run {
        try await run(bytes: arguments.map { Array($0.utf8) }, environment: environment)
    }

    func run(bytes arguments: [[UInt8]], environment: [String: String] = [:]) async throws -> Run {
        let program = try start(arguments, environment)
        let end = try await program.waitForEnd(within: .seconds(120))
        guard case .exited(let status) = end else {
            Issue.record("ocrspool was ended by a signal: \(end); \(program.errorText)")
            return Run(status: -1, output: program.output, errors: program.errorText)
        }
        return Run(status: status, output: program.output, errors: program.errorText)
    }

    /// Starts a command and leaves it running.
    func start(_ arguments: [[UInt8]], _ environment: [String: String] = [:]) throws -> RunningProgram {
        // Where tests run as root, the worker is told that this is meant.
        let own = ["OCRSPOOL_SPOOL": directory.path("spool"), "OCRSPOOL_ALLOW_ROOT": "on"]
        return try RunningProgram(
            BuiltProgram.path("ocrspool"), arguments: arguments, environment: own.merging(environment) { $1 },
            in: directory.path)
    }

    /// Has a worker do all that there is to do.
    func drain(_ options: String...) async throws -> Run {
        let quick = ["worker", "--drain", "--children", "1", "--settle", "100", "--pairing", "0"]
        return try await run(bytes: (quick + options).map { Array($0.utf8) })
    }

    /// A JSON file of the spool.
    func record(_ name: String) throws -> JSONValue {
        try JSONValue(
            parsing: try directory.content(of: "spool/\(name)"), limits: JSONLimits(bytes: 1 << 24, depth: 64))
    }
}
