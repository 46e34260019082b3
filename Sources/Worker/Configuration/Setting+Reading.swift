internal import StrictJSON

extension Setting {
    /// Reads a value as the command line and the environment give it.
    /// - Throws: the complaint, which completes the name of the place, e.g. `must be from 1 to 256, not 0`.
    func value(of text: String) throws(SettingComplaint) -> SettingValue {
        switch kind {
        case .integer(let range, _):
            guard let number = Int(text), text.utf8.allSatisfy(Self.isDigitOrMinus), range.contains(number) else {
                throw SettingComplaint(
                    "must be a whole number from \(range.lowerBound) to \(range.upperBound), not \(quoted(text))")
            }
            return .integer(number)
        case .text:
            guard !text.isEmpty else { throw SettingComplaint("must not be empty") }
            return .text(text)
        case .choice(let names):
            guard names.contains(text) else {
                throw SettingComplaint("must be \(Self.alternatives(names)), not \(quoted(text))")
            }
            return .text(text)
        case .toggle, .presence: return .flag(try Self.flag(text))
        case .languages: return .list(try Self.languages(text))
        case .globs: return .list(try Self.globs(text.split(separator: ",").map(Self.trimmed)))
        }
    }

    /// Reads what an option gives that may be repeated; of any other the only value.
    func value(of texts: [String]) throws(SettingComplaint) -> SettingValue {
        if kind == .globs { return .list(try Self.globs(texts)) }
        guard let text = texts.last else { preconditionFailure("no value of \(option)") }
        return try value(of: text)
    }

    /// Reads a value of the file that has been checked by `schema`.
    func value(of json: JSONValue) -> SettingValue {
        switch json.content {
        case .number: .integer(json.int ?? 0)
        case .string(let text): .text(text)
        case .bool(let flag): .flag(flag)
        case .array(let elements): .list(elements.compactMap(\.string))
        case .null, .object: preconditionFailure("the schema knows neither null nor objects")
        }
    }

    /// What its value in the file must be.
    var schema: JSONSchema {
        let schema: JSONSchema =
            switch kind {
            case .integer(let range, _): .integer(range)
            case .text: .string(pattern: Self.notEmpty)
            case .choice(let names): .string(oneOf: names)
            case .toggle, .presence: .boolean
            case .languages:
                .array(of: .string(maximumLength: 35, pattern: StringForm.language), counts: 0...8, isUnique: true)
            case .globs: .array(of: .string(pattern: Self.glob), counts: 0...Self.mostGlobs)
            }
        return schema.described("\(summary). Default: \(defaultText).")
    }

    private static let notEmpty = StringPattern("a text that is not empty", regex: "^[^\\u0000]+$") { text in
        !text.isEmpty && !text.utf8.contains(0)
    }

    private static let mostGlobs = 100

    private static let glob = StringPattern(
        "a glob such as \"*.bak\", without a / at its end", regex: "^[^\\u0000]*[^\\u0000/]$"
    ) { text in
        !text.isEmpty && !text.utf8.contains(0) && text.utf8.last != UInt8(ascii: "/")
    }

    private static func globs(_ texts: [String]) throws(SettingComplaint) -> [String] {
        for text in texts where !glob.matches(text) {
            throw SettingComplaint("must be \(glob.name), not \(quoted(text))")
        }
        guard texts.count <= mostGlobs else {
            throw SettingComplaint("must have at most \(mostGlobs) globs, not \(texts.count)")
        }
        return texts
    }

    private static func flag(_ text: String) throws(SettingComplaint) -> Bool {
        switch text.lowercased() {
        case "on", "true", "yes", "1": return true
        case "off", "false", "no", "0": return false
        default: throw SettingComplaint("must be on or off, not \(quoted(text))")
        }
    }

    private static func languages(_ text: String) throws(SettingComplaint) -> [String] {
        let tags = text.split(separator: ",").map { Self.trimmed($0) }
        for (index, tag) in tags.enumerated() {
            guard tag.utf8.count <= 35, StringForm.language.matches(tag) else {
                throw SettingComplaint(
                    "must be \(StringForm.language.name), or several with commas, not \(quoted(tag))")
            }
            if tags[..<index].contains(tag) { throw SettingComplaint("repeats \(quoted(tag))") }
        }
        guard tags.count <= 8 else { throw SettingComplaint("must have at most 8 languages, not \(tags.count)") }
        return tags
    }

    private static func trimmed(_ text: Substring) -> String {
        var rest = text.drop { $0 == " " }
        while rest.last == " " { rest = rest.dropLast() }
        return String(rest)
    }

    private static func alternatives(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }

    /// `Int` also reads a plus sign.
    private static func isDigitOrMinus(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
}

/// Why a value is none of its setting's.
struct SettingComplaint: Error, Hashable {
    let text: String

    init(_ text: String) { self.text = text }
}
