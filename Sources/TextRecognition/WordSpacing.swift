import TesseractEngine

/// What stands between two neighbouring words of one line.
enum WordSpacing {
    /// The break that a reader sees, `nil` when the words touch.
    ///
    /// Between two characters that are written without spaces there is none, whatever the engine saw. A wide gap,
    /// twice the line's height and more, is a sure space.
    static func gap(after left: EngineWord, before right: EngineWord) -> TextRecognizedBreak.BreakType? {
        guard right.spacesBefore > 0, let last = left.text.unicodeScalars.last,
            let first = right.text.unicodeScalars.first
        else { return nil }
        if ScriptTraits.isWrittenWithoutSpaces(last) && ScriptTraits.isWrittenWithoutSpaces(first) { return nil }
        let distance = max(
            right.bounds.x - left.bounds.x - left.bounds.width, left.bounds.x - right.bounds.x - right.bounds.width)
        return distance > max(left.bounds.height, right.bounds.height) * 2 ? .sureSpace : .space
    }

    /// The words of a line with those joined that the engine cut though they touch, as it does within Korean words.
    ///
    /// Chinese and Japanese keep the engine's cuts, where no space tells one word from the next.
    static func joined(_ words: [EngineWord]) -> [EngineWord] {
        words.reduce(into: []) { result, word in
            guard let last = result.last, word.spacesBefore == 0, !isSpaceless(last.text.unicodeScalars.last),
                !isSpaceless(word.text.unicodeScalars.first)
            else { return result.append(word) }
            result[result.count - 1] = joined(last, word)
        }
    }

    private static func joined(_ left: EngineWord, _ right: EngineWord) -> EngineWord {
        let x = min(left.bounds.x, right.bounds.x)
        let y = min(left.bounds.y, right.bounds.y)
        let end = max(left.bounds.x + left.bounds.width, right.bounds.x + right.bounds.width)
        let bottom = max(left.bounds.y + left.bounds.height, right.bounds.y + right.bounds.height)
        return EngineWord(
            text: left.text + right.text, bounds: EngineBox(x: x, y: y, width: end - x, height: bottom - y),
            confidence: NodeSummary([left, right]).confidence, spacesBefore: left.spacesBefore, model: left.model,
            symbols: left.symbols + right.symbols)
    }

    private static func isSpaceless(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map(ScriptTraits.isWrittenWithoutSpaces) ?? false
    }

    /// The text of a line's words.
    static func text(of words: [EngineWord]) -> String {
        guard var text = words.first?.text else { return "" }
        for (left, right) in zip(words, words.dropFirst()) {
            if gap(after: left, before: right) != nil { text += " " }
            text += right.text
        }
        return text
    }

    /// The word without the hyphen that only wraps it onto the next line; `nil` when it has none.
    ///
    /// A hyphen wraps when a letter stands before it and the next line goes on with a small letter.
    static func unwrapped(_ word: EngineWord, next: EngineWord?) -> EngineWord? {
        guard let next, let hyphen = word.text.last, "-\u{2010}\u{AD}".contains(hyphen),
            word.text.dropLast().last?.isLetter == true, next.text.first?.isLowercase == true
        else { return nil }
        var word = word
        word.text.removeLast()
        if word.symbols.last?.text == String(hyphen) { word.symbols.removeLast() }
        return word
    }
}
