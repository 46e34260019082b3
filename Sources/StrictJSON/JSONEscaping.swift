/// How characters that are unsafe in a JSON string, a terminal or a script are spelled.
enum JSONEscaping {
    /// Appends `string` with RFC 8259's escapes for quotation mark, reverse solidus and C0, and `\u` escapes for
    /// DEL, C1, U+2028 and U+2029.
    static func append(_ string: String, to bytes: inout [UInt8]) {
        // Most strings need no escape at all and are copied whole; the scalar loop is for the others.
        guard string.utf8.contains(where: mayNeedEscape) else {
            bytes.append(contentsOf: string.utf8)
            return
        }
        for scalar in string.unicodeScalars {
            if let escape = escape(scalar) {
                bytes.append(contentsOf: escape.utf8)
            } else {
                bytes.append(contentsOf: String(scalar).utf8)
            }
        }
    }

    /// `string` for a message: escaped as above and cut after `length` scalars.
    static func excerpt(_ string: String, length: Int = 40) -> String {
        var result = ""
        for scalar in string.unicodeScalars.prefix(length) {
            // A quotation mark is no harm in a sentence.
            if scalar == "\"" {
                result.unicodeScalars.append(scalar)
            } else {
                result += escape(scalar) ?? String(scalar)
            }
        }
        return string.unicodeScalars.count > length ? result + "…" : result
    }

    /// Whether a scalar that is escaped may have this byte: C2 leads C1, and E2 the line separators.
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 || byte == 0xE2
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\u{8}": "\\b"
        case "\t": "\\t"
        case "\n": "\\n"
        case "\u{C}": "\\f"
        case "\r": "\\r"
        case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": hexadecimal(scalar)
        default: nil
        }
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
