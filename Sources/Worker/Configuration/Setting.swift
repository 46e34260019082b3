/// One setting: its names, its values, and where it goes in `Configuration`.
///
/// The table `Setting.all` is the only place that knows a setting's name, range and meaning; the command line, the
/// environment, the file, its schema and the help are made from it.
package struct Setting: Sendable {
    /// What values it takes.
    package enum Kind: Hashable, Sendable {
        /// A whole number, with the word that stands for it in the help, e.g. `SECONDS`.
        case integer(ClosedRange<Int>, String)
        /// Any text but the empty one.
        case text(String)
        case choice([String])
        /// `on` or `off`; true or false in the file.
        case toggle
        /// The option alone means yes; true or false elsewhere.
        case presence
        /// BCP 47 tags, separated by commas; an array in the file.
        case languages
        /// Globs for names or paths of the inbox. The option gives one and may be repeated; commas separate them in the
        /// environment; an array in the file.
        case globs
    }

    /// Its key in the file, with the unit where there is one, e.g. `graceSeconds`.
    package let key: String
    /// Its option without the dashes, e.g. `grace`.
    package let option: String
    package let kind: Kind
    /// What it is, for the help; begins with a capital and has no full stop.
    package let summary: String
    /// The default in words.
    package let defaultText: String
    let apply: @Sendable (inout Configuration, SettingValue) -> Void

    /// Its name in the environment, e.g. `OCRSPOOL_GRACE_SECONDS`.
    package var variable: String {
        key.unicodeScalars.reduce(into: "OCRSPOOL_") { name, scalar in
            if scalar.properties.isUppercase { name += "_" }
            name += String(scalar).uppercased()
        }
    }
}

/// A value that has been checked to be one of its setting's.
enum SettingValue: Hashable, Sendable {
    case integer(Int)
    case text(String)
    case flag(Bool)
    case list([String])

    var integer: Int {
        guard case .integer(let value) = self else { preconditionFailure("not a whole number: \(self)") }
        return value
    }

    var text: String {
        guard case .text(let value) = self else { preconditionFailure("not text: \(self)") }
        return value
    }

    var flag: Bool {
        guard case .flag(let value) = self else { preconditionFailure("not a flag: \(self)") }
        return value
    }

    var list: [String] {
        guard case .list(let value) = self else { preconditionFailure("not a list: \(self)") }
        return value
    }

    var seconds: Duration { .seconds(integer) }
    var milliseconds: Duration { .milliseconds(integer) }

    /// The case of an enumeration that the text names.
    func choice<Choice: RawRepresentable<String>>() -> Choice {
        guard let value = Choice(rawValue: text) else { preconditionFailure("no such choice: \(self)") }
        return value
    }
}
