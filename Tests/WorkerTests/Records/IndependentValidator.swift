import Foundation
import StrictJSON

/// The `jsonschema` package of Python, as another opinion on our schemas.
enum IndependentValidator {
    struct Case: Sendable {
        let schema: JSONSchemaDocument
        let instance: [UInt8]
    }

    struct Failure: Error {
        let message: String
    }

    private static var scripts: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "TestSupport/Scripts")
    }

    /// For each case whether its instance follows its schema, from one run of the validator.
    static func verdicts(_ cases: [Case]) throws -> [Bool] {
        let python = try run("/bin/sh", [scripts.appending(path: "python-venv.sh").path], input: [])
            .trimmingCharacters(in: .newlines)
        var input: [UInt8] = []
        for item in cases {
            let line: JSONValue = [
                "schema": .string(String(decoding: item.schema.bytes(), as: UTF8.self)),
                "instance": .string(String(decoding: item.instance, as: UTF8.self)),
            ]
            input += line.bytes() + [UInt8(ascii: "\n")]
        }
        let output = try run(python, [scripts.appending(path: "validate.py").path], input: input)
        return output.split(separator: "\n").map { $0 == "valid" }
    }

    private static func run(_ program: String, _ arguments: [String], input: [UInt8]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        // A file, not a pipe: nothing can fill up while nobody reads.
        let inputFile = FileManager.default.temporaryDirectory.appending(path: "ocrspool-\(UUID()).jsonl")
        try Data(input).write(to: inputFile)
        defer { try? FileManager.default.removeItem(at: inputFile) }
        let output = Pipe()
        process.standardInput = try FileHandle(forReadingFrom: inputFile)
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(message: "\(program) \(arguments) ended with \(process.terminationStatus)")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
