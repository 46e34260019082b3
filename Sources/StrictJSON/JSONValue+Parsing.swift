extension JSONValue {
    /// Parses a complete JSON text, strictly by RFC 8259 and in linear time.
    ///
    /// Refused besides what the grammar refuses: any encoding but UTF-8 without byte order mark, NUL characters
    /// (also as `\u0000`), lone surrogates, a key that its object has already, numbers beyond the range of `Double`
    /// or of more than 100 characters, and what exceeds `limits`.
    /// - Throws: `JSONTextError` with the place of the first fault.
    package init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONTextError) {
        try JSONEncodingCheck.check(bytes, limit: limits.bytes)
        var parser = JSONParser(bytes: bytes, depthLimit: limits.depth)
        self = try parser.parseText()
    }
}

/// Names an encoding that is not UTF-8 before the parser would stumble over it.
enum JSONEncodingCheck {
    static func check(_ bytes: [UInt8], limit: Int) throws(JSONTextError) {
        if bytes.count > limit {
            throw atStart("the text has \(bytes.count) bytes, more than the \(limit) that are allowed")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw atStart("the text begins with a byte order mark; save it as UTF-8 without one")
        }
        // A JSON text begins with an ASCII character, so a NUL among the first two bytes, or a byte order mark,
        // tells UTF-16 and UTF-32.
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
            || bytes.count > 1 && bytes.prefix(2).contains(0)
        {
            throw atStart("the text is not UTF-8 but UTF-16 or UTF-32; save it as UTF-8")
        }
    }

    private static func atStart(_ message: String) -> JSONTextError {
        JSONTextError(position: JSONPosition(line: 1, column: 1, offset: 0), message: message)
    }
}
