/// A command: what it is called, what it takes, and what it does.
struct Command: Sendable {
    struct Example: Sendable {
        /// What it does; a short sentence without a full stop.
        let purpose: String
        let line: String

        init(_ purpose: String, _ line: String) {
            self.purpose = purpose
            self.line = line
        }
    }

    let name: String
    /// One line; begins with a capital, no full stop.
    let purpose: String
    /// How the operands are shown, e.g. `IMAGE…`; empty without any.
    var operands = ""
    /// How many operands there may be.
    var operandCount = 0...0
    var options: [Option] = []
    /// Paragraphs that follow the options in the help.
    var notes: [String] = []
    var examples: [Example]
    /// Does it. What is thrown is said on standard error.
    let run: @Sendable (ParsedArguments) throws(CommandError) -> ExitCode
}

extension Command {
    /// In the order of the help.
    static let all: [Command] = [
        .initialize, .worker, .submit, .recognize, .status, .explain, .deadLetters, .retry, .check, .fsck, .languages,
        .schema,
        .version,
    ]

    /// Parses, answers `--help`, checks the operands and runs.
    func perform(_ arguments: [[UInt8]]) throws(CommandError) -> ExitCode {
        let parsed = try ArgumentParser.parse(arguments, options: options)
        if parsed.has(.help) {
            try Output.text(help)
            return .success
        }
        guard operandCount.contains(parsed.operands.count) else {
            throw .usage(operandComplaint(parsed.operands.count))
        }
        return try run(parsed)
    }

    private func operandComplaint(_ count: Int) -> String {
        if operandCount.upperBound == 0 { return "takes no names, only options" }
        if count < operandCount.lowerBound { return "needs \(operands)" }
        return "takes only \(operands), not \(count) names"
    }
}
