/// Which models read a request: sets to be tried in order until one is sure.
struct LanguagePlan: Hashable {
    /// Not empty; each set is not empty, most likely model first.
    var candidates: [[String]]
    /// Nobody named a script or a language: the page itself may bring in further models.
    var isOpen: Bool

    /// Works out the plan from a request's `script` and `languageHints`.
    ///
    /// Hints decide; a named script adds its own model when none of the hints reads it. Without hints the script's
    /// models are tried one after another. Without either, English is tried first.
    /// - Throws: `language-unavailable`, naming the package that would bring the model.
    init(script: String, hints: [String], models: ModelDirectory) throws(RecognitionError) {
        var hinted: [String] = []
        for hint in hints {
            for model in try Self.models(hint: hint, in: models) where !hinted.contains(model) { hinted.append(model) }
        }
        let scripted = script == "auto" ? [] : try Self.models(script: script, in: models)
        isOpen = hinted.isEmpty && scripted.isEmpty
        if !hinted.isEmpty {
            // Latin letters are in every model, so a hint is enough for them.
            let covers = scripted.isEmpty || script.lowercased() == "latin" || scripted.contains(where: hinted.contains)
            candidates = [covers ? hinted : hinted + scripted.prefix(1)]
        } else if !scripted.isEmpty {
            candidates = scripted.map { [$0] }
        } else {
            candidates = [[Self.fallback(in: models)]]
        }
    }

    /// The main scripts' models, for a page that the first candidate could not read: one set a script.
    static func alternatives(in models: ModelDirectory) -> [[String]] {
        ["eng", "chi_sim", "chi_tra", "jpn", "kor", "hin"].filter(models.has).map { [$0] }
    }

    private static func fallback(in models: ModelDirectory) -> String {
        if models.has("eng") { return "eng" }
        if models.has("script/Latin") { return "script/Latin" }
        return models.languages.first ?? "script/\(models.scripts.first ?? "Latin")"
    }

    private static func models(hint: String, in models: ModelDirectory) throws(RecognitionError) -> [String] {
        guard let tag = LanguageTag(hint) else {
            throw unavailable("the language hint \(quoted(hint)) is not a BCP 47 tag such as en or zh-Hans")
        }
        if tag.language == "und" {
            guard let script = tag.script else { return [] }
            return Array(try self.models(script: script, in: models).prefix(1))
        }
        guard let model = TesseractLanguages.model(for: tag) else {
            throw unavailable("Tesseract has no model for the language hint \(quoted(hint))")
        }
        guard models.has(model) else {
            throw unavailable(
                "the language \(quoted(hint)) needs the model \(model), which is not installed; "
                    + "install the package \(package(of: model))")
        }
        return [model]
    }

    private static func models(script: String, in models: ModelDirectory) throws(RecognitionError) -> [String] {
        let key = script.lowercased()
        let name = String(key.hasPrefix("script/") ? key.dropFirst(7) : key[...])
        if let family = TesseractScripts.families[key] {
            let installed = family.filter(models.has)
            if !installed.isEmpty { return installed }
            if let stand = TesseractScripts.substitutes[key], models.has("script/\(stand)") {
                return ["script/\(stand)"]
            }
            throw unavailable(
                "the script \(quoted(script)) needs the model \(family[0]), which is not installed; "
                    + "install the package \(package(of: family[0]))")
        }
        if let installed = models.scripts.first(where: { $0.lowercased() == name }) { return ["script/\(installed)"] }
        guard let entry = TesseractScripts.entry(named: name) else {
            throw unavailable(
                "the script \(quoted(script)) is unknown; latin, chinese, devanagari, japanese, korean and the names of "
                    + "Tesseract's script models are known")
        }
        let languages = entry.models.filter(models.has)
        guard languages.isEmpty else { return languages }
        throw unavailable(
            "the script \(quoted(script)) needs the model script/\(entry.name), which is not installed; "
                + "install the package \(package(of: "script/" + entry.name))")
    }

    /// The Debian package that brings `model`.
    static func package(of model: String) -> String {
        guard model.hasPrefix("script/") else {
            return "tesseract-ocr-" + model.replacing("_", with: "-")
        }
        let name = String(model.dropFirst(7))
        let code = (TesseractScripts.entry(named: name)?.code ?? name).lowercased()
        if name == "Vietnamese" { return "tesseract-ocr-script-viet" }
        if name == "Fraktur" { return "tesseract-ocr-script-frak" }
        return "tesseract-ocr-script-" + code + (name.hasSuffix("_vert") ? "-vert" : "")
    }

    private static func unavailable(_ message: String) -> RecognitionError {
        RecognitionError(.languageUnavailable, stage: .request, message)
    }

    /// Names of users' making are cut, so that a message stays one sentence.
    private static func quoted(_ name: String) -> String { "“\(name.prefix(40))”" }
}
