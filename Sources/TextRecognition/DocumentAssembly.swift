import TesseractEngine

/// Builds ML Kit's `DocumentText` from what the engine read.
struct DocumentAssembly {
    let geometry: PageGeometry
    let detail: RecognitionRequest.Detail

    func document(of page: EnginePage) -> DocumentText {
        let blocks = page.blocks.compactMap(block)
        let text = blocks.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n\n")
        return DocumentText(text: text, blocks: detail == .text ? [] : blocks)
    }

    private func block(_ block: EngineBlock) -> DocumentTextBlock? {
        let paragraphs = block.paragraphs.compactMap(paragraph)
        let type = DocumentTextBlock.BlockType(block.kind)
        let frame = paragraphs.map(\.frame).union
        if frame == nil, type == .text || type == .table { return nil }
        let summary = NodeSummary(block.paragraphs.flatMap(\.lines).flatMap(\.words))
        return DocumentTextBlock(
            type: type, text: paragraphs.map(\.text).joined(separator: "\n\n"), confidence: summary.confidence,
            recognizedLanguages: summary.languages, recognizedBreak: paragraphs.isEmpty ? nil : .after(.lineBreak),
            geometry: geometry.geometry(frame ?? geometry.rect(block.bounds), angle: paragraphs.first?.angle ?? 0),
            paragraphs: paragraphs)
    }

    private func paragraph(_ paragraph: EngineParagraph) -> DocumentTextParagraph? {
        let words = brokenWords(of: paragraph)
        let nodes = words.map(word)
        guard let frame = nodes.map(\.frame).union else { return nil }
        let summary = NodeSummary(words.map(\.word))
        return DocumentTextParagraph(
            text: words.dropLast().map { $0.word.text + $0.separator }.joined() + (words.last?.word.text ?? ""),
            confidence: summary.confidence, recognizedLanguages: summary.languages,
            recognizedBreak: .after(.lineBreak),
            geometry: geometry.geometry(frame, angle: words.first?.angle ?? 0), words: nodes)
    }

    /// A word, what follows it, and the angle of its line.
    private struct BrokenWord {
        var word: EngineWord
        var separation: TextRecognizedBreak.BreakType?
        var angle: Double

        /// How the break looks in text.
        var separator: String {
            switch separation {
            case nil, .hyphen: ""
            case .space, .sureSpace, .unknown: " "
            case .lineWrap, .lineBreak: "\n"
            }
        }
    }

    private func brokenWords(of paragraph: EngineParagraph) -> [BrokenWord] {
        let lines = paragraph.lines.filter { !$0.words.isEmpty }
        var words: [BrokenWord] = []
        for (index, line) in lines.enumerated() {
            let nextLine = index + 1 < lines.count ? lines[index + 1].words.first : nil
            for (position, word) in line.words.enumerated() {
                var broken = BrokenWord(word: word, separation: .lineBreak, angle: line.angle)
                if position + 1 < line.words.count {
                    broken.separation = WordSpacing.gap(after: word, before: line.words[position + 1])
                } else if let unwrapped = WordSpacing.unwrapped(word, next: nextLine) {
                    broken.word = unwrapped
                    broken.separation = .hyphen
                } else if nextLine != nil {
                    broken.separation = .lineWrap
                }
                words.append(broken)
            }
        }
        return words
    }

    private func word(_ broken: BrokenWord) -> DocumentTextWord {
        let frame = geometry.rect(broken.word.bounds)
        let languages = NodeSummary([broken.word]).languages
        let end = broken.separation.map { TextRecognizedBreak.after($0) }
        let symbols = detail == .symbol ? broken.word.symbols : []
        return DocumentTextWord(
            text: broken.word.text, confidence: broken.word.confidence, recognizedLanguages: languages,
            recognizedBreak: end, geometry: geometry.geometry(frame, angle: broken.angle),
            symbols: symbols.enumerated().map { index, symbol in
                DocumentTextSymbol(
                    text: symbol.text, confidence: symbol.confidence, recognizedLanguages: languages,
                    recognizedBreak: index == symbols.count - 1 ? end : nil,
                    geometry: geometry.geometry(geometry.rect(symbol.bounds).intersection(frame), angle: broken.angle))
            })
    }
}

extension TextRecognizedBreak {
    fileprivate static func after(_ type: BreakType) -> TextRecognizedBreak {
        TextRecognizedBreak(type: type, isPrefix: false)
    }
}

extension DocumentTextBlock.BlockType {
    fileprivate init(_ kind: EngineBlock.Kind) {
        switch kind {
        case .text: self = .text
        case .table: self = .table
        case .picture: self = .picture
        case .ruler: self = .ruler
        case .unknown: self = .unknown
        }
    }
}
