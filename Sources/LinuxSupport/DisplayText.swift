/// Makes names safe to print: nothing in them can end a line, move the cursor or turn the reading direction.
package enum DisplayText {
    /// `bytes` as text of at most `limit` scalars, with controls (C0, DEL, C1), line and paragraph separators,
    /// bidirectional controls and invisible format characters as `\u{…}`, bytes that are not UTF-8 as `\xNN`, and
    /// `\` doubled.
    package static func escaped(_ bytes: [UInt8], limit: Int = 1024) -> String {
        var result = ""
        var rest = bytes[...]
        var count = 0
        while let first = rest.first {
            guard count < limit else { return result + "…" }
            count += 1
            let length = sequenceLength(first)
            if length > 0, let text = String(validating: rest.prefix(length), as: UTF8.self),
                let scalar = text.unicodeScalars.first
            {
                result += escaped(scalar)
                rest = rest.dropFirst(length)
            } else {
                result += "\\x" + hexadecimal(UInt32(first), digits: 2)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    package static func escaped(_ string: String, limit: Int = 1024) -> String {
        escaped(Array(string.utf8), limit: limit)
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        if scalar == "\\" { return "\\\\" }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
            return "\\u{" + hexadecimal(scalar.value, digits: 1) + "}"
        default:
            return String(Character(scalar))
        }
    }

    private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func sequenceLength(_ first: UInt8) -> Int {
        switch first {
        case 0x00..<0x80: 1
        case 0xC2..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0..<0xF5: 4
        default: 0
        }
    }
}
