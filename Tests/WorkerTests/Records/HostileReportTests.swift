import StrictJSON
import Testing
import TextRecognition

@testable import Worker

@Suite("A child's lies")
struct HostileReportTests {
    struct Lie: Sendable, CustomTestStringConvertible {
        let honest: String
        let lie: String
        let complaint: String
        var testDescription: String { "\(honest) -> \(lie)" }

        init(_ honest: String, _ lie: String, _ complaint: String) {
            self.honest = honest
            self.lie = lie
            self.complaint = complaint
        }
    }

    static let textLies = [
        Lie(
            #""confidence":0.25"#, #""confidence":1.01"#,
            #""blocks[0].lines[0].elements[0].symbols[0].confidence" must be from 0 to 1, not 1.01"#),
        Lie(#""confidence":0.25"#, #""confidence":-0.1"#, "must be from 0 to 1, not -0.1"),
        Lie(#""angle":-1.23,"lines""#, #""angle":180.5,"lines""#, "must be from -180 to 180, not 180.5"),
        Lie(#""width":30,"#, #""width":91,"#, "a frame reaches beyond the page on page 1"),
        Lie(#""frame":{"x":10,"y":20"#, #""frame":{"x":10,"y":21"#, "a frame reaches beyond the page on page 1"),
        Lie(#""frame":{"x":10"#, #""frame":{"x":-1"#, "must be from 0 to 32767, not -1"),
        Lie(#""width":30,"#, #""width":0,"#, "must be from 1 to 32767, not 0"),
        Lie(#"{"x":40,"y":60}"#, #"{"x":40,"y":61}"#, "a corner lies beyond the page on page 1"),
        Lie(#"{"x":40,"y":60},"#, "", "must have 4 elements, not 3"),
        Lie(#"{"text":"H""#, #"{"text":" \u00a0\n""#, "a text is blank on page 1"),
        Lie(#"{"text":"H""#, #"{"text":"\u0000""#, "a string must not hold a NUL character, not even as \\u0000"),
        Lie(
            #"{"text":"H""#, #"{"id":"job-9","text":"H""#,
            #"unknown field "blocks[0].lines[0].elements[0].symbols[0].id""#),
        Lie(#""recognizer":"text""#, #""recognizer":"document""#, #"unknown field "blocks[0].lines""#),
        Lie(#""recognizer":"text""#, #""recognizer":"auto""#, #"must be "text" or "document", not "auto""#),
        Lie(#""page":1"#, #""page":2"#, "page 2 of 1 cannot follow page 0"),
        Lie(#""page":1"#, #""page":0"#, "must be from 1 to 1000000, not 0"),
        Lie(#""code":"blurred""#, #""code":"sharp""#, "must be "),
        Lie(#""share":1"#, #""share":1e999"#, "the number 1e999 is too large"),
        Lie(#""failed":null"#, #""failed":{"code":"image-empty","stage":"decode","message":"x"}"#, "exactly one of"),
        Lie(#""decodeMilliseconds":12"#, #""decodeMilliseconds":-12"#, "must be from 0 to 9007199254740991, not -12"),
        Lie(#""format":"jpeg""#, #""format":"exe""#, #""recognized.image.format" must be "#),
        Lie("}", "", "expected a comma or }"),
    ]

    @Test("a report that lies is refused with the reason", arguments: textLies)
    func refused(_ lie: Lie) throws {
        let honest = String(decoding: RecognitionReport.bytes(of: Sample.textResult), as: UTF8.self)
        let range = try #require(honest.firstRange(of: lie.honest))
        let lying = honest[..<range.lowerBound] + lie.lie + honest[range.upperBound...]
        let error = #expect(throws: ReportError.self) { try RecognitionReport(reading: Array(lying.utf8)) }
        #expect(error?.message.contains(lie.complaint) == true, "\(error?.message ?? "")")
    }

    @Test("pages that do not ascend, or are none, are refused")
    func pages() {
        var result = Sample.documentResult
        result.pages.swapAt(0, 1)
        expectRefusal(result, "page 2 of 9 cannot follow page 7")
        result.pages = [result.pages[0], result.pages[0]]
        expectRefusal(result, "page 7 of 9 cannot follow page 7")
        result.pages = []
        expectRefusal(result, #""recognized.pages" must have 1 to 10000 elements, not 0"#)
    }

    private func expectRefusal(_ result: RecognitionResult, _ complaint: String) {
        let error = #expect(throws: ReportError.self) {
            try RecognitionReport(reading: RecognitionReport.bytes(of: result))
        }
        #expect(error?.message.contains(complaint) == true, "\(error?.message ?? "")")
    }

    @Test("nothing, noise, and both nulls are refused")
    func noise() {
        for text in ["", "babble", "[]", "{}", #"{"recognized":null,"failed":null}"#] {
            #expect(throws: ReportError.self) { try RecognitionReport(reading: Array(text.utf8)) }
        }
        #expect(throws: ReportError.self) { try RecognitionReport(reading: [0xFF, 0x00, 0x80]) }
    }

    @Test("a failure outside the contract's codes is refused")
    func failureCode() {
        let text = #"{"recognized":null,"failed":{"code":"disk-full","stage":"decode","message":"x"}}"#
        #expect(throws: ReportError.self) { try RecognitionReport(reading: Array(text.utf8)) }
    }

    @Test("a report above the size limit is refused unread")
    func size() {
        let bytes = RecognitionReport.bytes(of: Sample.textResult)
        #expect(throws: Never.self) { try RecognitionReport(reading: bytes, sizeLimit: bytes.count) }
        let error = #expect(throws: ReportError.self) {
            try RecognitionReport(reading: bytes, sizeLimit: bytes.count - 1)
        }
        #expect(error?.message.contains("more than the \(bytes.count - 1) that are allowed") == true)
    }
}
