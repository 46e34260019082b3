internal import LinuxSupport
internal import StrictJSON
internal import Worker

extension Command {
    private static let schemaNames = ["request", "result", "error", "configuration"]

    static let schema = Command(
        name: "schema", purpose: "Print the JSON Schema of requests, results, error records or the configuration",
        operands: "request|result|error|configuration", operandCount: 1...1,
        notes: ["The schema (draft 2020-12) is what the program itself checks with."],
        examples: [
            Example("what a request may hold", "ocrspool schema request"),
            Example(
                "check a result with another program",
                "ocrspool schema result > s.json; jsonschema -i scan.png.json s.json"
            ),
        ]
    ) { (arguments) throws(CommandError) in
        let name = try arguments.text(operand: 0)
        let found = name == "configuration" ? ConfigurationFile.schema : RecordSchemas.named(name)
        guard let document = found else {
            let nearest = NearestName.of(name, among: schemaNames).map { "; did you mean \($0)?" } ?? ""
            throw .usage(
                "there is no schema \"\(DisplayText.escaped(name, limit: 60))\", only \(schemaNames.joined(separator: ", "))"
                    + nearest)
        }
        try Output.bytes(document.bytes())
        return .success
    }
}
