import FoundationEssentials

/// The directory with Tesseract's models, and what is installed there.
package struct ModelDirectory: Hashable, Sendable {
    /// Absolute or relative to the process.
    package let path: String
    /// Language models without `osd`, sorted, e.g. `chi_sim`, `eng`.
    package let languages: [String]
    /// Script models, sorted, as they are named in `script/`, e.g. `Latin`.
    package let scripts: [String]
    /// Whether orientation and script can be detected.
    package let hasOrientationModel: Bool

    /// Looks into `path`, else into `TESSDATA_PREFIX`, else into Debian's directory.
    ///
    /// - Throws: `models-missing` when the directory cannot be read or holds no language model.
    package init(path: String? = nil) throws(RecognitionError) {
        let place = path ?? Self.standardPath
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: place) else {
            throw RecognitionError(
                .modelsMissing, stage: .recognize,
                "the model directory \(place) cannot be read; install tesseract-ocr-eng or set TESSDATA_PREFIX")
        }
        let models = Self.models(among: names)
        self.path = place
        languages = models.filter { $0 != "osd" && $0 != "equ" }
        hasOrientationModel = models.contains("osd")
        scripts = Self.models(among: (try? FileManager.default.contentsOfDirectory(atPath: place + "/script")) ?? [])
        guard !languages.isEmpty || !scripts.isEmpty else {
            throw RecognitionError(
                .modelsMissing, stage: .recognize,
                "there is no language model in \(place); install tesseract-ocr-eng or set TESSDATA_PREFIX")
        }
    }

    /// Whether `model`, e.g. `eng` or `script/Latin`, is installed.
    package func has(_ model: String) -> Bool {
        languages.contains(model) || model.hasPrefix("script/") && scripts.contains(String(model.dropFirst(7)))
    }

    private static var standardPath: String {
        let set = ProcessInfo.processInfo.environment["TESSDATA_PREFIX"] ?? ""
        return set.isEmpty ? "/usr/share/tesseract-ocr/5/tessdata" : set
    }

    private static func models(among names: [String]) -> [String] {
        let suffix = ".traineddata"
        return names.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
    }
}
