internal import LinuxSupport
internal import StrictJSON

/// The forms of strings in requests and records.
///
/// Each predicate accepts what its regular expression accepts; all work on bytes, for a `Character` can hide more
/// than one scalar.
enum StringForm {
    static let requestID = StringPattern(
        "1 to 128 letters, digits, \".\", \"_\" or \"-\", the first a letter or digit",
        regex: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$"
    ) { text in
        (1...128).contains(text.utf8.count) && text.utf8.first.map(isAlphanumeric) == true
            && text.utf8.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
    }

    static let stream = StringPattern(
        "1 to 128 characters without control characters", regex: #"^[^\u0000-\u001f\u007f-\u009f]{1,128}$"#
    ) { text in
        (1...128).contains(text.unicodeScalars.count) && !text.unicodeScalars.contains(where: isControl)
    }

    static let script = StringPattern(
        "\"auto\", \"latin\", \"chinese\", \"devanagari\", \"japanese\", \"korean\" or the name of an installed script",
        regex: "^[A-Za-z][A-Za-z0-9_]{0,63}$"
    ) { text in
        (1...64).contains(text.utf8.count) && text.utf8.first.map(isLetter) == true
            && text.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
    }

    /// The shape of RFC 5646's tags; whether a language exists is not asked here.
    static let language = StringPattern(
        "a BCP 47 tag such as \"en\" or \"zh-Hant\"", regex: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"
    ) { text in
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return (2...8).contains(parts[0].count) && parts[0].allSatisfy(isLetter)
            && parts.dropFirst().allSatisfy { (1...8).contains($0.count) && $0.allSatisfy(isAlphanumeric) }
    }

    static let sha256 = StringPattern("64 hexadecimal digits", regex: "^[0-9A-Fa-f]{64}$") { text in
        text.utf8.count == 64 && text.utf8.allSatisfy(isHexadecimal)
    }

    static let pages = StringPattern(
        "page numbers and ranges such as \"1-3,7\"", regex: PageRanges.regex, matches: PageRanges.hasForm)

    static let timestamp = StringPattern(
        "a time such as \"2026-11-30T18:26:21.007Z\"", regex: Timestamp.regex
    ) { Timestamp.hasForm(Array($0.utf8)) }

    static let base64 = StringPattern("base64", regex: Base64.regex) { Base64.decode($0) != nil }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
}
