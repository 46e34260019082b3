/// What Tesseract read on one page, copied out as plain values. Boxes are in pixels of the image that was read.
package struct EnginePage: Hashable, Sendable {
    /// In reading order.
    package var blocks: [EngineBlock]

    package init(blocks: [EngineBlock] = []) {
        self.blocks = blocks
    }
}

package struct EngineBlock: Hashable, Sendable {
    /// Tesseract's `PolyBlockType`, as far as it matters to a reader.
    package enum Kind: String, Hashable, Sendable { case text, table, picture, ruler, unknown }

    package var kind: Kind
    package var bounds: EngineBox
    /// Whether the lines run from top to bottom, as in old Japanese and Chinese books.
    package var isVertical: Bool
    /// Empty for what is not text.
    package var paragraphs: [EngineParagraph]

    package init(kind: Kind, bounds: EngineBox, isVertical: Bool = false, paragraphs: [EngineParagraph] = []) {
        self.kind = kind
        self.bounds = bounds
        self.isVertical = isVertical
        self.paragraphs = paragraphs
    }
}

package struct EngineParagraph: Hashable, Sendable {
    package var bounds: EngineBox
    package var lines: [EngineLine]

    package init(bounds: EngineBox, lines: [EngineLine] = []) {
        self.bounds = bounds
        self.lines = lines
    }
}

package struct EngineLine: Hashable, Sendable {
    package var bounds: EngineBox
    /// Degrees of the baseline against the horizontal, clockwise positive, −180…180.
    package var angle: Double
    package var words: [EngineWord]

    package init(bounds: EngineBox, angle: Double, words: [EngineWord] = []) {
        self.bounds = bounds
        self.angle = angle
        self.words = words
    }
}

package struct EngineWord: Hashable, Sendable {
    /// Never blank.
    package var text: String
    package var bounds: EngineBox
    /// 0…1.
    package var confidence: Double
    /// Blanks that Tesseract saw between the word before in the line and this one: 0 when they touch or it is the
    /// line's first, 2 and more for a wide gap.
    package var spacesBefore: Int
    /// The model that read it, e.g. `eng` or `script/Latin`; empty when Tesseract does not say.
    package var model: String
    package var symbols: [EngineSymbol] = []

    package init(
        text: String, bounds: EngineBox, confidence: Double, spacesBefore: Int = 1, model: String = "",
        symbols: [EngineSymbol] = []
    ) {
        self.text = text
        self.bounds = bounds
        self.confidence = confidence
        self.spacesBefore = spacesBefore
        self.model = model
        self.symbols = symbols
    }
}

package struct EngineSymbol: Hashable, Sendable {
    /// Never blank.
    package var text: String
    package var bounds: EngineBox
    /// 0…1.
    package var confidence: Double

    package init(text: String, bounds: EngineBox, confidence: Double) {
        self.text = text
        self.bounds = bounds
        self.confidence = confidence
    }
}
