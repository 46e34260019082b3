import TesseractEngine

/// Reads images, one after another, with engines that stay loaded.
///
/// Bound to the thread that uses it, and blocking: a page takes seconds. The result for an image does not depend on
/// what was read before. Set `OMP_THREAD_LIMIT=1` in the process's environment before it starts, or the engine's
/// threads cost three times the processor time.
package final class RecognitionSession {
    private let models: ModelDirectory
    private let cache: EngineCache

    /// Loads nothing yet; an engine is loaded when the first image asks for its models.
    package init(models: ModelDirectory) {
        self.models = models
        cache = EngineCache(models: models)
    }

    /// The engine's version, e.g. `5.3.0`.
    package static var engineVersion: String { TesseractSession.version }

    /// Reads all pages of an image that the request asks for.
    ///
    /// - Parameter bytes: The whole file; its content tells its format.
    /// - Throws: Every code of `RecognitionError` but `models-missing`.
    package func recognize(
        _ bytes: [UInt8], _ request: RecognitionRequest
    ) throws(RecognitionError) -> RecognitionResult {
        let intake = try ImageIntake(bytes, request)
        let plan = try LanguagePlan(script: request.script, hints: request.languageHints, models: models)
        var run = RecognitionRun(intake: intake, request: request)
        for page in intake.pages { try run.read(page, plan: plan, models: models, cache: cache) }
        return run.result()
    }
}

/// One image on its way to a result.
private struct RecognitionRun {
    let intake: ImageIntake
    /// The recognizer is settled by the first page and kept for the others.
    var request: RecognitionRequest
    private var facts: ImageFacts?
    private var choice: RecognizerChoice?
    private var pages: [PageResult] = []
    private var modelsUsed: [String] = []
    private var decodeTime = Duration.zero
    private var recognizeTime = Duration.zero

    init(intake: ImageIntake, request: RecognitionRequest) {
        self.intake = intake
        self.request = request
    }

    mutating func read(
        _ page: Int, plan: LanguagePlan, models: ModelDirectory, cache: EngineCache
    ) throws(RecognitionError) {
        let clock = ContinuousClock()
        let start = clock.now
        let (stored, source) = storedOrientation(page)
        var image = try decode(page, turnedBy: stored)
        let decoded = clock.now
        let reader = PageReader(
            cache: cache, models: models, plan: plan, request: request, deadline: decoded + request.pageTimeout)
        let outcome: PageReader.Outcome
        do throws(PageFailure) {
            outcome = try reader.read(&image)
        } catch {
            throw RecognitionError(error, page: page + 1, format: intake.header.format)
        }
        decodeTime += decoded - start
        recognizeTime += clock.now - decoded
        settle(outcome, stored, source)
        var result = pageResult(outcome, number: page + 1)
        if let readableRows = image.readableRows {
            result.warnings.append(truncated(readableRows, intake.header.pages[page].height))
        }
        pages.append(result)
    }

    func result() -> RecognitionResult {
        guard let facts, let choice else { preconditionFailure("an image has at least one page") }
        let engine = EngineUse(
            name: "tesseract", version: TesseractSession.version, models: modelsUsed, share: 1)
        let texts = pages.map(\.content.text)
        return RecognitionResult(
            recognizer: choice.recognizer, recognizerReason: choice.reason, image: facts,
            text: texts.filter { !$0.isEmpty }.joined(separator: "\n\n"), pages: pages, engines: [engine],
            decodeTime: decodeTime, recognizeTime: recognizeTime)
    }

    private func decode(
        _ page: Int, turnedBy orientation: StoredOrientation
    ) throws(RecognitionError) -> PageImage {
        do throws(EngineError) {
            var image = try PageImage.decode(
                intake.bytes, header: intake.header, page: page, acceptTruncated: request.acceptTruncated)
            try image.turn(by: orientation)
            return image
        } catch { throw RecognitionError(error, format: intake.header.format, stage: .decode) }
    }

    private func storedOrientation(_ page: Int) -> (StoredOrientation, ImageFacts.OrientationSource) {
        if case .fixed(let orientation) = request.orientation {
            return (StoredOrientation(orientation), .request)
        }
        guard let number = intake.header.pages[page].orientation, let tagged = StoredOrientation(rawValue: number)
        else { return (.topLeft, .none) }
        return (tagged, .exif)
    }

    private mutating func settle(
        _ outcome: PageReader.Outcome, _ stored: StoredOrientation, _ source: ImageFacts.OrientationSource
    ) {
        for model in outcome.reading.models where !modelsUsed.contains(model) { modelsUsed.append(model) }
        guard facts == nil else { return }
        choice = outcome.choice
        request.recognizer = outcome.choice.recognizer
        facts = ImageFacts(
            format: ImageFacts.Format(intake.header.format), width: outcome.geometry.width,
            height: outcome.geometry.height,
            orientation: ImageOrientation(stored.followed(byQuarters: outcome.quarters)),
            orientationSource: outcome.quarters == 0 ? source : .detected, pageCount: intake.header.pages.count)
    }

    private func pageResult(_ outcome: PageReader.Outcome, number: Int) -> PageResult {
        let read = outcome.reading.page
        let content: PageResult.Content =
            switch request.recognizer {
            case .document:
                .document(
                    DocumentAssembly(geometry: outcome.geometry, detail: request.detail ?? .symbol).document(of: read))
            case .text, .auto:
                .text(TextAssembly(geometry: outcome.geometry, detail: request.detail ?? .word).text(of: read))
            }
        return PageResult(
            page: number, width: outcome.geometry.width, height: outcome.geometry.height, angle: read.meanAngle,
            content: content, warnings: outcome.warnings)
    }

    private func truncated(_ rows: Int, _ height: Int) -> RecognitionWarning {
        RecognitionWarning(
            code: .imageTruncated, message: "the image is cut or damaged: \(rows) of \(height) rows were readable",
            measured: Double(rows))
    }
}
