/// A JSON number as it was written.
///
/// Two numbers are equal when they have the same value as `Int`, or else as `Double`: `1`, `1.0` and `10e-1` are.
package struct JSONNumber: Sendable {
    /// The number's own spelling, e.g. `0.50` or `1e3`.
    package let lexeme: String

    /// A number that the parser has checked: RFC 8259's grammar, finite as a `Double`.
    init(checkedLexeme lexeme: String) { self.lexeme = lexeme }

    package init(_ value: Int) { lexeme = String(value) }

    /// The shortest spelling that reads back as `value`; a whole number has no fraction, and zero no sign.
    /// - Precondition: `value` is finite.
    package init(_ value: Double) {
        precondition(value.isFinite, "JSON has no number for \(value)")
        if let whole = Self.exactInt(value) {
            lexeme = String(whole)
        } else {
            lexeme = value.description
        }
    }

    /// A whole number that fits `Int`, however it is spelled; one with a fraction sign or an exponent only up to
    /// 2⁵³, where `Double` is exact.
    package var int: Int? {
        if let plain = Int(lexeme) { return plain }
        guard lexeme.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }) else {
            return nil
        }
        return Self.exactInt(double)
    }

    /// The nearest `Double`, always finite.
    package var double: Double { Double(lexeme) ?? 0 }

    /// `value` when it is whole and in ±2⁵³. `Int(exactly:)` and `rounded()` would need libm, which nothing here links.
    static func exactInt(_ value: Double) -> Int? {
        guard abs(value) <= 0x1p53 else { return nil }
        let truncated = Int(value)
        return Double(truncated) == value ? truncated : nil
    }
}

extension JSONNumber: Hashable {
    package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        switch (left.int, right.int) {
        case (let left?, let right?): left == right
        case (nil, nil): left.double == right.double
        case (nil, _), (_, nil): false
        }
    }

    package func hash(into hasher: inout Hasher) {
        if let int { hasher.combine(int) } else { hasher.combine(double) }
    }
}
