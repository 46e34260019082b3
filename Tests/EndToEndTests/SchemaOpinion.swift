import StrictJSON
import TestSupport
import Testing

/// The opinion of Python's `jsonschema` on records, by the schema that `ocrspool schema` prints.
enum SchemaOpinion {
    /// What is wrong with each of `records` (files of the spool), by its name; empty when nothing is.
    static func complaints(_ records: [String], by schema: String, in spool: TestSpool) async throws -> [String: String]
    {
        let printed = try await spool.run(["schema", schema])
        try #require(printed.end == .exited(0), "\(printed.errors)")
        let lines = try records.map { name in
            let record = String(decoding: try spool.directory.content(of: "spool/\(name)"), as: UTF8.self)
            let line: JSONValue = ["schema": .string(printed.output), "instance": .string(record)]
            return String(decoding: line.bytes(), as: UTF8.self) + "\n"
        }
        try spool.directory.write(lines.joined(), to: "cases")
        let python = try await output("/bin/sh", [Fixture.script("python-venv.sh")], within: .seconds(180))
        let verdicts = try await output(
            "/bin/sh",
            [
                "-c", #"exec "$0" "$1" <"$2""#, python.split(separator: "\n").joined(), Fixture.script("validate.py"),
                spool.directory.path("cases"),
            ]
        ).split(separator: "\n")
        try #require(verdicts.count == records.count)
        return Dictionary(
            uniqueKeysWithValues: zip(records, verdicts).filter { $0.1 != "valid" }.map { ($0.0, String($0.1)) })
    }

    private static func output(
        _ program: String, _ arguments: [String], within limit: Duration = patience
    ) async throws -> String {
        let program = try RunningProgram(program, arguments)
        let end = try await program.waitForEnd(within: limit)
        try #require(end == .exited(0), "\(program.errorText)")
        return String(decoding: program.output, as: UTF8.self)
    }
}
