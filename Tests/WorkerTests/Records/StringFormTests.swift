import StrictJSON
import Testing

@testable import Worker

/// The predicate that decodes and the regular expression that is printed must accept the same strings.
@Suite("String forms")
struct StringFormTests {
    static let forms: [String: StringPattern] = [
        "requestID": StringForm.requestID, "stream": StringForm.stream, "script": StringForm.script,
        "language": StringForm.language, "sha256": StringForm.sha256, "pages": StringForm.pages,
        "timestamp": StringForm.timestamp, "base64": StringForm.base64,
    ]

    private static let texts =
        [
            "", "a", "A", "9", "-", "_", ".", ".a", "-a", "a.b-c_d", "a/b", "a b", "é", "e\u{301}", "日本", "a\n", "\r\n",
            "\u{7F}", "\u{9F}", "\u{A0}", "a\u{1B}", "😀", "Latin", "HanS_vert", "1Latin", "en", "en-US", "en_US",
            "zh-Hant-TW",
            "e", "-en", "en-", "en--US", "abcdefgh", "abcdefghi", "en-123456789", "x-private", "1", "0", "01", "1-3,7",
            "1-", ",1", "1,,2", "1-2-3", "999999", "1000000", "3-1", "१", "2026-11-30T18:26:21.007Z",
            "2026-02-31T00:00:00.000Z", "2026-13-01T00:00:00.000Z", "2026-11-30T24:00:00.000Z",
            "2026-11-30T23:59:60.000Z", "2026-11-30T18:26:21Z", "Zg==", "Zm9v", "Zg=", "Zm9-", "====", "Z===",
        ]
        + [32, 63, 64, 65, 127, 128, 129].flatMap { length in
            ["a", "F", "g", "é", "-"].map { String(repeating: $0, count: length) }
        }

    @Test("a predicate and its regular expression agree", arguments: forms.keys.sorted())
    func agreement(name: String) throws {
        let form = try #require(Self.forms[name])
        let regex = try Regex(form.regex).matchingSemantics(.unicodeScalar)
        let accepted = try Self.texts.filter { text in
            let isWhole = try regex.wholeMatch(in: text) != nil
            #expect(form.matches(text) == isWhole, "\(text.debugDescription)")
            return isWhole
        }
        // A form that accepts all or nothing would prove nothing.
        #expect(!accepted.isEmpty && accepted.count < Self.texts.count)
    }
}
