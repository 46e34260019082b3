import TestSupport
import Testing
import TextRecognition

@Suite("Public library")
struct PublicFaceTests {
    @Test("a recognizer reads in its three ways")
    func threeWays() async throws {
        let recognizer = TextRecognizer.textRecognizer(options: TextRecognizerOptions())
        let image = VisionImage(bytes: try fixture("line-gray8.png"))
        #expect(try recognizer.results(in: image).text == "Green river 4711")
        #expect(try await recognizer.process(image).text == "Green river 4711")
        let handed = await withCheckedContinuation { continuation in
            recognizer.process(image) { continuation.resume(returning: $0) }
        }
        let elements = try handed.get().blocks.first?.lines.first?.elements
        #expect(elements?.map(\.text) == ["Green", "river", "4711"])
    }

    @Test("an image's own orientation is obeyed")
    func orientation() async throws {
        let image = VisionImage(bytes: try fixture("orientation-6.jpg"), orientation: .rightTop)
        #expect(try await TextRecognizer.textRecognizer().process(image).text == "Green river 4711")
    }

    @Test("Japanese is read with its options")
    func japanese() async throws {
        let recognizer = TextRecognizer.textRecognizer(options: JapaneseTextRecognizerOptions())
        #expect(try await recognizer.process(VisionImage(bytes: fixture("japanese.png"))).text == "東京都の天気は晴れです")
    }

    @Test("a document has paragraphs")
    func document() async throws {
        let recognizer = DocumentTextRecognizer.documentTextRecognizer(languageHints: ["en"])
        let document = try await recognizer.process(VisionImage(bytes: fixture("page.png")))
        #expect(document.blocks.flatMap(\.paragraphs).count == 2)
    }

    @Test("an error has a code and a sentence")
    func failure() async throws {
        await #expect(throws: RecognitionError(.imageEmpty, stage: .decode, "the image file is empty (0 bytes)")) {
            try await TextRecognizer.textRecognizer().process(VisionImage(bytes: []))
        }
    }
}
