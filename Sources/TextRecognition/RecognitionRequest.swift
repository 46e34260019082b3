/// What to read in an image, and how; the recognizer's part of a request.
package struct RecognitionRequest: Hashable, Sendable {
    package enum Recognizer: String, CaseIterable, Sendable { case auto, text, document }
    /// For the text recognizer: scattered text, or a page read with the text interface.
    package enum Model: String, CaseIterable, Sendable { case sparse, dense }
    /// How deep the hierarchy goes.
    package enum Detail: String, CaseIterable, Sendable { case text, word, symbol }

    /// How the stored pixels are turned upright.
    package enum Orientation: Hashable, Sendable {
        case auto
        /// What the file's own EXIF or TIFF tag says; upright without one.
        case exif
        case fixed(ImageOrientation)
    }

    package var recognizer: Recognizer = .auto
    package var model: Model = .sparse
    /// `auto`, one of ML Kit's five (`latin chinese devanagari japanese korean`), or an installed Tesseract script.
    package var script: String = "auto"
    /// BCP 47, best first.
    package var languageHints: [String] = []
    package var orientation: Orientation = .auto
    /// In upright pixels; `nil` reads the whole image.
    package var region: PixelRect?
    /// One-based, ascending, not overlapping; empty reads all pages.
    package var pages: [ClosedRange<Int>] = []
    /// `nil` gives the recognizer's default: word for text, symbol for document.
    package var detail: Detail?
    package var acceptTruncated = false
    /// For one page; the engine stops itself then.
    package var pageTimeout: Duration = .seconds(120)
    package var limits = ImageLimits()

    package init() {}
}

/// What is refused from an image's header, before any decoder runs.
package struct ImageLimits: Hashable, Sendable {
    /// Size of the file in bytes; default 100 MB, range 1…1,000,000,000.
    package var bytes = 100_000_000
    /// Width times height of one page; default 100,000,000.
    package var pixels = 100_000_000
    /// Width or height in pixels; default and maximum 32,767, the most that Tesseract reads.
    package var side = 32_767
    /// Pages of one file; default 500.
    package var pages = 500

    package init() {}
}

/// The eight ways in which stored pixels can lie, by EXIF's number.
///
/// The names tell where the stored row 0 and column 0 appear in the upright image, as in EXIF 2.32, 4.6.4 (tag 274).
public enum ImageOrientation: Int, CaseIterable, Hashable, Sendable {
    case topLeft = 1
    case topRight = 2
    case bottomRight = 3
    case bottomLeft = 4
    case leftTop = 5
    case rightTop = 6
    case rightBottom = 7
    case leftBottom = 8
}
