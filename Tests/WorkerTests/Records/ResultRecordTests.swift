import StrictJSON
import Testing
import TextRecognition

@testable import Worker

@Suite("Result record")
struct ResultRecordTests {
    @Test("the record has its fields in the contract's order on one line")
    func text() throws {
        let record = try Sample.record(of: Sample.textResult)
        let bytes = record.fileBytes()
        let report = RecognitionReport.bytes(of: Sample.textResult)
        let pages = try #require(try JSONValue(parsing: report)["recognized"]?["pages"])
        let expected =
            #"{"schema":"ocrspool.result/1","id":"job-1","requestId":null,"recognizer":"text","#
            + #""recognizerReason":"requested","image":{"name":"a/sign.jpg","nameBytes":null,"format":"jpeg","#
            + #""bytes":4321,"sha256":"\#(Sample.sha256)","width":100,"height":60,"#
            + #""orientation":{"applied":"rightTop","source":"exif"},"pageCount":1},"text":"Hi","pages":"#
            + String(decoding: pages.bytes(), as: UTF8.self)
            + #","engines":[{"name":"tesseract","version":"5.3.0","models":["eng"],"share":1}],"#
            + #""request":{"id":null,"recognizer":"auto","model":"sparse","engine":"auto","script":"auto","#
            + #""languageHints":[],"orientation":"auto","region":null,"pages":null,"detail":"word","#
            + #""outputs":["json"],"priority":5,"stream":null,"timeoutSeconds":600,"acceptTruncated":false,"#
            + #""bytes":null,"sha256":null},"#
            + #""timings":{"queuedMilliseconds":7,"decodeMilliseconds":12,"recognizeMilliseconds":1234,"#
            + #""totalMilliseconds":1300},"receivedAt":"1970-01-01T00:00:00.000Z","#
            + #""completedAt":"1970-01-01T00:00:01.300Z","attempts":1,"worker":"host/42","metadata":{}}"#
        #expect(String(decoding: bytes, as: UTF8.self) == expected + "\n")
        #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 1)
    }

    @Test("the pretty form has the same content")
    func pretty() throws {
        let record = try Sample.record(of: Sample.documentResult)
        let pretty = record.fileBytes(layout: .pretty)
        #expect(try JSONValue(parsing: pretty) == JSONValue(parsing: record.fileBytes()))
        #expect(String(decoding: pretty, as: UTF8.self).hasPrefix("{\n  \"schema\": \"ocrspool.result/1\",\n"))
        #expect(pretty.last == UInt8(ascii: "\n"))
    }

    @Test("what the producer sent along is echoed")
    func echo() throws {
        let request = try JobRequest(decoding: Array(JobRequestTests.full.utf8))
        let record = try Sample.record(of: Sample.documentResult, name: [0xFF], request: request)
        let value = try JSONValue(parsing: record.fileBytes())
        #expect(value["requestId"] == "order-7.a_B")
        #expect(value["metadata"] == ["invoice": [1, .null, ["é": "x"]]])
        #expect(value["image"]?["name"] == "\u{FFFD}")
        #expect(value["image"]?["nameBytes"] == "/w==")
    }

    @Test("every record follows its own schema")
    func schema() throws {
        let results = [Sample.textResult, Sample.documentResult]
        for result in results {
            let value = try JSONValue(parsing: Sample.record(of: result).fileBytes())
            #expect(throws: Never.self) { try RecordSchemas.result.validate(value) }
        }
    }
}
