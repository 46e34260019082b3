import TesseractEngine

/// What a producer can do better, measured on a page that was read.
struct PageAdvice {
    let reading: Reading

    /// - Parameter image: What the engine saw.
    func warnings(image: borrowing PageImage) -> [RecognitionWarning] {
        guard !reading.page.words.isEmpty else {
            let contrast = image.histogram().map { $0.level(at: 0.999) - $0.level(at: 0.001) } ?? 0
            let blank = RecognitionWarning(
                code: .noText, message: "no text was found; ink and paper differ by \(contrast) of 255 gray levels",
                measured: Double(contrast))
            return [blank]
        }
        return [smallCharacters(), lowContrast(image)].compactMap { $0 }
    }

    /// Median height of the characters against what ML Kit asks for: 16 pixels, 24 for Chinese, Japanese, Korean.
    private func smallCharacters() -> RecognitionWarning? {
        let words = reading.page.words
        let isDense = words.contains { $0.text.unicodeScalars.contains(where: ScriptTraits.isDense) }
        let denseWords = words.filter { $0.text.unicodeScalars.contains(where: ScriptTraits.isDense) }
        let judged = isDense && denseWords.count * 2 >= words.count ? denseWords : words
        let least = judged.count == denseWords.count && isDense ? 24 : 16
        let heights = judged.map { min($0.bounds.height, $0.text.count == 1 ? Int.max : $0.bounds.height) }.sorted()
        guard let median = heights.isEmpty ? nil : heights[heights.count / 2], median < least else { return nil }
        return RecognitionWarning(
            code: .charactersTooSmall,
            message: "the characters are \(median) pixels high, and \(least) or more read better; "
                + "scan at a higher resolution or come nearer",
            measured: Double(median))
    }

    /// Gray levels between ink and paper, as the median of up to 40 words.
    private func lowContrast(_ image: borrowing PageImage) -> RecognitionWarning? {
        let words = reading.page.words
        let step = max(1, words.count / 40)
        var spans: [Int] = []
        for index in stride(from: 0, to: words.count, by: step) {
            guard let histogram = image.histogram(in: words[index].bounds) else { continue }
            spans.append(histogram.level(at: 0.97) - histogram.level(at: 0.03))
        }
        spans.sort()
        guard let median = spans.isEmpty ? nil : spans[spans.count / 2], median < Self.clearContrast else { return nil }
        return RecognitionWarning(
            code: .lowContrast,
            message:
                "ink and paper differ by \(median) of 255 gray levels, and \(Self.clearContrast) or more read better",
            measured: Double(median))
    }

    private static let clearContrast = 60
}
