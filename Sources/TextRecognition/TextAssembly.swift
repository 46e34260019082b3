import TesseractEngine

/// Builds ML Kit's `Text` from what the engine read.
struct TextAssembly {
    let geometry: PageGeometry
    let detail: RecognitionRequest.Detail

    func text(of page: EnginePage) -> Text {
        let blocks = page.blocks.compactMap(block)
        let text = blocks.map(\.text).joined(separator: "\n")
        return Text(text: text, blocks: detail == .text ? [] : blocks)
    }

    private func block(_ block: EngineBlock) -> TextBlock? {
        let words = block.paragraphs.flatMap(\.lines).flatMap(\.words)
        let lines = block.paragraphs.flatMap(\.lines).compactMap(line)
        guard let first = lines.first, let frame = lines.map(\.frame).union else { return nil }
        let summary = NodeSummary(words)
        return TextBlock(
            text: lines.map(\.text).joined(separator: "\n"), confidence: summary.confidence,
            recognizedLanguages: summary.languages, geometry: geometry.geometry(frame, angle: first.angle), lines: lines
        )
    }

    private func line(_ line: EngineLine) -> TextLine? {
        let elements = line.words.map { element($0, angle: line.angle) }
        guard let frame = elements.map(\.frame).union else { return nil }
        let summary = NodeSummary(line.words)
        return TextLine(
            text: WordSpacing.text(of: line.words), confidence: summary.confidence,
            recognizedLanguages: summary.languages, geometry: geometry.geometry(frame, angle: line.angle),
            elements: elements)
    }

    private func element(_ word: EngineWord, angle: Double) -> TextElement {
        let frame = geometry.rect(word.bounds)
        let languages = NodeSummary([word]).languages
        let symbols =
            detail != .symbol
            ? []
            : word.symbols.map { symbol in
                TextSymbol(
                    text: symbol.text, confidence: symbol.confidence, recognizedLanguages: languages,
                    geometry: geometry.geometry(geometry.rect(symbol.bounds).intersection(frame), angle: angle))
            }
        return TextElement(
            text: word.text, confidence: word.confidence, recognizedLanguages: languages,
            geometry: geometry.geometry(frame, angle: angle), symbols: symbols)
    }
}
