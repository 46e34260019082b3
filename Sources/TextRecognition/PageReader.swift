import TesseractEngine

/// Reads one page: decides how it lies, which models read it and which recognizer suits it.
struct PageReader {
    let cache: EngineCache
    let models: ModelDirectory
    let plan: LanguagePlan
    let request: RecognitionRequest
    /// When the page has to be done.
    let deadline: ContinuousClock.Instant

    /// What was read, before it takes a recognizer's shape.
    struct Outcome {
        var reading: Reading
        var choice: RecognizerChoice
        /// Quarters clockwise that were found necessary beyond the file's tag.
        var quarters: Int
        var geometry: PageGeometry
        var warnings: [RecognitionWarning]
    }

    /// - Parameter image: The page, turned as its tag or the request says; turned further here if need be.
    /// - Throws: `region-outside-image`, or the engine's errors through `EngineError`.
    func read(_ image: inout PageImage) throws(PageFailure) -> Outcome {
        var finding: OrientationDetector.Finding??
        var quarters = 0
        // A region is in upright pixels, so upright has to be known first.
        if request.region != nil, request.orientation == .auto {
            quarters = try turn(&image, &finding)
        }
        var part = try part(of: image)
        var reading = try firstReading(part)
        if request.region == nil, request.orientation == .auto, reading.hasWords || hasInk(part) {
            // Well-read text tells by itself how it lies; the detector is asked about the rest.
            if reading.isSure {
                quarters = try turn(&image, by: reading.quartersToUpright)
            } else {
                quarters = try turn(&image, &finding)
            }
            if quarters != 0 {
                part = try self.part(of: image)
                reading = try firstReading(part)
            } else if let found = try trialTurn(&image, reading, finding) {
                quarters = found.quarters
                part = try self.part(of: image)
                reading = found.reading
            }
        }
        let mayImprove = plan.candidates.count > 1 ? reading.confidence < Self.certain : !reading.isSure
        if mayImprove, reading.hasWords || hasInk(part) { reading = try surest(of: reading, part, image, &finding) }
        let choice = RecognizerChoice(request, reading)
        reading = try final(reading, choice, part)
        var warnings = PageAdvice(reading: reading).warnings(image: part)
        if plan.isOpen, reading.hasWords, reading.confidence < Self.uncertain {
            warnings.append(languageUncertain(reading))
        }
        let geometry = PageGeometry(
            width: image.width, height: image.height, originX: request.region?.x ?? 0, originY: request.region?.y ?? 0)
        return Outcome(reading: reading, choice: choice, quarters: quarters, geometry: geometry, warnings: warnings)
    }

    /// Below this mean confidence no language is taken for certain.
    private static let uncertain = 0.6
    /// The detector was right in every page from here up; a wrong turn costs more than a missed one.
    private static let sureOrientation = 3.3
    private static let sureScript = 1.0

    private func part(of image: borrowing PageImage) throws(PageFailure) -> PageImage {
        guard let region = request.region else { return image.shared() }
        guard region.x >= 0, region.y >= 0, region.width > 0, region.height > 0,
            region.width <= image.width, region.x <= image.width - region.width,
            region.height <= image.height, region.y <= image.height - region.height
        else { throw .regionOutside(width: image.width, height: image.height) }
        let box = EngineBox(x: region.x, y: region.y, width: region.width, height: region.height)
        do throws(EngineError) { return try image.cropped(to: box) } catch { throw .engine(error) }
    }

    /// Looks how the page lies and turns it where that is certain.
    private func turn(
        _ image: inout PageImage, _ finding: inout OrientationDetector.Finding??
    ) throws(PageFailure) -> Int {
        guard let found = try detect(image, &finding), found.quarters != 0,
            found.orientationConfidence >= Self.sureOrientation
        else { return 0 }
        return try turn(&image, by: found.quarters)
    }

    /// Turns the page as an uncertain finding says when it then reads well, and did not before.
    ///
    /// - Returns: `nil` when the page stays as it is.
    private func trialTurn(
        _ image: inout PageImage, _ before: Reading, _ finding: OrientationDetector.Finding??
    ) throws(PageFailure) -> (quarters: Int, reading: Reading)? {
        guard !before.isSure, case .some(.some(let found)) = finding, found.quarters != 0 else { return nil }
        var turned = image.shared()
        let quarters = try turn(&turned, by: found.quarters)
        guard let reading = try attempt(turned, before.models, before.segmentation), reading.isSure,
            reading.confidence > before.confidence + Self.clearlySurer * 2
        else { return nil }
        image = turned
        return (quarters, reading)
    }

    private func turn(_ image: inout PageImage, by quarters: Int) throws(PageFailure) -> Int {
        let orientation = StoredOrientation.topLeft.followed(byQuarters: quarters)
        do throws(EngineError) { try image.turn(by: orientation) } catch { throw .engine(error) }
        return quarters
    }

    private func detect(
        _ image: borrowing PageImage, _ finding: inout OrientationDetector.Finding??
    ) throws(PageFailure) -> OrientationDetector.Finding? {
        if let known = finding { return known }
        var found: OrientationDetector.Finding?
        do throws(EngineError) { found = try cache.orientationDetector()?.detect(image) } catch { throw .engine(error) }
        finding = .some(found)
        return found
    }

    /// Reads with the models that come first. A picture in which no page is found is read as scattered text at once.
    private func firstReading(_ part: borrowing PageImage) throws(PageFailure) -> Reading {
        if request.recognizer == .text, request.model == .sparse { return try read(part, plan.candidates[0], .sparse) }
        let page = try read(part, plan.candidates[0], .page)
        guard request.recognizer == .auto, request.model == .sparse, page.characters < Self.fewCharacters, hasInk(part)
        else { return page }
        let sparse = try read(part, plan.candidates[0], .sparse)
        return sparse.characters > page.characters ? sparse : page
    }

    /// Fewer than these tell nothing about a page.
    private static let fewCharacters = 12

    /// Tries the other models that the request or the page suggests, and keeps the reading that is surest.
    private func surest(
        of first: Reading, _ part: borrowing PageImage, _ image: borrowing PageImage,
        _ finding: inout OrientationDetector.Finding??
    ) throws(PageFailure) -> Reading {
        var best = try surest(of: first, among: Array(plan.candidates.dropFirst()), part)
        guard plan.isOpen, !best.isSure else { return best }
        if let found = try detect(image, &finding), found.scriptConfidence >= Self.sureScript {
            let suggested = TesseractScripts.models(detected: found.script).filter(models.has).map { [$0] }
            best = try surest(of: best, among: suggested, part)
            if best.models != first.models { return best }
        }
        return try surest(of: best, among: LanguagePlan.alternatives(in: models), part)
    }

    /// Another model has to be clearly surer: on a picture that none can read, their confidences differ by chance.
    private func surest(
        of first: Reading, among candidates: [[String]], _ part: borrowing PageImage
    ) throws(PageFailure) -> Reading {
        var best = first
        for candidate in candidates where candidate != first.models && best.confidence < Self.certain {
            guard let reading = try attempt(part, candidate, first.segmentation) else { break }
            let margin = best.models == first.models ? Self.clearlySurer : 0
            if reading.confidence > best.confidence + margin { best = reading }
        }
        return best
    }

    /// A reading that is not needed: it may take half of the time that is left.
    ///
    /// - Returns: `nil` when that was not enough.
    private func attempt(
        _ part: borrowing PageImage, _ models: [String], _ segmentation: TesseractSession.Segmentation
    ) throws(PageFailure) -> Reading? {
        do throws(PageFailure) {
            return try read(part, models, segmentation, timeLimit: (deadline - ContinuousClock.now) / 2)
        } catch .engine(.deadlinePassed) {
            return nil
        }
    }

    /// No other model of the same script was seen to do better from here up.
    private static let certain = 0.88
    private static let clearlySurer = 0.1

    /// The pass that suits the chosen recognizer, unless the first one was it.
    private func final(
        _ reading: Reading, _ choice: RecognizerChoice, _ part: borrowing PageImage
    ) throws(PageFailure) -> Reading {
        if choice.recognizer == .text, request.model == .sparse, reading.segmentation != .sparse {
            return try read(part, reading.models, .sparse)
        }
        guard !reading.hasWords, reading.segmentation == .page, hasInk(part) else { return reading }
        let block = try read(part, reading.models, .singleBlock)
        return block.hasWords ? block : reading
    }

    private func hasInk(_ part: borrowing PageImage) -> Bool {
        (part.histogram()?.share(fartherThan: 64) ?? 0) >= 0.0002
    }

    private func read(
        _ part: borrowing PageImage, _ models: [String], _ segmentation: TesseractSession.Segmentation,
        timeLimit: Duration? = nil
    ) throws(PageFailure) -> Reading {
        do throws(EngineError) {
            let page = try cache.engine(for: models)
                .read(part, as: segmentation, timeLimit: timeLimit ?? deadline - ContinuousClock.now)
            return Reading(
                models: models, segmentation: segmentation,
                page: page.withoutDefects(width: part.width, height: part.height))
        } catch { throw .engine(error) }
    }

    private func languageUncertain(_ reading: Reading) -> RecognitionWarning {
        RecognitionWarning(
            code: .languageUncertain,
            message: "no installed language reads this well; give languageHints or a script",
            measured: reading.confidence)
    }
}

/// Why a page could not be read.
enum PageFailure: Error {
    case engine(EngineError)
    case regionOutside(width: Int, height: Int)
}
