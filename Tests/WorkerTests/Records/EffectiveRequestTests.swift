import StrictJSON
import Testing
import TextRecognition

@testable import Worker

@Suite("Effective request")
struct EffectiveRequestTests {
    private func echo(_ request: EffectiveRequest, readBy recognizer: RecognitionRequest.Recognizer) -> String {
        var writer = JSONWriter()
        request.write(into: &writer, readBy: recognizer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("an empty request has the contract's defaults")
    func defaults() {
        let request = JobRequest().effective()
        #expect(request.recognition == RecognitionRequest())
        #expect(request.priority == 5)
        #expect(request.outputs == [.json])
        #expect(request.timeoutSeconds == 600)
        #expect(request.metadata == [:])
        #expect(
            echo(request, readBy: .text) == """
                {"id":null,"recognizer":"auto","model":"sparse","engine":"auto","script":"auto","languageHints":[],\
                "orientation":"auto","region":null,"pages":null,"detail":"word","outputs":["json"],"priority":5,\
                "stream":null,"timeoutSeconds":600,"acceptTruncated":false,"bytes":null,"sha256":null}
                """)
    }

    @Test("what was asked reaches the recognizer and the echo")
    func asked() throws {
        let request = try JobRequest(decoding: Array(JobRequestTests.full.utf8)).effective()
        #expect(request.recognition.recognizer == .document)
        #expect(request.recognition.model == .dense)
        #expect(request.recognition.script == "HanS")
        #expect(request.recognition.languageHints == ["en", "zh-Hant-TW"])
        #expect(request.recognition.orientation == .fixed(.leftTop))
        #expect(request.recognition.region == PixelRect(x: 0, y: 10, width: 300, height: 1))
        #expect(request.recognition.pages == [1...3, 7...7])
        #expect(request.recognition.detail == .word)
        #expect(request.recognition.acceptTruncated)
        #expect(request.recognition.pageTimeout == .seconds(600))
        #expect(request.metadata == ["invoice": [1, .null, ["é": "x"]]])
        #expect(
            echo(request, readBy: .document) == """
                {"id":"order-7.a_B","recognizer":"document","model":"dense","engine":"tesseract","script":"HanS",\
                "languageHints":["en","zh-Hant-TW"],"orientation":"leftTop",\
                "region":{"x":0,"y":10,"width":300,"height":1},"pages":"1-3,7","detail":"word",\
                "outputs":["txt","json"],"priority":9,"stream":"Küche 1","timeoutSeconds":600,\
                "acceptTruncated":true,"bytes":0,\
                "sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}
                """)
    }

    @Test("the detail that was not asked is the used recognizer's")
    func detail() {
        let request = JobRequest().effective()
        #expect(echo(request, readBy: .text).contains(#""detail":"word""#))
        #expect(echo(request, readBy: .document).contains(#""detail":"symbol""#))
    }

    @Test(
        "a page has the request's time, else its own default within the server's limit",
        arguments: [(nil, 600, 600, 120), (30, 600, 30, 30), (nil, 60, 60, 60), (500, 60, 60, 60)]
            as [(Int?, Int, Int, Int)])
    func timeouts(asked: Int?, limit: Int, seconds: Int, pageSeconds: Int) {
        var request = JobRequest()
        request.timeoutSeconds = asked
        let effective = request.effective(timeoutLimit: limit)
        #expect(effective.timeoutSeconds == seconds)
        #expect(effective.recognition.pageTimeout == .seconds(pageSeconds))
    }

    @Test(
        "page ranges are read and written back in their shortest form",
        arguments: [
            ("1", [1...1], "1"), ("1-3,7", [1...3, 7...7], "1-3,7"), ("2-2,3-4", [2...2, 3...4], "2,3-4"),
            ("999999", [999_999...999_999], "999999"),
        ] as [(String, [ClosedRange<Int>], String)])
    func pages(text: String, ranges: [ClosedRange<Int>], written: String) throws {
        #expect(try PageRanges.parse(text) == ranges)
        #expect(PageRanges.text(ranges) == written)
    }

    @Test(
        "page ranges of another form are refused",
        arguments: ["", ",", "1,", "-1", "1-", "1-2-3", "01", "0", "1000000", "1 ", "1\n", "१", "2,1", "1,1", "4-2"])
    func badPages(text: String) {
        #expect(throws: PageRangesError.self) { try PageRanges.parse(text) }
    }
}
