import StrictJSON
import TestSupport
import Testing

/// That the manual tells of all that the programs know.
@Suite("Manual")
struct RecipeManualTests {
    @Test("commands.md shows the help of every command as it is")
    func commands() async throws {
        let programs = BuiltProgram.path("ocrspool").split(separator: "/", omittingEmptySubsequences: false)
            .dropLast().joined(separator: "/")
        let printed = try await run("env", "PATH=\(programs):/usr/bin:/bin", "docs/make-commands.sh")
        let shown = try await run("cat", "docs/commands.md")
        #expect(shown == printed, "write it anew: PATH=$PWD/.build/debug:$PATH docs/make-commands.sh >docs/commands.md")
    }

    @Test(
        "the manual tells of every field",
        arguments: [
            ("configuration", "operation.md"), ("request", "producers.md"), ("result", "consumers.md"),
            ("error", "failures.md"),
        ])
    func fields(of schema: String, in page: String) async throws {
        let known = try await properties(of: schema)
        let told = try await run("cat", "docs/\(page)")
        try #require(known.count > 5)
        // Result and error have fields in common, which stand in rows of their own or together.
        let missing = known.filter {
            !told.contains("`\($0)`") && !told.contains("`\($0).") && !told.contains("`\($0)[]`")
        }
        #expect(missing == [])
    }

    @Test("failures.md tells of every code")
    func codes() async throws {
        let schema = try await parsed("error")
        let codes = schema["properties"]?["code"]?["enum"]?.array?.compactMap(\.string) ?? []
        let told = try await run("cat", "docs/failures.md")
        try #require(codes.count > 10)
        #expect(codes.filter { !told.contains("\n| `\($0)` |") } == [])
    }

    private func properties(of schema: String) async throws -> [String] {
        guard case .object(let properties)? = try await parsed(schema)["properties"]?.content else { return [] }
        return properties.members.map(\.key)
    }

    private func parsed(_ schema: String) async throws -> JSONValue {
        try JSONValue(parsing: Array(try await run(BuiltProgram.path("ocrspool"), "schema", schema).utf8))
    }

    private func run(_ executable: String, _ arguments: String...) async throws -> String {
        let program = try RunningProgram(executable, arguments, in: RecipeFixture.repository)
        try #require(try await program.waitForEnd() == .exited(0), "\(executable): \(program.errorText)")
        return String(decoding: program.output, as: UTF8.self)
    }
}
