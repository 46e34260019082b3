import TesseractEngine

/// What stands between two neighbouring words of one line.
enum WordSpacing {
    /// The break that a reader sees, `nil` when the words touch.
    ///
    /// Between two characters that are written without spaces there is none; between such a character and another
    /// one there is a space if there is a gap of a quarter of the line's height; between others always.
    static func gap(after left: EngineWord, before right: EngineWord) -> TextRecognizedBreak.BreakType? {
        guard let last = left.text.unicodeScalars.last, let first = right.text.unicodeScalars.first else { return nil }
        let height = max(left.bounds.height, right.bounds.height, 1)
        let distance = max(
            right.bounds.x - left.bounds.x - left.bounds.width, left.bounds.x - right.bounds.x - right.bounds.width)
        let leftJoins = ScriptTraits.isWrittenWithoutSpaces(last)
        let rightJoins = ScriptTraits.isWrittenWithoutSpaces(first)
        if leftJoins && rightJoins { return nil }
        if (leftJoins || rightJoins) && distance * 4 < height { return nil }
        return distance > height * 2 ? .sureSpace : .space
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
