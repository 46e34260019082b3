import StrictJSON
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
    private func text(_ layout: JSONWriter.Layout = .compact, _ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(layout: layout)
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func sample(_ writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("a")
            writer.array { writer in
                writer.int(1)
                writer.object { _ in }
                writer.array { _ in }
            }
            writer.key("b/c")
            writer.string(nil)
            writer.key("d")
            writer.bool(true)
        }
    }

    @Test("compact text has no white space")
    func compact() {
        #expect(text { Self.sample(&$0) } == #"{"a":[1,{},[]],"b/c":null,"d":true}"#)
    }

    @Test("pretty text has one member a line and two spaces a level")
    func pretty() {
        let expected = """
            {
              "a": [
                1,
                {},
                []
              ],
              "b/c": null,
              "d": true
            }
            """
        #expect(text(.pretty) { Self.sample(&$0) } == expected)
    }

    @Test(
        "characters that could hurt a terminal or a script are escaped, and no others",
        arguments: [
            ("a\"b\\c/d", #""a\"b\\c/d""#),
            ("\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1B}\u{1F}", #""\u0000\u0001\b\t\n\u000b\f\r\u001b\u001f""#),
            ("\u{7F}\u{80}\u{9F}\u{A0}", "\"\\u007f\\u0080\\u009f\u{A0}\""),
            ("\u{2027}\u{2028}\u{2029}\u{202A}", "\"\u{2027}\\u2028\\u2029\u{202A}\""),
            ("\r\n", #""\r\n""#),
            ("é日😀e\u{301}", "\"é日😀e\u{301}\""),
            ("<script>", "\"<script>\""),
        ])
    func escapes(string: String, expected: String) {
        let written = text { $0.string(string) }
        #expect(Array(written.utf8) == Array(expected.utf8))
    }

    @Test("keys are escaped like strings")
    func keys() {
        let written = text { writer in
            writer.object { writer in
                writer.key("a\nb")
                writer.null()
            }
        }
        #expect(written == #"{"a\nb":null}"#)
    }

    @Test(
        "a double is written in its shortest form",
        arguments: [
            (0.1, "0.1"), (2, "2"), (-0.0, "0"), (100, "100"), (0.00001, "1e-05"), (1e300, "1e+300"),
            (9_007_199_254_740_991, "9007199254740991"), (-1.5, "-1.5"),
        ] as [(Double, String)])
    func doubles(value: Double, expected: String) throws {
        #expect(text { $0.double(value) } == expected)
        #expect(try JSONValue(parsing: Array(expected.utf8)).double == value)
    }

    @Test(
        "decimals are limited, halves away from zero",
        arguments: [
            (0.98765, 4, "0.9877"), (1, 4, "1"), (0.00004, 4, "0"), (-0.125, 2, "-0.13"), (-0.001, 2, "0"),
            (179.999, 2, "180"), (12.5, 0, "13"), (1e300, 9, "1e+300"),
        ] as [(Double, Int, String)])
    func decimals(value: Double, decimals: Int, expected: String) {
        #expect(text { $0.double(value, decimals: decimals) } == expected)
    }

    @Test("what is written reads back as it was")
    func roundTrip() throws {
        let value: JSONValue = [
            "text": "line\nbreak \u{7F}\u{2028}", "numbers": [0, -1, 0.25, 1e-7],
            "nothing": .null, "nested": ["deep": [[], [:]]],
        ]
        #expect(try JSONValue(parsing: value.bytes()) == value)
        #expect(try JSONValue(parsing: value.bytes(layout: .pretty)) == value)
    }

    @Test("an infinite number is a broken promise")
    func infinite() async {
        await #expect(processExitsWith: .failure) {
            var writer = JSONWriter()
            writer.double(.infinity)
        }
    }

    @Test("a key without its value is a broken promise")
    func keyWithoutValue() async {
        await #expect(processExitsWith: .failure) {
            var writer = JSONWriter()
            writer.object { $0.key("a") }
        }
    }
}
