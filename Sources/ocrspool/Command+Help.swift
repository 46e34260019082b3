extension Command {
    /// What `ocrspool NAME --help` prints.
    var help: String {
        let shownOptions = options + [.help]
        let width = min(shownOptions.map(\.form.count).max() ?? 0, 30)
        var paragraphs = ["\(purpose).", "Usage: ocrspool \(name) \(usage)"]
        paragraphs += notes.map { Self.wrapped($0, indentation: 0) }
        let rows = shownOptions.map { option in
            let gap = option.form.count <= width ? String(repeating: " ", count: width - option.form.count) : ""
            let summary = Self.wrapped(option.summary, indentation: width + 4)
            return option.form.count <= width
                ? "  \(option.form)\(gap)  \(summary)"
                : "  \(option.form)\n\(String(repeating: " ", count: width + 4))\(summary)"
        }
        paragraphs.append("Options:\n" + rows.joined(separator: "\n"))
        paragraphs.append(
            "Examples:\n" + examples.map { "  # \($0.purpose)\n  \($0.line)" }.joined(separator: "\n"))
        paragraphs.append("Exit codes: ocrspool help exit-codes")
        return paragraphs.joined(separator: "\n\n") + "\n"
    }

    private var usage: String {
        [options.isEmpty ? "" : "[options]", operands].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// `text` in lines of at most 100 characters, those after the first indented.
    private static func wrapped(_ text: String, indentation: Int) -> String {
        var lines: [String] = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if indentation + last.count + 1 + word.count <= 100 {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n" + String(repeating: " ", count: indentation))
    }
}

/// What `ocrspool --help` prints.
enum Help {
    static var overview: String {
        let width = Command.all.map(\.name.count).max() ?? 0
        let rows = Command.all.map { command in
            "  \(command.name)\(String(repeating: " ", count: width - command.name.count))  \(command.purpose)"
        }
        return """
            ocrspool turns a directory into a queue for text recognition: images go into its inbox, texts come out of
            its outbox.

            Usage: ocrspool COMMAND [options]

            Commands:
            \(rows.joined(separator: "\n"))

            ocrspool help COMMAND      tells a command's options, with examples
            ocrspool help exit-codes   lists the exit codes
            ocrspool --version         prints the version

            Example:
              ocrspool init /var/spool/ocr
              ocrspool worker --spool /var/spool/ocr &
              ocrspool submit --spool /var/spool/ocr --wait --text scan.png

            """
    }

    /// Answers `ocrspool help [COMMAND]`.
    static func answer(_ arguments: [[UInt8]]) throws(CommandError) -> ExitCode {
        guard let topic = arguments.first else {
            try Output.text(overview)
            return .success
        }
        let name = String(decoding: topic, as: UTF8.self)
        if name == "exit-codes" {
            try Output.text(ExitCode.table)
        } else {
            try Output.text(try Command.named(name, others: ["exit-codes"]).help)
        }
        return .success
    }
}
