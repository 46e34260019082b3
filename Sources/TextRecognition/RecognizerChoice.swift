import TesseractEngine

/// Which recognizer suits a page whose request leaves it open, and the measured reason.
struct RecognizerChoice: Hashable {
    let recognizer: RecognitionRequest.Recognizer
    /// One short sentence.
    let reason: String

    /// Judges by a first pass that looked for columns and paragraphs.
    ///
    /// A document has many lines of running text: at least five lines of three words or eight characters that were
    /// read with some confidence, and at least half of all lines are such.
    init(_ reading: Reading) {
        let lines = reading.page.lines.filter { !$0.words.isEmpty }
        let running = lines.filter(Self.isRunningText)
        let isDocument = running.count >= 5 && running.count * 2 >= lines.count
        let found = "\(running.count) of \(lines.count) lines are running text"
        self.init(
            recognizer: isDocument ? .document : .text,
            reason: isDocument ? found : "\(found), and a page has at least 5, and half of its lines")
    }

    /// The request's own choice, or the page's where the request leaves it open.
    init(_ request: RecognitionRequest, _ reading: Reading) {
        switch request.recognizer {
        case .auto: self.init(reading)
        case .text, .document:
            self.init(recognizer: request.recognizer, reason: "requested")
        }
    }

    private init(recognizer: RecognitionRequest.Recognizer, reason: String) {
        self.recognizer = recognizer
        self.reason = reason
    }

    private static func isRunningText(_ line: EngineLine) -> Bool {
        let sure = line.words.filter { $0.confidence >= 0.5 }
        return sure.count >= 3 || sure.reduce(0) { $0 + $1.text.count } >= 8
    }
}
