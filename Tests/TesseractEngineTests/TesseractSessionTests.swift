import TestSupport
import Testing

@testable import TesseractEngine

private let dataPath = "/usr/share/tesseract-ocr/5/tessdata"

private func image(_ name: String) throws -> PageImage {
    let bytes = try fixture(name)
    return try PageImage.decode(bytes, header: ImageHeader(bytes), page: 0, acceptTruncated: false)
}

extension EnginePage {
    fileprivate var words: [EngineWord] { blocks.flatMap(\.paragraphs).flatMap(\.lines).flatMap(\.words) }
}

@Suite("Tesseract session")
struct TesseractSessionTests {
    @Test("copies words and symbols out with boxes inside the image")
    func wordsAndSymbols() throws {
        let session = try TesseractSession(dataPath: dataPath, models: ["eng"])
        let words = try session.read(image("line-gray8.png"), as: .page, timeLimit: .seconds(60)).words
        #expect(words.map(\.text) == ["Green", "river", "4711"])
        #expect(words.map { $0.symbols.map(\.text).joined() } == ["Green", "river", "4711"])
        #expect(words.allSatisfy { $0.model == "eng" && $0.confidence > 0.8 && $0.confidence <= 1 })
        for box in words.map(\.bounds) + words.flatMap(\.symbols).map(\.bounds) {
            #expect(box.x >= 0 && box.y >= 0 && box.width > 0 && box.height > 0)
            #expect(box.x + box.width <= 560 && box.y + box.height <= 90)
        }
    }

    @Test("reads a page the same before and after another")
    func independence() throws {
        let session = try TesseractSession(dataPath: dataPath, models: ["eng"])
        let first = try session.read(image("page.png"), as: .page, timeLimit: .seconds(60))
        _ = try session.read(image("pale.png"), as: .sparse, timeLimit: .seconds(60))
        let second = try session.read(image("page.png"), as: .page, timeLimit: .seconds(60))
        #expect(first == second)
    }

    @Test("gives up when its time has passed, and reads the next page")
    func deadline() throws {
        let session = try TesseractSession(dataPath: dataPath, models: ["eng"])
        #expect(throws: EngineError.deadlinePassed) {
            try session.read(image("page.png"), as: .page, timeLimit: .milliseconds(5))
        }
        let words = try session.read(image("line-gray8.png"), as: .page, timeLimit: .seconds(60)).words
        #expect(words.map(\.text) == ["Green", "river", "4711"])
    }

    @Test("a page of one pixel has no text")
    func onePixel() throws {
        let session = try TesseractSession(dataPath: dataPath, models: ["eng"])
        let bytes = Array("P5 1 1 255\n".utf8) + [7]
        let dot = try PageImage.decode(bytes, header: ImageHeader(bytes), page: 0, acceptTruncated: false)
        #expect(try session.read(dot, as: .page, timeLimit: .seconds(60)).words.isEmpty)
    }

    @Test("a model that is not there cannot be loaded")
    func missingModel() {
        #expect(throws: EngineError.self) { try TesseractSession(dataPath: dataPath, models: ["xyz"]) }
    }
}

@Suite("Orientation detector")
struct OrientationDetectorTests {
    @Test(
        "tells the turns that bring a page upright",
        arguments: [("page.png", 0), ("page-upside-down.png", 2), ("page-sideways.png", 3)])
    func quarters(name: String, quarters: Int) throws {
        let finding = try #require(try OrientationDetector(dataPath: dataPath).detect(image(name)))
        #expect(finding.quarters == quarters)
        #expect(finding.script == "Latin")
    }

    @Test("has no opinion about a blank page")
    func blank() throws {
        #expect(try OrientationDetector(dataPath: dataPath).detect(image("blank.png")) == nil)
    }
}

@Suite("Baseline fit")
struct BaselineFitTests {
    /// Twelve symbols of 10 x 20 pixels whose feet sink by `drop` pixels each; the third hangs 6 pixels lower.
    private func symbols(drop: Double) -> [EngineBox] {
        (0..<12).map { index in
            let sunk = Int((Double(index) * drop).rounded()) + (index == 2 ? 6 : 0)
            return EngineBox(x: index * 20, y: 100 + sunk, width: 10, height: 20)
        }
    }

    @Test("the feet of a slanted line correct an angle that is far off")
    func corrected() {
        // 2 pixels of 20 are 5.7°.
        #expect(abs(BaselineFit.angle(symbols: symbols(drop: 2), tesseract: 1) - 5.71) < 0.1)
    }

    @Test("Tesseract's angle stays where it fits, for few symbols and for upright text")
    func kept() {
        #expect(BaselineFit.angle(symbols: symbols(drop: 0), tesseract: 0.2) == 0.2)
        #expect(BaselineFit.angle(symbols: Array(symbols(drop: 2).prefix(7)), tesseract: 1) == 1)
        #expect(BaselineFit.angle(symbols: symbols(drop: 2), tesseract: 90) == 90)
    }

    @Test("a line turned by five degrees clockwise is found so")
    func slanted() throws {
        let session = try TesseractSession(dataPath: dataPath, models: ["eng"])
        let page = try session.read(image("slanted.png"), as: .sparse, timeLimit: .seconds(60))
        let line = try #require(page.blocks.first?.paragraphs.first?.lines.first)
        #expect(abs(line.angle - 5) < 1)
    }
}
