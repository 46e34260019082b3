import LinuxSupport
import Testing

@testable import Spool

@Suite("OutcomeName")
struct OutcomeNameTests {
    let job: JobID

    init() throws { job = try #require(JobID("01aryz6s41tsv4rrffq69g5fav")) }

    @Test("is the image's name and the suffix")
    func plain() {
        #expect(OutcomeName.plain("scan.png", suffix: ".json") == "scan.png.json")
        #expect(OutcomeName.withJob("scan.png", job, suffix: ".json") == "scan.png.01aryz6s41tsv4rrffq69g5fav.json")
    }

    @Test("is left alone as long as it fits")
    func longestThatFits() throws {
        let name = FileName(stringLiteral: String(repeating: "a", count: 250))
        #expect(OutcomeName.plain(name, suffix: ".json").bytes.count == 255)
        #expect(OutcomeName.plain(name, suffix: ".json").string == String(repeating: "a", count: 250) + ".json")
    }

    @Test("is cut to 255 bytes, with the SHA-256 of the whole name")
    func cut() {
        // printf 'a%.0s' $(seq 255) | sha256sum; 255 − 1 − 16 − 5 bytes of the name are kept.
        let name = FileName(stringLiteral: String(repeating: "a", count: 255))
        let result = OutcomeName.plain(name, suffix: ".json")
        #expect(result.bytes.count == 255)
        #expect(result.string == String(repeating: "a", count: 233) + "~b0f3323e7a3cad8a" + ".json")
    }

    @Test("is cut between characters of UTF-8")
    func cutOfUTF8() {
        // 85 times "あ", 3 bytes each: 255 bytes. 233 bytes are left: 77 characters, 231 bytes.
        let name = FileName(stringLiteral: String(repeating: "あ", count: 85))
        let result = OutcomeName.plain(name, suffix: ".json")
        #expect(result.string == String(repeating: "あ", count: 77) + "~95f320344b00ba76" + ".json")
        #expect(result.isUTF8)
    }

    @Test("of names that are not UTF-8 is cut anywhere")
    func cutOfBytes() throws {
        let name = try #require(FileName([UInt8](repeating: 0xBF, count: 255)))
        let result = OutcomeName.plain(name, suffix: ".json")
        #expect(result.bytes.prefix(233) == ArraySlice([UInt8](repeating: 0xBF, count: 233)))
        #expect(result.bytes.count == 255)
    }

    @Test("of two long names that begin alike differ")
    func cutNamesDiffer() {
        let first = FileName(stringLiteral: String(repeating: "a", count: 254) + "b")
        let second = FileName(stringLiteral: String(repeating: "a", count: 254) + "c")
        #expect(OutcomeName.plain(first, suffix: ".json") != OutcomeName.plain(second, suffix: ".json"))
    }
}
