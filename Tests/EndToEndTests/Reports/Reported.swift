import StrictJSON
import TestSupport
import Testing

/// How fast a producer writes, against how long a worker waits for quiet.
struct Pace: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The worker's settle time.
    let settleMilliseconds: Int
    /// For how long the producer has the file open before its first byte.
    let hold: Duration
    /// Between two parts.
    let pause: Duration

    var options: [String] { ["--settle", String(settleMilliseconds)] }

    /// Pauses are longer than the settle time, so that nothing but the open descriptor tells of the writer.
    static let quick = Pace(
        testDescription: "quickly", settleMilliseconds: 100, hold: .milliseconds(800), pause: .milliseconds(150))
    /// As users saw it, with a worker's own default.
    static let reported = Pace(
        testDescription: "as reported", settleMilliseconds: 2000, hold: .seconds(8), pause: .milliseconds(500))

    /// Those to be tested.
    static let all = SlowTests.areWanted ? [quick, reported] : [quick]
}

extension [UInt8] {
    /// Itself in `count` parts of nearly the same size.
    func parts(_ count: Int) -> [[UInt8]] {
        (0..<count).map { Array(self[self.count * $0 / count..<self.count * ($0 + 1) / count]) }
    }
}

extension JSONValue {
    /// Of a status: why the inbox's file `name` is not taken yet.
    func reason(of name: String) -> String? { listed("inbox", name)?["reason"]?.string }

    /// Of a status: whether the inbox's file `name` waits for its writer to close it.
    func isHeldOpen(_ name: String) -> Bool { reason(of: name) == "a process has it open for writing" }
}

extension TestWorker {
    /// Expects that it said nothing worse than a notice.
    func expectNoComplaint() throws {
        let levels = try Set(log.compactMap { $0["level"]?.string })
        #expect(levels.isDisjoint(with: ["warning", "error"]), "\(logText)")
    }

    /// How often it took the image `path`.
    func claims(of path: String) throws -> Int {
        try log.count { $0["message"]?.string == "claimed" && $0["path"]?.string == path }
    }

    /// The error message of a dead letter, waited for.
    func failure(of name: String, within limit: Duration = patience) async throws -> (code: String, message: String) {
        let error = try await error(of: name, within: limit)
        return (try #require(error["code"]?.string), try #require(error["message"]?.string))
    }
}

extension TestSpool {
    /// What `ocrspool explain --json` says of `name`, its first finding.
    func explanation(of name: String) async throws -> JSONValue? {
        let run = try await run(["explain", "--spool", path, "--json", name])
        try #require(run.end == .exited(0), "\(run.errors)")
        return try JSONValue(parsing: Array(run.output.utf8)).array?.first
    }

    /// Writes pictures outside the spool, in a folder of which `name` is the path from the spool.
    func prepare(_ files: [String: [UInt8]], in name: String) throws {
        try directory.makeDirectory(name)
        for (file, bytes) in files {
            try directory.write(bytes, to: Array("\(name)/\(file)".utf8))
            try UnprivilegedUser.takeOver(directory.path("\(name)/\(file)"))
        }
        try UnprivilegedUser.takeOver(directory.path(name))
    }
}
