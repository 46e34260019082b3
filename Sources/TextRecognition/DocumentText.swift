/// What the document recognizer saw on one page: blocks of paragraphs of words of symbols.
///
/// The shape is that of Firebase ML's `DocumentText`.
public struct DocumentText: Hashable, Sendable {
    /// The page's text: words joined by their breaks, paragraphs apart by a blank line.
    public var text: String
    public var blocks: [DocumentTextBlock]

    public init(text: String, blocks: [DocumentTextBlock]) {
        self.text = text
        self.blocks = blocks
    }
}

/// A region of the page. A block of another type than `text` or `table` has no paragraphs and may have no text.
public struct DocumentTextBlock: RecognizedNode {
    public enum BlockType: String, CaseIterable, Sendable {
        case unknown
        case text
        case table
        case picture
        case ruler
        case barcode
    }

    public var type: BlockType
    public var text: String
    public var confidence: Double
    public var recognizedLanguages: [TextRecognizedLanguage]
    public var recognizedBreak: TextRecognizedBreak?
    public var geometry: TextGeometry
    public var paragraphs: [DocumentTextParagraph]

    public init(
        type: BlockType, text: String, confidence: Double, recognizedLanguages: [TextRecognizedLanguage],
        recognizedBreak: TextRecognizedBreak?, geometry: TextGeometry, paragraphs: [DocumentTextParagraph]
    ) {
        self.type = type
        self.text = text
        self.confidence = confidence
        self.recognizedLanguages = recognizedLanguages
        self.recognizedBreak = recognizedBreak
        self.geometry = geometry
        self.paragraphs = paragraphs
    }
}

public struct DocumentTextParagraph: RecognizedNode {
    public var text: String
    public var confidence: Double
    public var recognizedLanguages: [TextRecognizedLanguage]
    public var recognizedBreak: TextRecognizedBreak?
    public var geometry: TextGeometry
    public var words: [DocumentTextWord]

    public init(
        text: String, confidence: Double, recognizedLanguages: [TextRecognizedLanguage],
        recognizedBreak: TextRecognizedBreak?, geometry: TextGeometry, words: [DocumentTextWord]
    ) {
        self.text = text
        self.confidence = confidence
        self.recognizedLanguages = recognizedLanguages
        self.recognizedBreak = recognizedBreak
        self.geometry = geometry
        self.words = words
    }
}

public struct DocumentTextWord: RecognizedNode {
    public var text: String
    public var confidence: Double
    public var recognizedLanguages: [TextRecognizedLanguage]
    public var recognizedBreak: TextRecognizedBreak?
    public var geometry: TextGeometry
    public var symbols: [DocumentTextSymbol]

    public init(
        text: String, confidence: Double, recognizedLanguages: [TextRecognizedLanguage],
        recognizedBreak: TextRecognizedBreak?, geometry: TextGeometry, symbols: [DocumentTextSymbol]
    ) {
        self.text = text
        self.confidence = confidence
        self.recognizedLanguages = recognizedLanguages
        self.recognizedBreak = recognizedBreak
        self.geometry = geometry
        self.symbols = symbols
    }
}

public struct DocumentTextSymbol: RecognizedNode {
    public var text: String
    public var confidence: Double
    public var recognizedLanguages: [TextRecognizedLanguage]
    public var recognizedBreak: TextRecognizedBreak?
    public var geometry: TextGeometry

    public init(
        text: String, confidence: Double, recognizedLanguages: [TextRecognizedLanguage],
        recognizedBreak: TextRecognizedBreak?, geometry: TextGeometry
    ) {
        self.text = text
        self.confidence = confidence
        self.recognizedLanguages = recognizedLanguages
        self.recognizedBreak = recognizedBreak
        self.geometry = geometry
    }
}
