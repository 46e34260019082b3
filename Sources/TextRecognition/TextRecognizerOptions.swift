/// What a `TextRecognizer` is asked to read: one of the five option types below.
public protocol CommonTextRecognizerOptions: Sendable {
    /// The script in the words of a request, e.g. `latin`.
    var script: String { get }
    /// Languages expected, BCP 47, best first; empty leaves it to the script's own model.
    var languageHints: [String] { get }
}

/// Options for text in Latin letters.
public struct TextRecognizerOptions: CommonTextRecognizerOptions {
    public var languageHints: [String]
    public var script: String { "latin" }

    public init(languageHints: [String] = []) { self.languageHints = languageHints }
}

/// Options for Chinese text, simplified or traditional.
public struct ChineseTextRecognizerOptions: CommonTextRecognizerOptions {
    public var languageHints: [String]
    public var script: String { "chinese" }

    public init(languageHints: [String] = []) { self.languageHints = languageHints }
}

/// Options for text in Devanagari: Hindi, Marathi, Nepali, Sanskrit.
public struct DevanagariTextRecognizerOptions: CommonTextRecognizerOptions {
    public var languageHints: [String]
    public var script: String { "devanagari" }

    public init(languageHints: [String] = []) { self.languageHints = languageHints }
}

/// Options for Japanese text.
public struct JapaneseTextRecognizerOptions: CommonTextRecognizerOptions {
    public var languageHints: [String]
    public var script: String { "japanese" }

    public init(languageHints: [String] = []) { self.languageHints = languageHints }
}

/// Options for Korean text.
public struct KoreanTextRecognizerOptions: CommonTextRecognizerOptions {
    public var languageHints: [String]
    public var script: String { "korean" }

    public init(languageHints: [String] = []) { self.languageHints = languageHints }
}
