import CLeptonica
import CTesseract

/// One loaded Tesseract with its models. Owns one `TessBaseAPI`.
///
/// Bound to the thread that uses it. What it reads does not depend on what it read before.
@safe package final class TesseractSession {
    /// How Tesseract cuts a page into lines; the raw value is its page segmentation mode.
    package enum Segmentation: UInt32, Sendable {
        /// Columns, paragraphs and lines are looked for.
        case page = 3
        /// The page is one block of even text.
        case singleBlock = 6
        /// Text wherever it is, in no order.
        case sparse = 11
    }

    private let api: OpaquePointer

    /// Tesseract's own version, e.g. `5.3.0`.
    package static var version: String { unsafe String(cString: TessVersion()) }

    /// Loads models.
    ///
    /// - Parameters:
    ///   - dataPath: The directory that holds `<model>.traineddata`.
    ///   - models: Model names, the most likely first; not empty.
    /// - Throws: `.modelsUnusable` when one of them does not load, `.outOfMemory`.
    package init(dataPath: String, models: [String]) throws(EngineError) {
        guard PageImage.canAllocate(Self.roomForModels) else { throw .outOfMemory("the engine's models") }
        guard let created = unsafe TessBaseAPICreate() else { throw .outOfMemory("the engine") }
        unsafe api = created
        unsafe silence(created)
        let names = models.joined(separator: "+")
        guard unsafe TessBaseAPIInit2(created, dataPath, names, OEM_LSTM_ONLY) == 0 else {
            throw .modelsUnusable("Tesseract cannot load \(names) from \(dataPath)")
        }
        // The text of a line then shows where words touch and where the gap is wide.
        unsafe TessBaseAPISetVariable(created, "preserve_interword_spaces", "1")
    }

    deinit {
        unsafe TessBaseAPIEnd(api)
        unsafe TessBaseAPIDelete(api)
    }

    /// Reads a page.
    ///
    /// - Parameter timeLimit: The engine stops itself some time after it has passed; what it had is discarded.
    /// - Throws: `.deadlinePassed`, `.outOfMemory`.
    package func read(
        _ image: borrowing PageImage, as segmentation: Segmentation, timeLimit: Duration
    ) throws(EngineError) -> EnginePage {
        guard timeLimit > .zero else { throw .deadlinePassed }
        guard PageImage.canAllocate(image.width * image.height * 8) else {
            throw .outOfMemory("reading a page of \(image.width) x \(image.height) pixels")
        }
        let start = ContinuousClock.now
        unsafe TessBaseAPISetPageSegMode(api, TessPageSegMode(segmentation.rawValue))
        unsafe present(image, to: api)
        defer { unsafe TessBaseAPIClear(api) }
        let monitor = unsafe TessMonitorCreate()
        defer { unsafe TessMonitorDelete(monitor) }
        unsafe TessMonitorSetDeadlineMSecs(monitor, timeLimit.milliseconds)
        let status = unsafe TessBaseAPIRecognize(api, monitor)
        if ContinuousClock.now - start >= timeLimit { throw .deadlinePassed }
        // Tesseract also refuses pages of a few pixels, on which there is nothing to read.
        guard status == 0, let iterator = unsafe TessBaseAPIGetIterator(api) else { return EnginePage() }
        defer { unsafe TessResultIteratorDelete(iterator) }
        var walk = unsafe PageWalk(iterator)
        return walk.page()
    }

    /// A language model may need this much; asked for before Tesseract, which would end the process.
    private static let roomForModels = 64 << 20
}

/// Keeps Tesseract's chatter from stderr.
func silence(_ api: OpaquePointer) {
    unsafe TessBaseAPISetVariable(api, "debug_file", "/dev/null")
    LeptonicaMessages.listen()
}

/// Gives `image` to Tesseract in a state that earlier pages have not touched.
///
/// The resolution that a file declares is not used: at 70, the least that Tesseract believes, it measures the text
/// itself. So the same pixels read the same whatever their file says, and no page read worse for it.
func present(_ image: borrowing PageImage, to api: OpaquePointer) {
    unsafe TessBaseAPIClearAdaptiveClassifier(api)
    unsafe image.withHandle { unsafe TessBaseAPISetImage2(api, $0) }
    unsafe TessBaseAPISetSourceResolution(api, 70)
}

extension Duration {
    /// Whole milliseconds, at least 1 and at most `Int32.max`.
    fileprivate var milliseconds: Int32 {
        let (seconds, attoseconds) = components
        guard seconds < 2_000_000 else { return Int32.max }
        return Int32(max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    }
}
