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

    /// Whether no other language or turn of the page needs to be tried.
    var isSure: Bool { confidence >= 0.8 && characters >= 12 }
}

extension EnginePage {
    var lines: [EngineLine] { blocks.flatMap(\.paragraphs).flatMap(\.lines) }
    var words: [EngineWord] { lines.flatMap(\.words) }
}
