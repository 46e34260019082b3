import Testing
import TextRecognition
import Worker

@Suite("RecognizerJob")
struct RecognizerJobTests {
    @Test("a job with every field set arrives as it was sent")
    func full() throws {
        var recognition = RecognitionRequest()
        recognition.recognizer = .document
        recognition.model = .dense
        recognition.script = "japanese"
        recognition.languageHints = ["ja", "en"]
        recognition.orientation = .fixed(.rightTop)
        recognition.region = PixelRect(x: 1, y: 2, width: 30, height: 40)
        recognition.pages = [1...3, 7...7]
        recognition.detail = .word
        recognition.acceptTruncated = true
        recognition.pageTimeout = .milliseconds(1234)
        recognition.limits.bytes = 11
        recognition.limits.pixels = 12
        recognition.limits.side = 13
        recognition.limits.pages = 14
        let job = RecognizerJob(modelsDirectory: "/models/ü", recognition: recognition, outputs: [.txt, .json])
        let (tag, received) = try RecognizerJob.read(job.bytes(tag: 0x0102_0304_0506_0708))
        #expect(tag == 0x0102_0304_0506_0708)
        #expect(received == job)
    }

    @Test("a job of defaults arrives as it was sent")
    func defaults() throws {
        let job = RecognizerJob(modelsDirectory: nil, recognition: RecognitionRequest())
        let (tag, received) = try RecognizerJob.read(job.bytes(tag: 1))
        #expect(tag == 1)
        #expect(received == job)
    }

    @Test("a tag is eight bytes, lowest first, before the body")
    func tag() {
        #expect(RecognizerProtocol.message(0x0201, [65]) == [1, 2, 0, 0, 0, 0, 0, 0, 65])
        #expect(RecognizerProtocol.tagAndBody(of: [1, 2, 0, 0, 0, 0, 0]) == nil)
    }

    @Test(
        "what is no job is refused with a reason",
        arguments: [
            "", "{}", #"{"request":{},"modelsDirectory":null}"#,
            #"{"request":{"nonsense":1},"modelsDirectory":null,"limits":{},"pageTimeoutMilliseconds":1}"#,
        ])
    func malformed(body: String) {
        let error = #expect(throws: RecognizerJob.Malformed.self) {
            try RecognizerJob.read(RecognizerProtocol.message(1, Array(body.utf8)))
        }
        #expect(error?.reason.isEmpty == false)
    }
}
