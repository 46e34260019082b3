extension JSONScanner {
    /// RFC 8259 lets a reader limit precision; no `Double` needs more characters than this to be told exactly enough.
    private static let longestNumber = 100

    mutating func scanNumber() throws(JSONTextError) -> JSONNumber {
        let start = offset
        let position = position
        if peek == UInt8(ascii: "-") { advance() }
        let hasLeadingZero = peek == UInt8(ascii: "0")
        let whole = try scanDigits("a digit after the minus sign")
        if hasLeadingZero && whole > 1 {
            throw JSONTextError(position: position, message: "a number must not begin with a superfluous zero")
        }
        if peek == UInt8(ascii: ".") {
            advance()
            _ = try scanDigits("a digit after the decimal point")
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            advance()
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { advance() }
            _ = try scanDigits("a digit in the exponent")
        }
        let lexeme = String(decoding: bytes[start..<offset], as: UTF8.self)
        guard offset - start <= Self.longestNumber else {
            throw JSONTextError(
                position: position, message: "a number must not have more than \(Self.longestNumber) characters")
        }
        guard let value = Double(lexeme), value.isFinite else {
            throw JSONTextError(position: position, message: "the number \(lexeme) is too large")
        }
        return JSONNumber(checkedLexeme: lexeme)
    }

    private mutating func scanDigits(_ expected: String) throws(JSONTextError) -> Int {
        let start = offset
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { advance() }
        if offset == start { throw error("expected \(expected) but found \(try found())") }
        return offset - start
    }

    /// `true`, `false` or `null`; anything else is refused here with what it probably was meant to be.
    mutating func scanWord() throws(JSONTextError) -> JSONContent {
        var end = offset
        while end < bytes.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[end] | 0x20) { end += 1 }
        let word = String(decoding: bytes[offset..<end], as: UTF8.self)
        let content: JSONContent
        switch word {
        case "true": content = .bool(true)
        case "false": content = .bool(false)
        case "null": content = .null
        case "": throw error("expected a value but found \(try found())")
        default: throw error(Self.refusal(of: word))
        }
        while offset < end { advance() }
        return content
    }

    private static func refusal(of word: String) -> String {
        switch word.lowercased() {
        case "true", "false", "null": "write \(word.lowercased()) in lower case, not \(word)"
        case "none", "nil", "undefined": "JSON has no \(word); write null or leave the field out"
        case "nan", "inf", "infinity": "JSON has no number for \(word)"
        default: "expected a value but found the word \(JSONEscaping.excerpt(word)); text needs double quotes"
        }
    }
}
