import CTesseract

/// Copies a finished page out of Tesseract's result iterator, which it borrows.
@safe struct PageWalk: ~Copyable {
    private let iterator: OpaquePointer
    /// The same object, seen as the page iterator that it is.
    private let position: OpaquePointer?
    private var result = EnginePage()
    /// What is left of the current line's text as Tesseract spaces it.
    private var lineRest: Substring = ""

    init(_ iterator: OpaquePointer) {
        unsafe self.iterator = iterator
        unsafe position = TessResultIteratorGetPageIterator(iterator)
    }

    /// Walks from the first word to the last; to be called once.
    mutating func page() -> EnginePage {
        guard unsafe position != nil else { return result }
        var more = true
        while more {
            if begins(RIL_BLOCK) { openBlock() }
            guard let text = text(RIL_WORD) else {
                more = unsafe TessResultIteratorNext(iterator, RIL_WORD) != 0
                continue
            }
            if begins(RIL_PARA) { openParagraph() }
            if begins(RIL_TEXTLINE) { openLine() }
            more = takeWord(text)
        }
        levelLines()
        return result
    }

    private mutating func levelLines() {
        for block in result.blocks.indices where !result.blocks[block].isVertical {
            for paragraph in result.blocks[block].paragraphs.indices {
                for line in result.blocks[block].paragraphs[paragraph].lines.indices {
                    let read = result.blocks[block].paragraphs[paragraph].lines[line]
                    result.blocks[block].paragraphs[paragraph].lines[line].angle = BaselineFit.angle(
                        symbols: read.words.flatMap(\.symbols).map(\.bounds), tesseract: read.angle)
                }
            }
        }
    }

    private mutating func openBlock() {
        guard let bounds = bounds(RIL_BLOCK) else { return }
        var orientation = ORIENTATION_PAGE_UP
        var direction = WRITING_DIRECTION_LEFT_TO_RIGHT
        var order = TEXTLINE_ORDER_TOP_TO_BOTTOM
        var deskew: Float = 0
        unsafe TessPageIteratorOrientation(position, &orientation, &direction, &order, &deskew)
        let kind = unsafe EngineBlock.Kind(TessPageIteratorBlockType(position))
        let isVertical = direction == WRITING_DIRECTION_TOP_TO_BOTTOM
        result.blocks.append(EngineBlock(kind: kind, bounds: bounds, isVertical: isVertical))
    }

    private mutating func openParagraph() {
        guard !result.blocks.isEmpty, let bounds = bounds(RIL_PARA) else { return }
        result.blocks[result.blocks.count - 1].paragraphs.append(EngineParagraph(bounds: bounds))
    }

    private mutating func openLine() {
        lineRest = text(RIL_TEXTLINE)?[...] ?? ""
        guard let block = result.blocks.indices.last, let bounds = bounds(RIL_TEXTLINE) else { return }
        if result.blocks[block].paragraphs.isEmpty {
            result.blocks[block].paragraphs.append(EngineParagraph(bounds: bounds))
        }
        let paragraph = result.blocks[block].paragraphs.count - 1
        result.blocks[block].paragraphs[paragraph].lines.append(EngineLine(bounds: bounds, angle: lineAngle()))
    }

    /// Reads the word at the iterator and its symbols.
    ///
    /// - Returns: Whether another word or block follows.
    private mutating func takeWord(_ text: String) -> Bool {
        let spaces = spacesBefore(text)
        var word = bounds(RIL_WORD).map {
            EngineWord(
                text: text, bounds: $0, confidence: confidence(RIL_WORD), spacesBefore: spaces, model: model())
        }
        var more = false
        repeat {
            if let text = self.text(RIL_SYMBOL), !text.isBlank, let bounds = bounds(RIL_SYMBOL) {
                word?.symbols.append(EngineSymbol(text: text, bounds: bounds, confidence: confidence(RIL_SYMBOL)))
            }
            more = unsafe TessResultIteratorNext(iterator, RIL_SYMBOL) != 0
        } while more && !begins(RIL_WORD)
        if let word, !word.text.isBlank, let block = result.blocks.indices.last,
            let paragraph = result.blocks[block].paragraphs.indices.last,
            let line = result.blocks[block].paragraphs[paragraph].lines.indices.last
        {
            result.blocks[block].paragraphs[paragraph].lines[line].words.append(word)
        }
        return more
    }

    /// Finds the word in the line's text, the only place where Tesseract shows its blanks; 1 when it is not there.
    private mutating func spacesBefore(_ word: String) -> Int {
        let start = lineRest.drop { $0 == " " }
        guard start.hasPrefix(word) else { return 1 }
        let spaces = lineRest.distance(from: lineRest.startIndex, to: start.startIndex)
        lineRest = start.dropFirst(word.count)
        return spaces
    }

    private func begins(_ level: TessPageIteratorLevel) -> Bool {
        unsafe TessPageIteratorIsAtBeginningOf(position, level) != 0
    }

    private func text(_ level: TessPageIteratorLevel) -> String? {
        guard let raw = unsafe TessResultIteratorGetUTF8Text(iterator, level) else { return nil }
        defer { unsafe TessDeleteText(raw) }
        return unsafe String(cString: raw)
    }

    private func bounds(_ level: TessPageIteratorLevel) -> EngineBox? {
        var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard unsafe TessPageIteratorBoundingBox(position, level, &left, &top, &right, &bottom) != 0,
            right > left, bottom > top
        else { return nil }
        return EngineBox(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
    }

    private func confidence(_ level: TessPageIteratorLevel) -> Double {
        let percent = unsafe Double(TessResultIteratorConfidence(iterator, level))
        return percent.isFinite ? min(max(percent / 100, 0), 1) : 0
    }

    private func model() -> String {
        unsafe TessResultIteratorWordRecognitionLanguage(iterator).map { unsafe String(cString: $0) } ?? ""
    }

    private func lineAngle() -> Double {
        var (x1, y1, x2, y2): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard unsafe TessPageIteratorBaseline(position, RIL_TEXTLINE, &x1, &y1, &x2, &y2) != 0 else { return 0 }
        return angleInDegrees(dx: Double(x2 - x1), dy: Double(y2 - y1))
    }
}

extension EngineBlock.Kind {
    fileprivate init(_ type: TessPolyBlockType) {
        switch type {
        case PT_FLOWING_TEXT, PT_HEADING_TEXT, PT_PULLOUT_TEXT, PT_EQUATION, PT_INLINE_EQUATION, PT_VERTICAL_TEXT,
            PT_CAPTION_TEXT:
            self = .text
        case PT_TABLE: self = .table
        case PT_FLOWING_IMAGE, PT_HEADING_IMAGE, PT_PULLOUT_IMAGE: self = .picture
        case PT_HORZ_LINE, PT_VERT_LINE: self = .ruler
        default: self = .unknown
        }
    }
}

extension String {
    /// Whether nothing in it can be seen.
    var isBlank: Bool {
        unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
    }
}
