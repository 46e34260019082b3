/// What Tesseract read on one page, copied out as plain values. Boxes are in pixels of the image that was read.
package struct EnginePage: Hashable, Sendable {
    /// In reading order.
    package var blocks: [EngineBlock] = []

    package init() {}
}

package struct EngineBlock: Hashable, Sendable {
    /// Tesseract's `PolyBlockType`, as far as it matters to a reader.
    package enum Kind: String, Hashable, Sendable { case text, table, picture, ruler, unknown }

    package var kind: Kind
    package var bounds: EngineBox
    /// Whether the lines run from top to bottom, as in old Japanese and Chinese books.
    package var isVertical: Bool
    /// Empty for what is not text.
    package var paragraphs: [EngineParagraph] = []
}

package struct EngineParagraph: Hashable, Sendable {
    package var bounds: EngineBox
    package var lines: [EngineLine] = []
}

package struct EngineLine: Hashable, Sendable {
    package var bounds: EngineBox
    /// Degrees of the baseline against the horizontal, clockwise positive, −180…180.
    package var angle: Double
    package var words: [EngineWord] = []
}

package struct EngineWord: Hashable, Sendable {
    /// Never blank.
    package var text: String
    package var bounds: EngineBox
    /// 0…1.
    package var confidence: Double
    /// The model that read it, e.g. `eng` or `script/Latin`; empty when Tesseract does not say.
    package var model: String
    package var symbols: [EngineSymbol] = []
}

package struct EngineSymbol: Hashable, Sendable {
    /// Never blank.
    package var text: String
    package var bounds: EngineBox
    /// 0…1.
    package var confidence: Double
}
