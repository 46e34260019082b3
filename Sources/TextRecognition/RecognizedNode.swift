/// A point in pixels of the upright image: origin top left, y downwards.
public struct PixelPoint: Hashable, Sendable {
    public var x: Int
    public var y: Int

    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// An axis-parallel box in pixels of the upright image. It covers the columns `x ..< x + width` and the rows
/// `y ..< y + height`; `width` and `height` are at least 1 in every result.
public struct PixelRect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// Where a piece of text stands on the page.
public struct TextGeometry: Hashable, Sendable {
    /// The smallest axis-parallel box that holds the text, inside the image.
    public var frame: PixelRect
    /// Four corners, clockwise, beginning at the text's own top left.
    public var cornerPoints: [PixelPoint]
    /// Degrees by which the text's baseline is turned against the horizontal, clockwise positive, −180…180.
    public var angle: Double

    public init(frame: PixelRect, cornerPoints: [PixelPoint], angle: Double) {
        self.frame = frame
        self.cornerPoints = cornerPoints
        self.angle = angle
    }
}

/// A language that was recognized in a piece of text.
public struct TextRecognizedLanguage: Hashable, Sendable {
    /// BCP 47, e.g. `en` or `zh-Hans`; `und` when unknown.
    public var languageCode: String
    /// 0…1.
    public var confidence: Double

    public init(languageCode: String, confidence: Double) {
        self.languageCode = languageCode
        self.confidence = confidence
    }
}

/// What separates a piece of document text from the next one.
public struct TextRecognizedBreak: Hashable, Sendable {
    public enum BreakType: String, CaseIterable, Sendable {
        case unknown
        case space
        case sureSpace
        case lineWrap
        case hyphen
        case lineBreak
    }

    public var type: BreakType
    /// Whether the break stands before the text; otherwise it stands after it.
    public var isPrefix: Bool

    public init(type: BreakType, isPrefix: Bool) {
        self.type = type
        self.isPrefix = isPrefix
    }
}

/// What every node of a result has, from block to symbol.
public protocol RecognizedNode: Hashable, Sendable {
    /// The text as a person would copy it; never empty or blank.
    var text: String { get }
    /// 0…1.
    var confidence: Double { get }
    /// Best first; empty when nothing is known.
    var recognizedLanguages: [TextRecognizedLanguage] { get }
    var geometry: TextGeometry { get }
}

extension RecognizedNode {
    /// The smallest axis-parallel box that holds the node, in pixels of the upright image.
    public var frame: PixelRect { geometry.frame }
    /// Four corners, clockwise, beginning at the text's own top left.
    public var cornerPoints: [PixelPoint] { geometry.cornerPoints }
    /// Degrees, clockwise positive, −180…180.
    public var angle: Double { geometry.angle }
}
