/// What the text recognizer saw on one page: blocks of lines of elements.
///
/// The shape is that of ML Kit's `Text`.
public struct Text: Hashable, Sendable {
    /// All blocks, joined by a line feed.
    public var text: String
    public var blocks: [TextBlock]

    public init(text: String, blocks: [TextBlock]) {
        self.text = text
        self.blocks = blocks
    }
}

/// A group of lines that belong together.
public struct TextBlock: RecognizedNode {
    public var text: String
    public var confidence: Double
    public var recognizedLanguages: [TextRecognizedLanguage]
    public var geometry: TextGeometry
    public var lines: [TextLine]

    public init(
        text: String, confidence: Double, recognizedLanguages: [TextRecognizedLanguage], geometry: TextGeometry,
        lines: [TextLine]
    ) {
        self.text = text
        self.confidence = confidence
        self.recognizedLanguages = recognizedLanguages
        self.geometry = geometry
        self.lines = lines
    }
}

/// One line of text.
public struct TextLine: RecognizedNode {
    public var text: String
    public var confidence: Double
    public var recognizedLanguages: [TextRecognizedLanguage]
    public var geometry: TextGeometry
    public var elements: [TextElement]

    public init(
        text: String, confidence: Double, recognizedLanguages: [TextRecognizedLanguage], geometry: TextGeometry,
        elements: [TextElement]
    ) {
        self.text = text
        self.confidence = confidence
        self.recognizedLanguages = recognizedLanguages
        self.geometry = geometry
        self.elements = elements
    }
}

/// A word-like unit. `symbols` is empty unless symbols were asked for.
public struct TextElement: RecognizedNode {
    public var text: String
    public var confidence: Double
    public var recognizedLanguages: [TextRecognizedLanguage]
    public var geometry: TextGeometry
    public var symbols: [TextSymbol]

    public init(
        text: String, confidence: Double, recognizedLanguages: [TextRecognizedLanguage], geometry: TextGeometry,
        symbols: [TextSymbol]
    ) {
        self.text = text
        self.confidence = confidence
        self.recognizedLanguages = recognizedLanguages
        self.geometry = geometry
        self.symbols = symbols
    }
}

/// One character as the engine separates them.
public struct TextSymbol: RecognizedNode {
    public var text: String
    public var confidence: Double
    public var recognizedLanguages: [TextRecognizedLanguage]
    public var geometry: TextGeometry

    public init(
        text: String, confidence: Double, recognizedLanguages: [TextRecognizedLanguage], geometry: TextGeometry
    ) {
        self.text = text
        self.confidence = confidence
        self.recognizedLanguages = recognizedLanguages
        self.geometry = geometry
    }
}
