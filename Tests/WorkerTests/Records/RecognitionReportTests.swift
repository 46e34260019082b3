import StrictJSON
import Testing
import TextRecognition

@testable import Worker

@Suite("Recognition report")
struct RecognitionReportTests {
    private func recognized(_ result: RecognitionResult) throws -> RecognizedImage {
        let report = try RecognitionReport(reading: RecognitionReport.bytes(of: result))
        guard case .recognized(let image) = report else {
            throw ReportError(message: "\(report)")
        }
        return image
    }

    @Test("a text result is written in the record's order and rounding")
    func textJSON() {
        let geometry = Sample.geometryJSON
        let expected =
            #"{"recognized":{"recognizer":"text","recognizerReason":"requested","image":{"format":"jpeg","width":100,"#
            + #""height":60,"orientation":{"applied":"rightTop","source":"exif"},"pageCount":1},"text":"Hi","#
            + #""pages":[{"page":1,"width":100,"height":60,"text":"Hi","angle":0.01,"#
            + #""blocks":[{"text":"Hi","confidence":0.9877,"#
            + #""recognizedLanguages":[{"languageCode":"en","confidence":0.5}],"# + geometry
            + #","lines":[{"text":"Hi","confidence":1,"recognizedLanguages":[],"# + geometry
            + #","elements":[{"text":"Hi","confidence":0,"recognizedLanguages":[],"# + geometry
            + #","symbols":[{"text":"H","confidence":0.25,"recognizedLanguages":[],"# + geometry + "}]}]}]}],"
            + #""warnings":[{"code":"characters-too-small","message":"Small.","measured":11.5},"#
            + #"{"code":"blurred","message":"Blurred.","measured":null}]}],"#
            + #""engines":[{"name":"tesseract","version":"5.3.0","models":["eng"],"share":1}],"#
            + #""decodeMilliseconds":12,"recognizeMilliseconds":1234},"failed":null}"#
        #expect(String(decoding: RecognitionReport.bytes(of: Sample.textResult), as: UTF8.self) == expected)
    }

    @Test("a document node has its break, and a block its type, before the children")
    func documentJSON() {
        let text = String(decoding: RecognitionReport.bytes(of: Sample.documentResult), as: UTF8.self)
        let node = #"{"text":"日","confidence":0.5,"recognizedLanguages":[],"# + Sample.geometryJSON
        let withBreak = node + #","recognizedBreak":{"type":"lineBreak","isPrefix":false},"#
        let block =
            withBreak + #""type":"text","paragraphs":["# + withBreak + #""words":["# + withBreak + #""symbols":["#
            + node + #","recognizedBreak":null}]}]}]}"#
        #expect(text.contains(#""blocks":["# + block + ","))
        #expect(text.contains(#""recognizedBreak":null,"type":"picture","paragraphs":[]}]"#))
    }

    @Test("what a child wrote is read back")
    func roundTrip() throws {
        let image = try recognized(Sample.documentResult)
        #expect(image.recognizer == .document)
        #expect(image.recognizerReason == "31 lines in one column")
        #expect(image.facts == Sample.documentResult.image)
        #expect(image.text == "日")
        #expect(image.pages.map { $0["page"] } == [2, 7])
        #expect(image.engines == [])
        #expect(image.decodeMilliseconds == 0)
        #expect(image.recognizeMilliseconds == 0)
        #expect(try recognized(Sample.textResult).engines == Sample.textResult.engines)
    }

    @Test("every failure of a recognizer is read back", arguments: RecognitionError.Code.allCases)
    func failure(code: RecognitionError.Code) throws {
        let error = RecognitionError(code, stage: .decode, "The image\nis \u{7F} odd.")
        #expect(try RecognitionReport(reading: RecognitionReport.bytes(of: error)) == .failed(error))
    }
}
