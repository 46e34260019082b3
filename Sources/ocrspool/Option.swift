/// An option of a command, as it is parsed and as the help shows it.
struct Option: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case flag
        /// Takes one value, shown by this word; may be given once.
        case value(String)
        /// Takes a value each time it is given.
        case repeated(String)
        /// Takes a value with `=`, or the next word if that is a number; none need be given.
        case optional(String)
    }

    /// Without the dashes.
    let name: String
    let kind: Kind
    /// With default and range; begins with a capital, ends without a full stop.
    let summary: String

    static func flag(_ name: String, _ summary: String) -> Option {
        Option(name: name, kind: .flag, summary: summary)
    }

    static func value(_ name: String, _ word: String, _ summary: String) -> Option {
        Option(name: name, kind: .value(word), summary: summary)
    }

    static func repeated(_ name: String, _ word: String, _ summary: String) -> Option {
        Option(name: name, kind: .repeated(word), summary: summary)
    }

    static func optional(_ name: String, _ word: String, _ summary: String) -> Option {
        Option(name: name, kind: .optional(word), summary: summary)
    }

    /// As the help shows it: `--spool DIR`.
    var form: String {
        switch kind {
        case .flag: "--\(name)"
        case .value(let word), .repeated(let word): "--\(name) \(word)"
        case .optional(let word): "--\(name) [\(word)]"
        }
    }
}

// The options that several commands have.
extension Option {
    static let help = Option.flag("help", "Print this text")
    static let json = Option.flag("json", "Print JSON, for programs")
    static let spool = Option.value("spool", "DIR", "The spool's directory; default $OCRSPOOL_SPOOL")
}
