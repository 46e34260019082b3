extension JSONScanner {
    /// A string from its opening to its closing quote.
    mutating func scanString() throws(JSONTextError) -> String {
        let opening = position
        advance()
        var decoded: [UInt8] = []
        var runStart = offset
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                let run = bytes[runStart..<offset]
                advance()
                if decoded.isEmpty { return String(decoding: run, as: UTF8.self) }
                decoded += run
                return String(decoding: decoded, as: UTF8.self)
            case UInt8(ascii: "\\"):
                decoded += bytes[runStart..<offset]
                decoded += String(try scanEscape()).utf8
                runStart = offset
            case 0..<0x20:
                throw controlCharacter(byte, in: opening)
            default:
                advance(overScalarOf: try scalarLength())
            }
        }
        throw JSONTextError(position: opening, message: "this string has no closing quote")
    }

    private func controlCharacter(_ byte: UInt8, in opening: JSONPosition) -> JSONTextError {
        switch byte {
        case 0: error("a string must not hold a NUL character")
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            error(
                "the string that begins at \(opening) has no closing quote on its line; write a line break as \\n")
        default: error("write the control character \(JSONEscaping.excerpt(String(Unicode.Scalar(byte)))) escaped")
        }
    }

    private mutating func scanEscape() throws(JSONTextError) -> Unicode.Scalar {
        let start = self
        advance()
        guard let byte = peek else { throw start.error("the text ends within an escape") }
        let scalar: Unicode.Scalar
        switch byte {
        case UInt8(ascii: "\""): scalar = "\""
        case UInt8(ascii: "\\"): scalar = "\\"
        case UInt8(ascii: "/"): scalar = "/"
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"):
            advance()
            return try scanUnicodeEscape(from: start)
        default:
            let unknown = JSONEscaping.excerpt(try found())
            throw start.error("\\\(unknown) is not an escape of JSON; write a backslash itself as \\\\")
        }
        advance()
        return scalar
    }

    /// The four digits after `\u`, and for a high surrogate the low one after it.
    private mutating func scanUnicodeEscape(from start: JSONScanner) throws(JSONTextError) -> Unicode.Scalar {
        let unit = try scanHexadecimal(from: start)
        if unit == 0 { throw start.error("a string must not hold a NUL character, not even as \\u0000") }
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(unit), peek == UInt8(ascii: "\\") else { throw Self.loneSurrogate(at: start) }
        advance()
        guard peek == UInt8(ascii: "u") else { throw Self.loneSurrogate(at: start) }
        advance()
        let second = try scanHexadecimal(from: start)
        guard UTF16.isTrailSurrogate(second) else { throw Self.loneSurrogate(at: start) }
        return UTF16.decode(UTF16.EncodedScalar([unit, second]))
    }

    private mutating func scanHexadecimal(from start: JSONScanner) throws(JSONTextError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw start.error("\\u needs four hexadecimal digits")
            }
            unit = unit << 4 | UInt16(digit)
            advance()
        }
        return unit
    }

    private static func loneSurrogate(at start: JSONScanner) -> JSONTextError {
        start.error("this \\u escape is half of a surrogate pair and stands for no character")
    }
}
