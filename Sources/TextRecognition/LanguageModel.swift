/// A model of Tesseract: what it reads, and the package that brings it.
package struct LanguageModel: Hashable, Sendable {
    /// Tesseract's name, e.g. `deu` or `script/Latin`.
    package let name: String
    /// BCP 47, e.g. `de`, or `und-Latn` for a script; `und` when it is unknown.
    package let tag: String
    /// Of Debian.
    package let package: String

    package init(_ name: String) {
        self.name = name
        tag = TesseractLanguages.tag(of: name)
        package = LanguagePlan.package(of: name)
    }

    /// What an installation should have: the languages and scripts that requests can name without further ado.
    package static let main = [
        "eng", "chi_sim", "chi_tra", "jpn", "kor", "hin", "deu", "fra", "spa",
    ].map(LanguageModel.init(_:))

    /// The model that tells which way is up, and which script.
    package static let orientation = LanguageModel("osd")
}

extension ModelDirectory {
    /// The models of languages, by name.
    package var languageModels: [LanguageModel] { languages.map(LanguageModel.init(_:)) }
    /// The models of scripts, by name.
    package var scriptModels: [LanguageModel] { scripts.map { LanguageModel("script/" + $0) } }

    /// Those of `LanguageModel.main` and `.orientation` that are not installed.
    package var missingModels: [LanguageModel] {
        LanguageModel.main.filter { !has($0.name) } + (hasOrientationModel ? [] : [.orientation])
    }
}
