/// A place in the bytes of a JSON text, and the tokens that are read from there.
struct JSONScanner {
    let bytes: [UInt8]
    private(set) var offset = 0
    private var line = 1
    /// The offset at which column 1 would be, had every scalar of this line one byte.
    private var lineStart = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }
    /// The byte here; `nil` at the end.
    var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    var position: JSONPosition {
        JSONPosition(line: line, column: offset - lineStart + 1, offset: offset)
    }

    func error(_ message: String) -> JSONTextError { JSONTextError(position: position, message: message) }

    /// Steps over one ASCII byte that is no line feed.
    mutating func advance() { offset += 1 }

    /// Steps over one scalar of `length` bytes.
    mutating func advance(overScalarOf length: Int) {
        offset += length
        lineStart += length - 1
    }

    mutating func skipWhitespace() {
        while let byte = peek {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): offset += 1
            case UInt8(ascii: "\n"):
                offset += 1
                line += 1
                lineStart = offset
            default: return
            }
        }
    }

    /// The number of bytes of the well-formed scalar here (Unicode 15, table 3-7).
    /// - Throws: When the bytes are not UTF-8.
    func scalarLength() throws(JSONTextError) -> Int {
        let first = bytes[offset]
        let second: ClosedRange<UInt8>
        let length: Int
        switch first {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw notUTF8(first)
        }
        guard offset + length <= bytes.count, second.contains(bytes[offset + 1]),
            bytes[(offset + 2)..<max(offset + 2, offset + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
        else { throw notUTF8(first) }
        return length
    }

    private func notUTF8(_ byte: UInt8) -> JSONTextError {
        let digits = String(byte, radix: 16, uppercase: true)
        return error("the byte 0x\(digits) is not valid UTF-8; save the text as UTF-8")
    }

    /// What stands here, for a message: `the end of the text`, or the character.
    /// - Throws: When it is not UTF-8.
    func found() throws(JSONTextError) -> String {
        guard let byte = peek else { return "the end of the text" }
        if byte == 0 { return "a NUL character" }
        let length = try scalarLength()
        let character = String(decoding: bytes[offset..<(offset + length)], as: UTF8.self)
        switch character {
        case "'", "‘", "’", "“", "”", "„", "«": return "\(character); only straight double quotes make a string"
        case "/", "#": return "\(character); JSON has no comments"
        default: return JSONEscaping.excerpt(character)
        }
    }
}
