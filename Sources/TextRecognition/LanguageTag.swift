/// The subtags of a BCP 47 tag that choose a model.
struct LanguageTag: Hashable {
    /// Two or three small letters, or `und`.
    var language: String
    /// ISO 15924, first letter capital.
    var script: String?
    /// ISO 3166 in capitals, or three digits.
    var region: String?

    /// Reads a tag by RFC 5646's syntax; `nil` when it is not well-formed. `_` is taken for `-`.
    init?(_ text: String) {
        var subtags = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }[...]
        guard let first = subtags.popFirst(), (2...8).contains(first.count), first.allSatisfy(\.isASCIILetter) else {
            return nil
        }
        language = first.lowercased()
        if first.count <= 3 {
            // Extended language subtags name the language itself: zh-yue is yue.
            while let extended = subtags.first, extended.count == 3, extended.allSatisfy(\.isASCIILetter) {
                language = extended.lowercased()
                subtags.removeFirst()
            }
        }
        if let next = subtags.first, next.count == 4, next.allSatisfy(\.isASCIILetter) {
            script = next.prefix(1).uppercased() + next.dropFirst().lowercased()
            subtags.removeFirst()
        }
        if let next = subtags.first,
            next.count == 2 && next.allSatisfy(\.isASCIILetter) || next.count == 3 && next.allSatisfy(\.isASCIIDigit)
        {
            region = next.uppercased()
            subtags.removeFirst()
        }
        // Variants, extensions and private use choose nothing, but have to be spelt right.
        guard
            subtags.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit } })
        else { return nil }
    }
}

extension Character {
    fileprivate var isASCIILetter: Bool { isASCII && isLetter }
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
