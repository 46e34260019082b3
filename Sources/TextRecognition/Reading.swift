import TesseractEngine

/// What one pass of the engine over a page gave, and how sure it is of it.
struct Reading {
    let models: [String]
    let segmentation: TesseractSession.Segmentation
    let page: EnginePage

    init(models: [String], segmentation: TesseractSession.Segmentation, page: EnginePage) {
        self.models = models
        self.segmentation = segmentation
        self.page = page
        var characters = 0
        var weighted = 0.0
        for word in page.words {
            characters += word.text.count
            weighted += Double(word.text.count) * word.confidence
        }
        self.characters = characters
        confidence = characters > 0 ? weighted / Double(characters) : 0
    }

    let characters: Int
    /// Mean of the words' confidences, 0…1, each weighing as much as it has characters; 0 without words.
    let confidence: Double

    var hasWords: Bool { characters > 0 }

    /// Whether no other language or turn of the page needs to be tried.
    var isSure: Bool { confidence >= 0.75 && characters >= 12 }

    /// Turns clockwise that bring the text upright when four fifths of it lie one way; else 0.
    ///
    /// Columns of Chinese or Japanese that are written from top to bottom are upright; Tesseract takes other turned text
    /// for such columns too.
    var quartersToUpright: Int {
        var byQuarter = [0, 0, 0, 0]
        for block in page.blocks {
            for line in block.paragraphs.flatMap(\.lines) {
                let text = line.words.map(\.text).joined()
                let isColumn =
                    block.isVertical && text.unicodeScalars.contains(where: ScriptTraits.isWrittenWithoutSpaces)
                let quarter = isColumn ? 0 : (Int((line.angle / 90).rounded()) + 4) % 4
                byQuarter[quarter] += text.count
            }
        }
        guard let quarter = byQuarter.firstIndex(where: { $0 * 5 >= characters * 4 && $0 > 0 }) else { return 0 }
        return (4 - quarter) % 4
    }
}

extension EnginePage {
    var lines: [EngineLine] { blocks.flatMap(\.paragraphs).flatMap(\.lines) }
    var words: [EngineWord] { lines.flatMap(\.words) }
}
