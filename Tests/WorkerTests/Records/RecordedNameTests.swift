import StrictJSON
import Testing

@testable import Worker

@Suite("Recorded name")
struct RecordedNameTests {
    private func written(_ name: RecordedName?) throws -> JSONValue {
        var writer = JSONWriter()
        writer.object { RecordedName.writeMembers(of: name, into: &$0) }
        return try JSONValue(parsing: writer.bytes)
    }

    @Test("a name in UTF-8 is text alone")
    func utf8() throws {
        let name = RecordedName(bytes: Array("a/Ü日\n.png".utf8))
        let value = try written(name)
        #expect(value == ["name": "a/Ü日\n.png", "nameBytes": .null])
        #expect(RecordedName(recordedIn: value) == name)
    }

    @Test("a name that is not UTF-8 keeps its bytes beside readable text")
    func bytes() throws {
        let name = RecordedName(bytes: [0x61, 0xFC, 0x2E, 0x70])  // "aü.p" in Latin-1
        let value = try written(name)
        #expect(value == ["name": "a\u{FFFD}.p", "nameBytes": "YfwucA=="])
        #expect(RecordedName(recordedIn: value) == name)
    }

    @Test("no name is null")
    func none() throws {
        let value = try written(nil)
        #expect(value == ["name": .null, "nameBytes": .null])
        #expect(RecordedName(recordedIn: value) == nil)
    }

    // RFC 4648, section 10, and the two last letters of the alphabet.
    @Test(
        "base64 is that of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"), ("~~~???", "fn5+Pz8/"),
        ])
    func base64(text: String, encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(text.utf8))
    }

    @Test("what is no base64 is refused", arguments: ["Z", "Zg", "Zg=", "Zg==Zg==", "====", "Z===", "Zm9-", "Zm 9v"])
    func notBase64(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test("foreign bytes become text that a strict reader accepts")
    func foreignBytes() {
        #expect(String(recording: [0x61, 0x00, 0xFF, 0xC3, 0xA9, 0x0A]) == "a\u{FFFD}\u{FFFD}é\n")
        #expect(String(recording: Array("😀".utf8)) == "😀")
    }
}
