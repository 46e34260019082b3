import TesseractEngine

/// What parents in a hierarchy derive from the words below them.
struct NodeSummary {
    /// 0…1, each word weighing as much as it has characters.
    let confidence: Double
    /// Best first.
    let languages: [TextRecognizedLanguage]

    init(_ words: some Sequence<EngineWord>) {
        var total = 0.0
        var sum = 0.0
        var byLanguage: [String: Double] = [:]
        for word in words {
            let weight = Double(max(word.text.count, 1))
            total += weight
            sum += weight * word.confidence
            byLanguage[TesseractLanguages.tag(of: word.model), default: 0] += weight * word.confidence
        }
        confidence = total > 0 ? sum / total : 0
        languages = byLanguage.map { TextRecognizedLanguage(languageCode: $0.key, confidence: $0.value / total) }
            .sorted { ($1.confidence, $0.languageCode) < ($0.confidence, $1.languageCode) }
    }
}
