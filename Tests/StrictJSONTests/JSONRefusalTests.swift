import StrictJSON
import Testing

@Suite("Refusing what is not strict JSON")
struct JSONRefusalTests {
    struct Refusal: CustomTestStringConvertible, Sendable {
        let bytes: [UInt8]
        let line: Int
        let column: Int
        let message: String

        init(_ text: String, _ line: Int, _ column: Int, _ message: String) {
            self.init(Array(text.utf8), line, column, message)
        }

        init(_ bytes: [UInt8], _ line: Int, _ column: Int, _ message: String) {
            self.bytes = bytes
            self.line = line
            self.column = column
            self.message = message
        }

        var testDescription: String { message }
    }

    static let grammar = [
        Refusal("", 1, 1, "the text is empty; expected a JSON value"),
        Refusal(" \n ", 2, 2, "the text is empty; expected a JSON value"),
        Refusal("{} x", 1, 4, "expected the end of the text after its value but found x"),
        Refusal("{\"a\" 1}", 1, 6, "expected a colon after the key \"a\" but found 1"),
        Refusal("{a: 1}", 1, 2, "expected a key in double quotes but found a"),
        Refusal(
            "{'a': 1}", 1, 2, "expected a key in double quotes but found '; only straight double quotes make a string"),
        Refusal(
            "{“a”: 1}", 1, 2, "expected a key in double quotes but found “; only straight double quotes make a string"),
        Refusal("{\"a\": 1 // one\n}", 1, 9, "expected a comma or } in the object but found /; JSON has no comments"),
        Refusal("{\"a\": 1,\n}", 1, 8, "remove the comma after the last part of the object"),
        Refusal("[1,]", 1, 3, "remove the comma after the last part of the array"),
        Refusal("[1 2]", 1, 4, "expected a comma or ] in the array but found 2"),
        Refusal("[1", 1, 3, "expected a comma or ] in the array but found the end of the text"),
        Refusal("{\"a\":", 1, 6, "expected a value but found the end of the text"),
        Refusal("[,1]", 1, 2, "expected a value but found ,"),
        Refusal("[True]", 1, 2, "write true in lower case, not True"),
        Refusal("[None]", 1, 2, "JSON has no None; write null or leave the field out"),
        Refusal("[NaN]", 1, 2, "JSON has no number for NaN"),
        Refusal("[-Infinity]", 1, 3, "expected a digit after the minus sign but found I"),
        Refusal("[yes]", 1, 2, "expected a value but found the word yes; text needs double quotes"),
        Refusal("[\u{1B}[31m]", 1, 2, "expected a value but found \\u001b"),
        Refusal("{\"a\":1, \n \"b\":2, \"a\":3}", 2, 9, "the key \"a\" stands twice in the same object"),
        Refusal("{\"\\u0061\":1,\"a\":3}", 1, 13, "the key \"a\" stands twice in the same object"),
        Refusal("{\"\\n\":1,\"\\n\":3}", 1, 9, "the key \"\\n\" stands twice in the same object"),
    ]

    static let numbers = [
        Refusal("[01]", 1, 2, "a number must not begin with a superfluous zero"),
        Refusal("[-012]", 1, 2, "a number must not begin with a superfluous zero"),
        Refusal("[+1]", 1, 2, "expected a value but found +"),
        Refusal("[.5]", 1, 2, "expected a value but found ."),
        Refusal("[5.]", 1, 4, "expected a digit after the decimal point but found ]"),
        Refusal("[1e]", 1, 4, "expected a digit in the exponent but found ]"),
        Refusal("[0x10]", 1, 3, "expected a comma or ] in the array but found x"),
        Refusal("[1e999]", 1, 2, "the number 1e999 is too large"),
        Refusal("[-1e999]", 1, 2, "the number -1e999 is too large"),
        Refusal(
            "[" + String(repeating: "1", count: 101) + "]", 1, 2, "a number must not have more than 100 characters"),
    ]

    static let strings = [
        Refusal("[\"abc", 1, 2, "this string has no closing quote"),
        Refusal(
            "[\"abc\n\"]", 1, 6,
            "the string that begins at line 1, column 2 has no closing quote on its line; write a line break as \\n"),
        Refusal("[\"a\tb\"]", 1, 4, "write the control character \\t escaped"),
        Refusal("[\"a\u{0}b\"]", 1, 4, "a string must not hold a NUL character"),
        Refusal(#"["a\u0000b"]"#, 1, 4, "a string must not hold a NUL character, not even as \\u0000"),
        Refusal(#"["C:\Users"]"#, 1, 5, "\\U is not an escape of JSON; write a backslash itself as \\\\"),
        Refusal(#"["\u12G4"]"#, 1, 3, "\\u needs four hexadecimal digits"),
        Refusal(#"["\ud800"]"#, 1, 3, "this \\u escape is half of a surrogate pair and stands for no character"),
        Refusal(#"["é\ude00"]"#, 1, 4, "this \\u escape is half of a surrogate pair and stands for no character"),
        Refusal(#"["\ud83d\u0041"]"#, 1, 3, "this \\u escape is half of a surrogate pair and stands for no character"),
        Refusal("[\"\\", 1, 3, "the text ends within an escape"),
    ]

    static let encodings = [
        Refusal(
            [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], 1, 1, "the text begins with a byte order mark; save it as UTF-8 without one"
        ),
        Refusal([0xFF, 0xFE, 0x7B, 0x00], 1, 1, "the text is not UTF-8 but UTF-16 or UTF-32; save it as UTF-8"),
        Refusal([0x00, 0x7B, 0x00, 0x7D], 1, 1, "the text is not UTF-8 but UTF-16 or UTF-32; save it as UTF-8"),
        Refusal([0x7B, 0x00, 0x7D, 0x00], 1, 1, "the text is not UTF-8 but UTF-16 or UTF-32; save it as UTF-8"),
        Refusal([0x5B, 0x31, 0x00, 0x5D], 1, 3, "expected a comma or ] in the array but found a NUL character"),
        // Latin-1 é; an overlong slash; a surrogate in UTF-8; beyond U+10FFFF; a scalar cut by the end.
        Refusal([0x22, 0xE9, 0x22], 1, 2, "the byte 0xE9 is not valid UTF-8; save the text as UTF-8"),
        Refusal([0x22, 0xC0, 0xAF, 0x22], 1, 2, "the byte 0xC0 is not valid UTF-8; save the text as UTF-8"),
        Refusal([0x22, 0xED, 0xA0, 0x80, 0x22], 1, 2, "the byte 0xED is not valid UTF-8; save the text as UTF-8"),
        Refusal(
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1, 2, "the byte 0xF4 is not valid UTF-8; save the text as UTF-8"),
        Refusal([0x22, 0x61, 0xE2, 0x82], 1, 3, "the byte 0xE2 is not valid UTF-8; save the text as UTF-8"),
        Refusal([0x5B, 0xFF, 0x5D], 1, 2, "the byte 0xFF is not valid UTF-8; save the text as UTF-8"),
    ]

    @Test("the place and the reason are told", arguments: grammar + numbers + strings + encodings)
    func refusal(_ refusal: Refusal) {
        let error = #expect(throws: JSONTextError.self) { try JSONValue(parsing: refusal.bytes) }
        #expect(error?.position.line == refusal.line)
        #expect(error?.position.column == refusal.column)
        #expect(error?.message == refusal.message)
    }
}
