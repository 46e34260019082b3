import StrictJSON
import TestSupport
import Testing

extension TestSpool {
    /// What `ocrspool explain` says of `name`: all that it finds.
    func explain(_ name: String) async throws -> [JSONValue] {
        let run = try await run(["explain", "--json", "--spool", path, name])
        let value = try JSONValue(parsing: Array(run.output.utf8), limits: JSONLimits(bytes: 1 << 20, depth: 16))
        return try #require(value.array, "\(run.errors)")
    }

    /// What `ocrspool status` says.
    func status() async throws -> JSONValue {
        let run = try await run(["status", "--json", "--spool", path])
        try #require(run.end == .exited(0), "\(run.errors)")
        return try JSONValue(parsing: Array(run.output.utf8), limits: JSONLimits(bytes: 16 << 20, depth: 16))
    }

    /// Waits until the first that `explain` says of `name` is `state`.
    func explained(_ name: String, as state: String, where fits: (JSONValue) -> Bool = { _ in true }) async throws
        -> JSONValue
    {
        let end = ContinuousClock.now + patience
        var last: [JSONValue] = []
        repeat {
            last = try await explain(name)
            if let first = last.first, first["state"]?.string == state, fits(first) { return first }
            try await Task.sleep(for: .milliseconds(50))
        } while ContinuousClock.now < end
        throw NotSo(description: "\(name) is not \(state): \(last.map { String(decoding: $0.bytes(), as: UTF8.self) })")
    }

    /// Gives the file or folder `name` of the inbox a mode.
    func setMode(_ mode: UInt32, of name: String) throws {
        try directory.setMode(mode, of: "spool/inbox/\(name)")
    }
}

extension TestWorker {
    /// A worker that sees everything and takes nothing, for the disk is too small for it.
    static func paused(_ spool: TestSpool, _ options: [String] = []) throws -> TestWorker {
        try TestWorker(spool, ["--minimum-free-bytes", "9007199254740991"] + options)
    }
}
