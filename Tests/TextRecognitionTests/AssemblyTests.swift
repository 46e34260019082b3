import TesseractEngine
import Testing

@testable import TextRecognition

/// A word of 10 x 20 pixels a character, its symbols side by side.
private func word(_ text: String, x: Int, y: Int = 100, spaces: Int = 1, confidence: Double = 0.9) -> EngineWord {
    let symbols = text.enumerated().map { index, character in
        EngineSymbol(
            text: String(character), bounds: EngineBox(x: x + index * 10, y: y, width: 10, height: 20),
            confidence: confidence)
    }
    return EngineWord(
        text: text, bounds: EngineBox(x: x, y: y, width: text.count * 10, height: 20), confidence: confidence,
        spacesBefore: spaces, model: "eng", symbols: symbols)
}

private func line(_ words: [EngineWord], angle: Double = 0) -> EngineLine {
    EngineLine(bounds: EngineBox(x: 0, y: 0, width: 1, height: 1), angle: angle, words: words)
}

private func block(_ paragraphs: [[EngineLine]]) -> EngineBlock {
    let box = EngineBox(x: 0, y: 0, width: 1, height: 1)
    return EngineBlock(kind: .text, bounds: box, paragraphs: paragraphs.map { EngineParagraph(bounds: box, lines: $0) })
}

private let geometry = PageGeometry(width: 1000, height: 800, originX: 0, originY: 0)

@Suite("Word spacing")
struct WordSpacingTests {
    @Test(
        "a space stands where the engine saw one, but not between Chinese or Japanese characters",
        arguments: [
            (["old", "mill"], [0, 1], "old mill"), (["東京", "都"], [0, 1], "東京都"), (["カメラ", "です。"], [0, 1], "カメラです。"),
            (["第", "3", "章"], [0, 0, 0], "第3章"), (["版本", "5.3"], [0, 1], "版本 5.3"), (["제", "장"], [0, 1], "제 장"),
        ])
    func text(words: [String], spaces: [Int], expected: String) {
        let line = zip(words, spaces).enumerated().map { word($1.0, x: $0 * 100, spaces: $1.1) }
        #expect(WordSpacing.text(of: line) == expected)
    }

    @Test("pieces of a word that touch become one word")
    func joined() {
        let words = WordSpacing.joined([word("환", x: 0), word("영", x: 10, spaces: 0), word("합니다", x: 40, spaces: 1)])
        #expect(words.map(\.text) == ["환영", "합니다"])
        #expect(words[0].bounds == EngineBox(x: 0, y: 100, width: 20, height: 20))
        #expect(words[0].symbols.map(\.text) == ["환", "영"])
    }

    @Test("a gap of more than twice the height is a sure space")
    func sureSpace() {
        #expect(WordSpacing.gap(after: word("a", x: 0), before: word("b", x: 51)) == .sureSpace)
        #expect(WordSpacing.gap(after: word("a", x: 0), before: word("b", x: 50)) == .space)
    }
}

@Suite("Document assembly")
struct DocumentAssemblyTests {
    /// every mor- / ning the / end, and a second paragraph.
    private let page = EnginePage(blocks: [
        block([
            [
                line([word("every", x: 10), word("mor-", x: 70)]),
                line([word("ning", x: 10, y: 130), word("the", x: 60, y: 130)]),
                line([word("end.", x: 10, y: 160)]),
            ],
            [line([word("Next", x: 10, y: 220)])],
        ])
    ])

    @Test("joins lines, drops the wrapping hyphen and sets paragraphs apart")
    func text() {
        let document = DocumentAssembly(geometry: geometry, detail: .symbol).document(of: page)
        #expect(document.text == "every morning the\nend.\n\nNext")
    }

    @Test("gives every word and its last symbol the break that follows")
    func breaks() throws {
        let document = DocumentAssembly(geometry: geometry, detail: .symbol).document(of: page)
        let words = document.blocks[0].paragraphs[0].words
        #expect(words.map(\.text) == ["every", "mor", "ning", "the", "end."])
        #expect(words.map(\.recognizedBreak?.type) == [.space, .hyphen, .space, .lineWrap, .lineBreak])
        #expect(words.map(\.symbols.last?.recognizedBreak?.type) == [.space, .hyphen, .space, .lineWrap, .lineBreak])
        #expect(words.flatMap { $0.symbols.dropLast() }.allSatisfy { $0.recognizedBreak == nil })
        #expect(document.blocks[0].paragraphs.map(\.recognizedBreak?.type) == [.lineBreak, .lineBreak])
        #expect(document.blocks[0].recognizedBreak == TextRecognizedBreak(type: .lineBreak, isPrefix: false))
    }

    @Test(
        "a hyphen stays before a capital and after a digit", arguments: [("Mor-", "Ning"), ("10-", "fold"), ("-", "a")])
    func keptHyphen(first: String, second: String) {
        let page = EnginePage(blocks: [block([[line([word(first, x: 0)]), line([word(second, x: 0, y: 130)])]])])
        let document = DocumentAssembly(geometry: geometry, detail: .symbol).document(of: page)
        #expect(document.text == "\(first)\n\(second)")
    }

    @Test("depth follows the detail")
    func detail() {
        let words = DocumentAssembly(geometry: geometry, detail: .word).document(of: page)
        #expect(words.blocks[0].paragraphs[0].words.flatMap(\.symbols) == [])
        let text = DocumentAssembly(geometry: geometry, detail: .text).document(of: page)
        #expect(text.blocks.isEmpty)
        #expect(text.text == words.text)
    }

    @Test("a picture is a block without paragraphs, a text block without words is none")
    func blocks() {
        let box = EngineBox(x: 20, y: 30, width: 40, height: 50)
        let page = EnginePage(blocks: [EngineBlock(kind: .picture, bounds: box), EngineBlock(kind: .text, bounds: box)])
        let document = DocumentAssembly(geometry: geometry, detail: .symbol).document(of: page)
        #expect(document.blocks.map(\.type) == [.picture])
        #expect(document.blocks[0].frame == PixelRect(x: 20, y: 30, width: 40, height: 50))
        #expect(document.text.isEmpty)
    }
}

@Suite("Text assembly")
struct TextAssemblyTests {
    @Test("blocks hold lines, lines hold elements, frames hold what is inside")
    func hierarchy() {
        let page = EnginePage(blocks: [
            block([
                [line([word("Way", x: 10), word("out", x: 60, confidence: 0.5)]), line([word("here", x: 30, y: 130)])]
            ])
        ])
        let text = TextAssembly(geometry: geometry, detail: .word).text(of: page)
        #expect(text.text == "Way out\nhere")
        #expect(text.blocks.count == 1)
        #expect(text.blocks[0].lines.map(\.text) == ["Way out", "here"])
        #expect(text.blocks[0].lines[0].frame == PixelRect(x: 10, y: 100, width: 80, height: 20))
        #expect(text.blocks[0].frame == PixelRect(x: 10, y: 100, width: 80, height: 50))
        #expect(abs(text.blocks[0].lines[0].confidence - 0.7) < 0.0001)
        #expect(text.blocks[0].lines[0].elements[1].recognizedLanguages == [.init(languageCode: "en", confidence: 0.5)])
        #expect(text.blocks[0].lines[0].elements[0].symbols.isEmpty)
    }

    @Test("symbols are there when asked for, inside their element")
    func symbols() {
        let page = EnginePage(blocks: [block([[line([word("Way", x: 10)])]])])
        let element = TextAssembly(geometry: geometry, detail: .symbol).text(of: page).blocks[0].lines[0].elements[0]
        #expect(element.symbols.map(\.text) == ["W", "a", "y"])
        #expect(element.symbols[2].frame == PixelRect(x: 30, y: 100, width: 10, height: 20))
    }
}

@Suite("Page geometry")
struct PageGeometryTests {
    @Test("shifts by the region's origin and cuts at the page's edge")
    func rect() {
        let page = PageGeometry(width: 100, height: 50, originX: 60, originY: 20)
        #expect(
            page.rect(EngineBox(x: 10, y: 5, width: 50, height: 60)) == PixelRect(x: 70, y: 25, width: 30, height: 25))
        #expect(page.rect(EngineBox(x: 99, y: 99, width: 5, height: 5)) == PixelRect(x: 99, y: 49, width: 1, height: 1))
    }

    @Test(
        "corners begin at the text's own top left and run clockwise",
        arguments: [
            (0.0, [(10, 20), (40, 20), (40, 30), (10, 30)]), (90, [(40, 20), (40, 30), (10, 30), (10, 20)]),
            (180, [(40, 30), (10, 30), (10, 20), (40, 20)]), (-90, [(10, 30), (10, 20), (40, 20), (40, 30)]),
        ] as [(Double, [(Int, Int)])])
    func corners(angle: Double, expected: [(Int, Int)]) {
        let box = geometry.geometry(PixelRect(x: 10, y: 20, width: 30, height: 10), angle: angle)
        #expect(box.cornerPoints == expected.map { PixelPoint(x: $0.0, y: $0.1) })
    }

    @Test("a slanted text's corners lie on its frame")
    func slantedCorners() {
        // 100 x 20 turned by 30°: 100·cos + 20·sin = 96.6 wide, 100·sin + 20·cos = 67.3 high.
        let points = geometry.geometry(PixelRect(x: 200, y: 200, width: 97, height: 67), angle: 30).cornerPoints
        let expected = [(210, 200), (297, 250), (287, 267), (200, 217)]
        for (point, expected) in zip(points, expected) {
            #expect(abs(point.x - expected.0) <= 2 && abs(point.y - expected.1) <= 2)
        }
    }
}
