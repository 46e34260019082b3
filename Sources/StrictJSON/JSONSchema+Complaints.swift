extension StringRule {
    /// What is wrong with `string`, to follow the name of its field; `nil` when nothing is.
    func complaint(about string: String) -> String? {
        let quoted = "\"\(JSONEscaping.excerpt(string))\""
        if let values, !values.contains(where: { $0.utf8.elementsEqual(string.utf8) }) {
            if unavailable.contains(where: { $0.utf8.elementsEqual(string.utf8) }) {
                return "cannot be \(quoted) in this version, only \(Self.list(values))"
            }
            let nearest = NearestName.of(string, among: values + unavailable)
            let advice = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
            return "must be \(Self.list(values)), not \(quoted)\(advice)"
        }
        let length = string.unicodeScalars.count
        if let maximumLength, length > maximumLength {
            return "must have at most \(maximumLength) characters, not \(length)"
        }
        if let pattern, !pattern.matches(string) { return "must be \(pattern.name), not \(quoted)" }
        return nil
    }

    /// `"a", "b" or "c"`
    private static func list(_ values: [String]) -> String {
        let quoted = values.map { "\"\($0)\"" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }
}

extension ArrayRule {
    /// `at most 8 elements`, `1 element`, `1 to 7 elements`
    var countText: String {
        let noun = counts.upperBound == 1 ? "element" : "elements"
        if counts.lowerBound == counts.upperBound { return "\(counts.lowerBound) \(noun)" }
        if counts.lowerBound == 0 { return "at most \(counts.upperBound) \(noun)" }
        return "\(counts.lowerBound) to \(counts.upperBound) \(noun)"
    }
}

extension JSONSchema {
    /// `from 0 to 1`, `at least 0`; an infinite end is not told.
    static func phrase(for range: ClosedRange<Double>) -> String {
        let lower = range.lowerBound.isFinite ? JSONNumber(range.lowerBound).lexeme : nil
        let upper = range.upperBound.isFinite ? JSONNumber(range.upperBound).lexeme : nil
        switch (lower, upper) {
        case (let lower?, let upper?): return "from \(lower) to \(upper)"
        case (let lower?, nil): return "at least \(lower)"
        case (nil, let upper?): return "at most \(upper)"
        case (nil, nil): return "any number"
        }
    }
}

/// The type of a value as a sentence tells it.
enum JSONTypePhrase {
    static func of(_ content: JSONContent) -> String {
        switch content {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let number): "the number \(JSONEscaping.excerpt(number.lexeme))"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
