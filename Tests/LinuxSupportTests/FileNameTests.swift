import LinuxSupport
import Testing

@Suite("FileName")
struct FileNameTests {
    @Test(
        "is any bytes of one directory entry",
        arguments: [
            Array("a".utf8), [0x2E, 0x61], [0x2E, 0x2E, 0x2E], [0xFF], [0x0A], [0x20],
        ])
    func accepted(bytes: [UInt8]) {
        #expect(FileName(bytes)?.bytes == bytes)
    }

    @Test(
        "is never empty, . or .., and holds no slash or NUL",
        arguments: [
            [], [0x2E], [0x2E, 0x2E], [0x61, 0x2F], [0x2F], [0x61, 0x00],
        ])
    func refused(bytes: [UInt8]) {
        #expect(FileName(bytes) == nil)
    }

    @Test("tells NFC from NFD")
    func normalization() {
        #expect(FileName(stringLiteral: "\u{E9}") != FileName(stringLiteral: "e\u{301}"))
    }

    @Test("sorts by bytes, the shorter of two that begin alike first")
    func order() throws {
        let bytes: [[UInt8]] = [[0x41], [0x41, 0x01], [0x41, 0xFF], [0x61], [0x7F], [0x80], [0xFF]]
        let names = try bytes.map { try #require(FileName($0)) }
        #expect(names.reversed().sorted() == names)
        #expect(!(names[0] < names[0]))
    }

    @Test("knows its suffix, which is never the whole name, and capitals")
    func suffix() {
        #expect(FileName(stringLiteral: "a.json").hasSuffix(".json"))
        #expect(!FileName(stringLiteral: ".json").hasSuffix(".json"))
        #expect(!FileName(stringLiteral: "a.JSON").hasSuffix(".json"))
        #expect(!FileName(stringLiteral: "json").hasSuffix(".json"))
    }

    @Test("shows bytes that are not UTF-8 as U+FFFD in text only")
    func text() throws {
        let name = try #require(FileName([0x61, 0xFF]))
        #expect(name.string == "a\u{FFFD}")
        #expect(!name.isUTF8)
        #expect(name.appending(".json").bytes == [0x61, 0xFF] + Array(".json".utf8))
    }
}

@Suite("RelativePath")
struct RelativePathTests {
    @Test("splits at slashes")
    func split() throws {
        let path = try #require(RelativePath(Array("a/b c/d".utf8)))
        #expect(path.names == ["a", "b c", "d"])
        #expect(path.bytes == Array("a/b c/d".utf8))
        #expect(path.parent == "a/b c")
        #expect(path.name == "d")
        #expect(path.replacingName("e") == "a/b c/e")
        #expect(path.appending("e") == "a/b c/d/e")
    }

    @Test("is the directory itself when empty")
    func empty() {
        #expect(RelativePath([UInt8]()) == RelativePath([FileName]()))
        #expect(RelativePath([FileName]()).name == nil)
        #expect(RelativePath([FileName]()).parent.isEmpty)
    }

    @Test("never leads elsewhere", arguments: ["/", "/a", "a/", "a//b", "..", "a/..", "./a", "a/../b", "a\u{0}"])
    func refused(text: String) {
        #expect(RelativePath(Array(text.utf8)) == nil)
    }

    @Test("lies within a folder by whole names")
    func within() {
        #expect(("a/b/c" as RelativePath).isWithin("a/b"))
        #expect(("a/b" as RelativePath).isWithin("a/b"))
        #expect(!("a/bc" as RelativePath).isWithin("a/b"))
        #expect(("a" as RelativePath).isWithin(RelativePath([FileName]())))
    }

    @Test("sorts folder by folder")
    func order() {
        let paths: [RelativePath] = ["a", "a/b", "a/b/c", "a-b", "b"]
        // By names and not by characters: "a" and all in it come before "a-b".
        #expect(paths.reversed().sorted() == paths)
    }
}

@Suite("DisplayText")
struct DisplayTextTests {
    @Test("leaves what can be read as it is", arguments: ["scan 1.png", "Größe", "日本語.jpg", "नमस्ते", "🧾"])
    func readable(text: String) {
        #expect(DisplayText.escaped(text) == text)
    }

    @Test(
        "escapes what moves a cursor, ends a line, turns the reading direction or cannot be seen",
        arguments: [
            ("a\nb", "a\\u{a}b"), ("\u{1B}[2J", "\\u{1b}[2J"), ("a\u{7F}", "a\\u{7f}"), ("\u{9B}1m", "\\u{9b}1m"),
            ("\u{202E}gnp", "\\u{202e}gnp"), ("a\u{2028}b", "a\\u{2028}b"), ("a\u{200B}b", "a\\u{200b}b"),
            ("\u{FEFF}a", "\\u{feff}a"), ("\\", "\\\\"), ("\u{0}", "\\u{0}"),
        ])
    func escaped(text: String, expected: String) {
        #expect(DisplayText.escaped(text) == expected)
    }

    @Test(
        "shows bytes that are not UTF-8 one by one",
        arguments: [
            ([0x61, 0xFF, 0x62] as [UInt8], "a\\xffb"), ([0xC3], "\\xc3"), ([0xC0, 0x80], "\\xc0\\x80"),
            ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"), ([0xE3, 0x81, 0x61], "\\xe3\\x81a"),
        ])
    func bytes(bytes: [UInt8], expected: String) {
        #expect(DisplayText.escaped(bytes) == expected)
    }

    @Test("is cut, with a sign that it was")
    func limit() {
        #expect(DisplayText.escaped("abcdef", limit: 3) == "abc…")
        #expect(DisplayText.escaped("abc", limit: 3) == "abc")
        #expect(DisplayText.escaped("\n\n\n", limit: 1) == "\\u{a}…")
    }
}

@Suite("Hexadecimal")
struct HexadecimalTests {
    @Test("comes back, in either case of letters")
    func roundTrip() {
        #expect(Hexadecimal.encode([0x00, 0x1F, 0xAB, 0xFF]) == "001fabff")
        #expect(Hexadecimal.decode("001FabfF") == [0x00, 0x1F, 0xAB, 0xFF])
        #expect(Hexadecimal.decode("") == [])
    }

    @Test("is refused with half a byte or a foreign digit", arguments: ["0", "0g", "+1", " 1", "éé"])
    func refused(text: String) {
        #expect(Hexadecimal.decode(text) == nil)
    }
}
