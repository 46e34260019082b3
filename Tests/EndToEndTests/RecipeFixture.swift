import TestSupport
import Testing

/// A spool of a test's own in `spool`, with a worker for as long as the test wants one, and the recipes of the manual.
final class RecipeFixture {
    let directory: TemporaryDirectory
    private var worker: RunningProgram?

    init() async throws {
        directory = try TemporaryDirectory()
        try await succeed(BuiltProgram.path("ocrspool"), ["init", directory.path("spool")])
    }

    /// Starts a worker that is quick to take what lies in the inbox.
    func startWorker() throws {
        // Also where the tests run as root; the recipes are what is tested here.
        let options = ["--allow-root", "--children", "1", "--settle", "100", "--pairing", "100"]
        worker = try RunningProgram(
            BuiltProgram.path("ocrspool"), ["worker", "--spool", directory.path("spool")] + options)
    }

    /// Starts the recipe `name` as a user would who has the built programs in `PATH`.
    func start(_ name: String, _ arguments: [String]) throws -> RunningProgram {
        let recipe = "\(Self.repository)/docs/recipes/\(name)"
        return try RunningProgram(
            "env", ["PATH=\(Self.programs):/usr/bin:/bin", recipe] + arguments, in: directory.path)
    }

    /// Runs the recipe `name` to its end.
    func run(_ name: String, _ arguments: String...) async throws -> (end: ProgramEnd, output: String, errors: String) {
        let program = try start(name, arguments)
        let end = try await program.waitForEnd(within: .seconds(120))
        return (end, String(decoding: program.output, as: UTF8.self), program.errorText)
    }

    /// Copies the sample picture `name` to `path`, last changed two minutes ago.
    func place(_ name: String, as path: String) async throws {
        try await succeed("cp", ["--", Self.sample(name), directory.path(path)])
        try await succeed("touch", ["-d", "2 minutes ago", directory.path(path)])
    }

    /// Puts the sample picture `name` into the inbox, whole and with a request for the text as a file of its own.
    func submit(_ name: String) async throws {
        try await succeed(
            BuiltProgram.path("ocrspool"),
            ["submit", "--spool", directory.path("spool"), "--output", "txt", Self.sample(name)])
    }

    /// The file `name` as text; nil when it is not there.
    func text(of name: String) throws -> String? {
        guard directory.exists(name) else { return nil }
        return String(decoding: try directory.content(of: name), as: UTF8.self)
    }

    /// What is written on the sample picture `name`.
    static func writing(on name: String) async throws -> String {
        let reader = try RunningProgram("cat", ["\(sample(name)).gt.txt"])
        _ = try await reader.waitForEnd()
        return String(decoding: reader.output, as: UTF8.self)
    }

    static func sample(_ name: String) -> String { "\(repository)/Tests/TestSupport/Fixtures/samples/\(name)" }

    static let repository = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        .dropLast(3).joined(separator: "/")

    static var programs: String {
        BuiltProgram.path("ocrspool").split(separator: "/", omittingEmptySubsequences: false)
            .dropLast().joined(separator: "/")
    }

    private func succeed(_ executable: String, _ arguments: [String]) async throws {
        let program = try RunningProgram(executable, arguments)
        try #require(try await program.waitForEnd() == .exited(0), "\(executable): \(program.errorText)")
    }
}
