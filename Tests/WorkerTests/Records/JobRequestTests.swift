import StrictJSON
import Testing
import TextRecognition

@testable import Worker

@Suite("Job request")
struct JobRequestTests {
    static let full = """
        {"id": "order-7.a_B", "recognizer": "document", "model": "dense", "engine": "tesseract", "script": "HanS",
         "languageHints": ["en", "zh-Hant-TW"], "orientation": "leftMirrored",
         "region": {"x": 0, "y": 10, "width": 300, "height": 1}, "pages": "1-3,7", "detail": "word",
         "outputs": ["json", "txt"], "priority": 9.0, "stream": "Küche 1", "timeoutSeconds": 600,
         "acceptTruncated": true, "bytes": 0,
         "sha256": "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855",
         "metadata": {"invoice": [1, null, {"é": "x"}]}}
        """

    private static let fullRequest: JobRequest = {
        var request = JobRequest()
        request.id = "order-7.a_B"
        request.recognizer = .document
        request.model = .dense
        request.engine = .tesseract
        request.script = "HanS"
        request.languageHints = ["en", "zh-Hant-TW"]
        request.orientation = .fixed(.leftTop)
        request.region = PixelRect(x: 0, y: 10, width: 300, height: 1)
        request.pages = [1...3, 7...7]
        request.detail = .word
        request.outputs = [.json, .txt]
        request.priority = 9
        request.stream = "Küche 1"
        request.timeoutSeconds = 600
        request.acceptTruncated = true
        request.bytes = 0
        request.sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        request.metadata = ["invoice": [1, .null, ["é": "x"]]]
        return request
    }()

    @Test("every field is decoded")
    func everyField() throws {
        #expect(try JobRequest(decoding: Array(Self.full.utf8)) == Self.fullRequest)
    }

    @Test("an empty object asks for nothing in particular")
    func empty() throws {
        #expect(try JobRequest(decoding: Array("{}".utf8)) == JobRequest())
    }

    @Test("a written request decodes to the same request")
    func roundTrip() throws {
        #expect(try JobRequest(decoding: Self.fullRequest.bytes()) == Self.fullRequest)
        #expect(try JobRequest(decoding: Self.fullRequest.bytes(layout: .pretty)) == Self.fullRequest)
        #expect(JobRequest().bytes() == Array("{}".utf8))
    }

    static let orientations: [(String, RecognitionRequest.Orientation)] = [
        ("\"auto\"", .auto), ("\"exif\"", .exif),
        ("\"topLeft\"", .fixed(.topLeft)), ("\"topRight\"", .fixed(.topRight)),
        ("\"bottomRight\"", .fixed(.bottomRight)), ("\"bottomLeft\"", .fixed(.bottomLeft)),
        ("\"leftTop\"", .fixed(.leftTop)), ("\"rightTop\"", .fixed(.rightTop)),
        ("\"rightBottom\"", .fixed(.rightBottom)), ("\"leftBottom\"", .fixed(.leftBottom)),
        ("\"up\"", .fixed(.topLeft)), ("\"down\"", .fixed(.bottomRight)), ("\"left\"", .fixed(.leftBottom)),
        ("\"right\"", .fixed(.rightTop)), ("\"upMirrored\"", .fixed(.topRight)),
        ("\"downMirrored\"", .fixed(.bottomLeft)), ("\"leftMirrored\"", .fixed(.leftTop)),
        ("\"rightMirrored\"", .fixed(.rightBottom)),
        ("1", .fixed(.topLeft)), ("3", .fixed(.bottomRight)), ("6", .fixed(.rightTop)), ("8", .fixed(.leftBottom)),
    ]

    @Test("an orientation has EXIF's names and numbers and ML Kit's names", arguments: orientations)
    func orientation(text: String, expected: RecognitionRequest.Orientation) throws {
        let request = try JobRequest(decoding: Array("{\"orientation\": \(text)}".utf8))
        #expect(request.orientation == expected)
    }

    @Test("a request overrides defaults field by field")
    func merging() throws {
        let defaults = try JobRequest(
            decoding: Array(
                #"{"priority": 2, "recognizer": "text", "languageHints": ["de"], "metadata": {"a": 1, "b": 2}}"#.utf8))
        let request = try JobRequest(
            decoding: Array(#"{"priority": 7, "languageHints": [], "metadata": {"c": 3}}"#.utf8))
        var expected = JobRequest()
        expected.priority = 7
        expected.recognizer = .text
        expected.languageHints = []
        expected.metadata = ["c": 3]
        #expect(request.merging(over: defaults) == expected)
    }

    @Test("merging reaches every field, from either side")
    func mergingEveryField() {
        #expect(Self.fullRequest.merging(over: JobRequest()) == Self.fullRequest)
        #expect(JobRequest().merging(over: Self.fullRequest) == Self.fullRequest)
    }
}
