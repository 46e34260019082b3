import LinuxSupport
import Spool
import StrictJSON
import TextRecognition

@testable import Worker

/// Small results and records whose JSON can be told by hand.
enum Sample {
    static let geometry = TextGeometry(
        frame: PixelRect(x: 10, y: 20, width: 30, height: 40),
        cornerPoints: [
            PixelPoint(x: 10, y: 20), PixelPoint(x: 40, y: 20), PixelPoint(x: 40, y: 60), PixelPoint(x: 10, y: 60),
        ], angle: -1.23456)

    /// The JSON of `geometry` as every node has it.
    static let geometryJSON =
        #""cornerPoints":[{"x":10,"y":20},{"x":40,"y":20},{"x":40,"y":60},{"x":10,"y":60}],"#
        + #""frame":{"x":10,"y":20,"width":30,"height":40},"angle":-1.23"#

    static let textResult = RecognitionResult(
        recognizer: .text, recognizerReason: "requested",
        image: ImageFacts(
            format: .jpeg, width: 100, height: 60, orientation: .rightTop, orientationSource: .exif, pageCount: 1),
        text: "Hi", pages: [textPage], engines: [engine], decodeTime: .microseconds(12_999),
        recognizeTime: .milliseconds(1234))

    private static let engine = EngineUse(name: "tesseract", version: "5.3.0", models: ["eng"], share: 1)

    private static let textPage = PageResult(
        page: 1, width: 100, height: 60, angle: 0.005,
        content: .text(Text(text: "Hi", blocks: [textBlock])),
        warnings: [
            RecognitionWarning(code: .charactersTooSmall, message: "Small.", measured: 11.5),
            RecognitionWarning(code: .blurred, message: "Blurred."),
        ])

    private static let textBlock = TextBlock(
        text: "Hi", confidence: 0.98765,
        recognizedLanguages: [
            TextRecognizedLanguage(languageCode: "en", confidence: 0.5)
        ], geometry: geometry,
        lines: [
            TextLine(
                text: "Hi", confidence: 1, recognizedLanguages: [], geometry: geometry,
                elements: [
                    TextElement(
                        text: "Hi", confidence: 0, recognizedLanguages: [], geometry: geometry,
                        symbols: [
                            TextSymbol(text: "H", confidence: 0.25, recognizedLanguages: [], geometry: geometry)
                        ])
                ])
        ])

    static let documentResult = RecognitionResult(
        recognizer: .document, recognizerReason: "31 lines in one column",
        image: ImageFacts(
            format: .tiff, width: 100, height: 60, orientation: .topLeft, orientationSource: .none, pageCount: 9),
        text: "日", pages: [documentPage(2), documentPage(7)], engines: [], decodeTime: .zero,
        recognizeTime: .seconds(-1))

    private static func documentPage(_ page: Int) -> PageResult {
        PageResult(
            page: page, width: 100, height: 60, angle: 0,
            content: .document(DocumentText(text: "日", blocks: [documentBlock, picture])), warnings: [])
    }

    private static let lineBreak = TextRecognizedBreak(type: .lineBreak, isPrefix: false)

    private static let documentBlock = DocumentTextBlock(
        type: .text, text: "日", confidence: 0.5, recognizedLanguages: [], recognizedBreak: lineBreak,
        geometry: geometry,
        paragraphs: [
            DocumentTextParagraph(
                text: "日", confidence: 0.5, recognizedLanguages: [], recognizedBreak: lineBreak, geometry: geometry,
                words: [
                    DocumentTextWord(
                        text: "日", confidence: 0.5, recognizedLanguages: [], recognizedBreak: lineBreak,
                        geometry: geometry,
                        symbols: [
                            DocumentTextSymbol(
                                text: "日", confidence: 0.5, recognizedLanguages: [], recognizedBreak: nil,
                                geometry: geometry)
                        ])
                ])
        ])

    private static let picture = DocumentTextBlock(
        type: .picture, text: "", confidence: 0, recognizedLanguages: [], recognizedBreak: nil, geometry: geometry,
        paragraphs: [])

    static let sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    /// The record of a result that has made its way through a report.
    static func record(
        of result: RecognitionResult, name: [UInt8] = Array("a/sign.jpg".utf8), request: JobRequest = JobRequest()
    ) throws -> ResultRecord {
        let report = try RecognitionReport(reading: RecognitionReport.bytes(of: result))
        guard case .recognized(let image) = report else { throw ReportError(message: "not recognized") }
        return ResultRecord(
            id: "job-1", name: RecordedName(bytes: name), bytes: 4321, sha256: sha256, image: image,
            request: request.effective(), queuedMilliseconds: 7, totalMilliseconds: 1300,
            receivedAt: Timestamp(unixMilliseconds: 0), completedAt: Timestamp(unixMilliseconds: 1300), attempts: 1,
            worker: "host/42")
    }

    static let attempt = FailedAttempt(
        startedAt: Timestamp(unixMilliseconds: 1000), endedAt: Timestamp(unixMilliseconds: 2000),
        code: .recognizerCrashed, message: "The recognizer died.", signal: 11, standardError: Array("oops\n".utf8))

    static let errorRecord = ErrorRecord(
        id: "job-2", code: .recognizerCrashed, message: "The recognizer died three times.", stage: .recognize,
        attempts: [
            attempt,
            FailedAttempt(
                startedAt: Timestamp(unixMilliseconds: 3000), endedAt: nil, code: .recognizerTimeout,
                message: "No answer.", exitStatus: 0),
        ],
        image: ErrorRecord.Image(name: RecordedName(bytes: Array("x.png".utf8)), bytes: 10, sha256: sha256),
        request: RequestEcho(Array(#"{"id": "order-7", "priority": 7, "metadata": {"k": [1]}}"#.utf8)),
        worker: "host/42", failedAt: Timestamp(unixMilliseconds: 4000))
}
