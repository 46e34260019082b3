internal import StrictJSON

/// What one of the checks of `ocrspool check` found.
struct Finding {
    enum Level: String {
        case ok
        case warning
        case error
    }

    let level: Level
    /// What was looked at, in a word or two.
    let subject: String
    /// What was found, and for a warning or an error what to do.
    let message: String

    static func ok(_ subject: String, _ message: String) -> Finding {
        Finding(level: .ok, subject: subject, message: message)
    }

    static func warning(_ subject: String, _ message: String) -> Finding {
        Finding(level: .warning, subject: subject, message: message)
    }

    static func error(_ subject: String, _ message: String) -> Finding {
        Finding(level: .error, subject: subject, message: message)
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("level", level.rawValue)
            writer.member("subject", subject)
            writer.member("message", message)
        }
    }

    /// A row of a table whose subjects have `width` characters at most.
    func row(width: Int) -> String {
        func filled(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        return "\(filled(level.rawValue, 7))  \(filled(subject, width))  \(message)"
    }
}
