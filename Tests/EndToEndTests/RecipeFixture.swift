import TestSupport
import Testing

/// A spool of a test's own and the recipes of the manual, all of it in the hands of the unprivileged user.
final class RecipeFixture {
    let spool: TestSpool
    var directory: TemporaryDirectory { spool.directory }

    init() async throws {
        spool = try await TestSpool()
        // The repository may be closed to the user.
        try makeDirectory("recipes")
        for name in ["drop.sh", "submit-and-wait.sh", "watch-outbox.sh", "consume.py"] {
            try directory.copy(from: "\(Self.repository)/docs/recipes/\(name)", to: "recipes/\(name)")
            try directory.setMode(0o755, of: "recipes/\(name)")
        }
        for name in ["sign.jpg", "cut.jpg"] { try directory.copy(from: Fixture.path("samples/\(name)"), to: name) }
    }

    /// What stands on `sign.jpg`.
    static let signText = "FRESH BREAD\nOPEN DAILY\n"

    /// Starts the recipe `name` as a user would who has the programs in `PATH`.
    func start(_ name: String, _ arguments: [String]) throws -> RunningProgram {
        let programs = try UnprivilegedUser.program("ocrspool").split(separator: "/", omittingEmptySubsequences: false)
            .dropLast().joined(separator: "/")
        let words = UnprivilegedUser.command(
            ["env", "-C", directory.path, "PATH=\(programs):/usr/bin:/bin", directory.path("recipes/\(name)")]
                + arguments)
        return try RunningProgram(words[0], Array(words.dropFirst()))
    }

    /// Runs the recipe `name` to its end.
    func run(_ name: String, _ arguments: String...) async throws -> (end: ProgramEnd, output: String, errors: String) {
        let program = try start(name, arguments)
        let end = try await program.waitForEnd(within: .seconds(120))
        return (end, String(decoding: program.output, as: UTF8.self), program.errorText)
    }

    /// Makes the directory `name`, for the user to write in.
    func makeDirectory(_ name: String) throws {
        try directory.makeDirectory(name)
        try UnprivilegedUser.takeOver(directory.path(name))
    }

    /// Copies the picture `name` to `path`, last changed two minutes ago.
    func place(_ name: String, as path: String) async throws {
        try directory.copy(from: directory.path(name), to: path)
        let touch = try RunningProgram("touch", ["-d", "2 minutes ago", directory.path(path)])
        try #require(try await touch.waitForEnd() == .exited(0))
    }

    /// Puts the sign into the inbox, with a request for its text as a file of its own.
    func submitSign() async throws {
        let submit = try await spool.run(
            ["submit", "--spool", spool.path, "--output", "txt", directory.path("sign.jpg")])
        try #require(submit.end == .exited(0), "\(submit.errors)")
    }

    /// The file `name` as text; nil when it is not there.
    func text(of name: String) throws -> String? {
        guard directory.exists(name) else { return nil }
        return String(decoding: try directory.content(of: name), as: UTF8.self)
    }

    static let repository = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        .dropLast(3).joined(separator: "/")
}
