/// Writes one JSON value as bytes, part by part and in the order of the calls.
///
/// What it writes is always valid UTF-8 and, because `object` and `array` close what they open, always balanced.
/// It can be shown in a terminal and put into a script: control characters (C0, DEL, C1) and the line separators
/// U+2028 and U+2029 are escaped; `/` is not.
///
///     var writer = JSONWriter()
///     writer.object { writer in
///         writer.key("page")
///         writer.int(1)
///     }
///     writer.bytes  // {"page":1}
package struct JSONWriter: Sendable {
    package enum Layout: Sendable {
        /// No white space.
        case compact
        /// Two spaces for each level, one member or element a line.
        case pretty
    }

    private enum Container { case object, array }

    /// What has been written so far, without a final line feed.
    package private(set) var bytes: [UInt8] = []
    private let layout: Layout
    private var open: [Container] = []
    private var isFirst = true
    private var hasKey = false

    package init(layout: Layout = .compact) { self.layout = layout }

    /// Writes an object; `members` writes each as a key and then one value.
    package mutating func object<Failure: Error>(
        _ members: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try container(.object, opening: UInt8(ascii: "{"), closing: UInt8(ascii: "}"), members)
    }

    /// Writes an array; `elements` writes its values one by one.
    package mutating func array<Failure: Error>(
        _ elements: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try container(.array, opening: UInt8(ascii: "["), closing: UInt8(ascii: "]"), elements)
    }

    /// Writes the name of the next value.
    /// - Precondition: an object is open, and its last key has its value. That keys differ is the caller's promise.
    package mutating func key(_ key: String) {
        precondition(open.last == .object && !hasKey, "a key stands in an object, before its value")
        separate()
        quote(key)
        bytes.append(UInt8(ascii: ":"))
        if layout == .pretty { bytes.append(UInt8(ascii: " ")) }
        hasKey = true
    }

    /// Writes a string, or null for `nil`.
    package mutating func string(_ string: String?) {
        guard let string else { return null() }
        beginValue()
        quote(string)
    }

    /// Writes a whole number, or null for `nil`.
    package mutating func int(_ value: Int?) {
        guard let value else { return null() }
        literal(String(value))
    }

    /// Writes a number in the shortest form that reads back the same (`2`, `0.1`, `1e-05`), or null for `nil`.
    /// - Precondition: `value` is finite.
    package mutating func double(_ value: Double?) {
        guard let value else { return null() }
        literal(JSONNumber(value).lexeme)
    }

    /// Writes a number rounded to at most `decimals` places, halves away from zero, without trailing zeros.
    /// - Precondition: `value` is finite, and `decimals` is in 0…9.
    package mutating func double(_ value: Double, decimals: Int) {
        precondition((0...9).contains(decimals))
        let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
        let scaled = value * scale
        // Beyond 2⁵² a Double is whole: `value` has no digit that rounding could take away.
        guard abs(scaled) < 0x1p52 else { return double(value) }
        double(Double(Int(scaled < 0 ? scaled - 0.5 : scaled + 0.5)) / scale)
    }

    package mutating func bool(_ value: Bool?) {
        guard let value else { return null() }
        literal(value ? "true" : "false")
    }

    package mutating func null() { literal("null") }

    /// Writes a value that was parsed or made in code; numbers keep their spelling.
    package mutating func value(_ value: JSONValue?) {
        guard let value else { return null() }
        switch value.content {
        case .null: null()
        case .bool(let flag): bool(flag)
        case .number(let number): literal(number.lexeme)
        case .string(let text): string(text)
        case .array(let elements):
            array { writer in
                for element in elements { writer.value(element) }
            }
        case .object(let object):
            self.object { writer in
                for member in object.members {
                    writer.key(member.key)
                    writer.value(member.value)
                }
            }
        }
    }

    private mutating func literal(_ text: String) {
        beginValue()
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func container<Failure: Error>(
        _ kind: Container, opening: UInt8, closing: UInt8, _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        beginValue()
        bytes.append(opening)
        open.append(kind)
        isFirst = true
        try body(&self)
        precondition(open.last == kind && !hasKey, "a key lacks its value")
        open.removeLast()
        if !isFirst { indent() }
        isFirst = false
        bytes.append(closing)
    }

    private mutating func beginValue() {
        switch open.last {
        case .object: precondition(hasKey, "a value in an object needs a key")
        case .array: separate()
        case nil: precondition(bytes.isEmpty, "a JSON text is one value")
        }
        hasKey = false
    }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        indent()
    }

    private mutating func indent() {
        guard layout == .pretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * open.count))
    }

    private mutating func quote(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        JSONEscaping.append(string, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }
}

extension JSONValue {
    /// The value as JSON text, without a final line feed.
    package func bytes(layout: JSONWriter.Layout = .compact) -> [UInt8] {
        var writer = JSONWriter(layout: layout)
        writer.value(self)
        return writer.bytes
    }
}
