/// What one image gave: every page that was asked for, and how it was read.
package struct RecognitionResult: Sendable {
    package var recognizer: RecognitionRequest.Recognizer  // `.text` or `.document`, never `.auto`
    /// Why that recognizer: `requested`, or the measured reason for which `auto` chose it. One short sentence.
    package var recognizerReason: String
    package var image: ImageFacts
    /// All pages' texts, joined by a form feed line as `\n\n`.
    package var text: String
    package var pages: [PageResult]
    package var engines: [EngineUse]
    package var decodeTime: Duration
    package var recognizeTime: Duration

    package init(
        recognizer: RecognitionRequest.Recognizer, recognizerReason: String, image: ImageFacts, text: String,
        pages: [PageResult], engines: [EngineUse], decodeTime: Duration, recognizeTime: Duration
    ) {
        self.recognizer = recognizer
        self.recognizerReason = recognizerReason
        self.image = image
        self.text = text
        self.pages = pages
        self.engines = engines
        self.decodeTime = decodeTime
        self.recognizeTime = recognizeTime
    }
}

/// What the image file is, from its header and tags.
package struct ImageFacts: Hashable, Sendable {
    package enum Format: String, CaseIterable, Sendable { case jpeg, png, tiff, webp, gif, bmp, pnm }
    package enum OrientationSource: String, CaseIterable, Sendable {
        /// No tag, nothing requested, nothing detected.
        case none
        case exif
        case request
        case detected
    }

    package var format: Format
    /// Upright, of the first page that was read.
    package var width: Int
    package var height: Int
    package var orientation: ImageOrientation
    package var orientationSource: OrientationSource
    /// Of the file, read or not.
    package var pageCount: Int

    package init(
        format: Format, width: Int, height: Int, orientation: ImageOrientation, orientationSource: OrientationSource,
        pageCount: Int
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.orientation = orientation
        self.orientationSource = orientationSource
        self.pageCount = pageCount
    }
}

/// One page, upright.
package struct PageResult: Sendable {
    package enum Content: Sendable {
        case text(Text)
        case document(DocumentText)
    }

    /// One-based, in the file.
    package var page: Int
    package var width: Int
    package var height: Int
    /// Mean angle of the lines, degrees, clockwise positive.
    package var angle: Double
    package var content: Content
    package var warnings: [RecognitionWarning]

    package init(
        page: Int, width: Int, height: Int, angle: Double, content: Content, warnings: [RecognitionWarning]
    ) {
        self.page = page
        self.width = width
        self.height = height
        self.angle = angle
        self.content = content
        self.warnings = warnings
    }
}

/// Advice about the input, with the figure that was measured where there is one.
package struct RecognitionWarning: Hashable, Sendable {
    package enum Code: String, CaseIterable, Sendable {
        case charactersTooSmall = "characters-too-small"
        case blurred
        case lowContrast = "low-contrast"
        case noText = "no-text"
        case orientationUncertain = "orientation-uncertain"
        case languageUncertain = "language-uncertain"
        case imageTruncated = "image-truncated"
    }

    package var code: Code
    package var message: String
    /// E.g. the median character height in pixels; `nil` where nothing is measured.
    package var measured: Double?

    package init(code: Code, message: String, measured: Double? = nil) {
        self.code = code
        self.message = message
        self.measured = measured
    }
}

/// An engine that read part of the image.
package struct EngineUse: Hashable, Sendable {
    package var name: String
    package var version: String
    package var models: [String]
    /// Part of the lines that it read, 0…1.
    package var share: Double

    package init(name: String, version: String, models: [String], share: Double) {
        self.name = name
        self.version = version
        self.models = models
        self.share = share
    }
}

/// Why an image could not be read. The codes are those of the contract.
public struct RecognitionError: Error, Hashable, Sendable {
    public enum Code: String, CaseIterable, Sendable {
        case imageEmpty = "image-empty"
        case imageUnsupported = "image-unsupported"
        case imageUndecodable = "image-undecodable"
        case imageTooLarge = "image-too-large"
        case languageUnavailable = "language-unavailable"
        case regionOutsideImage = "region-outside-image"
        case pageOutOfRange = "page-out-of-range"
        case timeout = "recognizer-timeout"
        case outOfMemory = "recognizer-out-of-memory"
        /// The engine cannot work at all here (no models, wrong version); not the image's fault.
        case engineUnusable = "engine-unusable"
        case modelsMissing = "models-missing"
    }

    /// Where it went wrong, for the error record.
    public enum Stage: String, CaseIterable, Sendable { case request, decode, recognize }

    public var code: Code
    public var stage: Stage
    /// One sentence that a user can act on; no document text.
    public var message: String

    /// - Parameter message: gets a capital and a full stop where it has none.
    package init(_ code: Code, stage: Stage, _ message: String) {
        self.code = code
        self.stage = stage
        self.message = message.asSentence
    }
}

extension String {
    /// With a capital and a full stop, as records have their messages.
    package var asSentence: String {
        let capital = prefix(1).uppercased() + dropFirst()
        return capital.hasSuffix(".") ? capital : capital + "."
    }
}
