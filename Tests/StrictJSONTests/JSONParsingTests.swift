import StrictJSON
import Testing

@Suite("Parsing JSON")
struct JSONParsingTests {
    private func parse(_ text: String, depth: Int = 16) throws -> JSONValue {
        try JSONValue(parsing: Array(text.utf8), limits: JSONLimits(depth: depth))
    }

    @Test("every type of value is read")
    func types() throws {
        let value = try parse(#" {"a": [1, -2.5e1, true, false, null], "b": {"c": "x"}, "d": [], "e": {}} "#)
        #expect(value == ["a": [1, -25, true, false, .null], "b": ["c": "x"], "d": [], "e": [:]])
    }

    @Test(
        "escapes stand for their characters",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u0041\u00e9\u00E9""#, "Aéé"),
            (#""a\ud83d\ude00b""#, "a😀b"),
            (#""😀 é 日""#, "😀 é 日"),
            (#""""#, ""),
        ])
    func escapes(text: String, expected: String) throws {
        #expect(try parse(text).string == expected)
    }

    @Test("values and keys know their line, column in characters and offset in bytes")
    func positions() throws {
        // "é" has two bytes and "😀" four, each is one column.
        let value = try parse("{\n  \"é\": \"😀\", \"b\":\r\n\t[7]\n}")
        let members = try #require(value.object?.members)
        #expect(value.position == JSONPosition(line: 1, column: 1, offset: 0))
        #expect(members[0].keyPosition == JSONPosition(line: 2, column: 3, offset: 4))
        #expect(members[0].value.position == JSONPosition(line: 2, column: 8, offset: 10))
        #expect(members[1].keyPosition == JSONPosition(line: 2, column: 13, offset: 18))
        #expect(members[1].value.position == JSONPosition(line: 3, column: 2, offset: 25))
        #expect(members[1].value.array?[0].position == JSONPosition(line: 3, column: 3, offset: 26))
    }

    @Test(
        "a whole number is an Int however it is spelled",
        arguments: [
            ("0", 0), ("-0", 0), ("7.0", 7), ("70e-1", 7), ("1E2", 100), ("9223372036854775807", Int.max),
            ("-9223372036854775808", Int.min),
        ])
    func wholeNumbers(text: String, expected: Int) throws {
        #expect(try parse(text).int == expected)
    }

    @Test(
        "what is no whole number, or none that is told exactly, is no Int",
        arguments: ["7.5", "9223372036854775808", "1e300", "1e-400"])
    func notWhole(text: String) throws {
        let value = try parse(text)
        if text == "1e-400" {
            #expect(value.double == 0)
        } else {
            #expect(value.int == nil)
            #expect(value.double == Double(text))
        }
    }

    @Test("numbers are equal by value and keep their spelling")
    func numberEquality() throws {
        #expect(try parse("1.0") == parse("1"))
        #expect(try parse("1.0").hashValue == parse("1").hashValue)
        #expect(try parse("0.5") == parse("5e-1"))
        #expect(try parse("1.50").bytes() == Array("1.50".utf8))
    }

    @Test("strings and keys are compared by scalars, without Unicode normalization")
    func normalization() throws {
        let composed = try parse(#""\u00e9""#)
        let decomposed = try parse(#""e\u0301""#)
        #expect(composed != decomposed)
        let object = try parse(#"{"\u00e9": 1, "e\u0301": 2}"#)
        #expect(object.object?.members.count == 2)
        #expect(object["e\u{301}"] == 2)
    }

    @Test("sixteen levels are accepted and the seventeenth is refused where it opens")
    func depth() throws {
        let sixteen = String(repeating: "[", count: 16) + String(repeating: "]", count: 16)
        #expect(throws: Never.self) { try parse(sixteen) }
        let error = #expect(throws: JSONTextError.self) { try parse("[\n" + sixteen + "]") }
        #expect(error?.position == JSONPosition(line: 2, column: 16, offset: 17))
        #expect(error?.message == "this array is nested deeper than the 16 levels that are allowed")
    }

    @Test("a million opening brackets neither exhaust the stack nor take long")
    func hostileDepth() {
        let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        #expect(throws: JSONTextError.self) {
            try JSONValue(parsing: bytes, limits: JSONLimits(bytes: 1_000_000, depth: 256))
        }
    }

    @Test("the size limit counts bytes and is inclusive")
    func size() throws {
        let text = Array("\"é\"".utf8)
        #expect(try JSONValue(parsing: text, limits: JSONLimits(bytes: 4)).string == "é")
        let error = #expect(throws: JSONTextError.self) {
            try JSONValue(parsing: text, limits: JSONLimits(bytes: 3))
        }
        #expect(error?.message == "the text has 4 bytes, more than the 3 that are allowed")
    }

    @Test("many keys are told apart and a repeated one is found among them")
    func manyKeys() throws {
        let keys = (0..<3000).map { "\"k\($0)\":0" }.joined(separator: ",")
        #expect(try parse("{\(keys)}").object?.members.count == 3000)
        let error = #expect(throws: JSONTextError.self) { try parse("{\(keys),\"k17\":0}") }
        #expect(error?.message == #"the key "k17" stands twice in the same object"#)
    }
}
