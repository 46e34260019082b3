import Foundation
import Testing

@testable import TextRecognition

/// A directory with empty models of the given names, removed with the value's owner.
private final class ModelFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init(_ models: [String]) throws {
        try FileManager.default.createDirectory(at: url.appending(path: "script"), withIntermediateDirectories: true)
        for model in models { try Data().write(to: url.appending(path: model + ".traineddata")) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func directory() throws -> ModelDirectory { try ModelDirectory(path: url.path) }
}

@Suite("Language tag")
struct LanguageTagTests {
    @Test(
        "splits language, script and region",
        arguments: [
            ("en", "en", nil, nil), ("zh-Hant", "zh", "Hant", nil), ("zh_TW", "zh", nil, "TW"),
            ("SR-latn-rs", "sr", "Latn", "RS"), ("es-419", "es", nil, "419"), ("de-1996", "de", nil, nil),
            ("zh-yue-HK", "yue", nil, "HK"), ("en-x-private", "en", nil, nil),
        ] as [(String, String, String?, String?)])
    func subtags(text: String, language: String, script: String?, region: String?) throws {
        let tag = try #require(LanguageTag(text))
        #expect(tag.language == language)
        #expect(tag.script == script)
        #expect(tag.region == region)
    }

    @Test(
        "refuses what is not well-formed", arguments: ["", "e", "en--US", "en-", "english language", "e1", "12", "日本"])
    func malformed(text: String) {
        #expect(LanguageTag(text) == nil)
    }
}

@Suite("Tesseract's languages")
struct TesseractLanguagesTests {
    @Test(
        "a tag gives the model",
        arguments: [
            ("en", "eng"), ("en-GB", "eng"), ("de", "deu"), ("de-Latf", "frk"), ("zh", "chi_sim"),
            ("zh-Hans", "chi_sim"), ("zh-CN", "chi_sim"), ("zh-Hant", "chi_tra"), ("zh-TW", "chi_tra"),
            ("zh-HK", "chi_tra"), ("zh-Hans-HK", "chi_sim"), ("ja", "jpn"), ("ko", "kor"), ("hi", "hin"),
            ("mr", "mar"), ("sa", "san"), ("ne", "nep"), ("sr", "srp"), ("sr-Latn", "srp_latn"),
            ("az-Cyrl", "aze_cyrl"),
            ("uz-Cyrl-UZ", "uzb_cyrl"), ("nb", "nor"), ("nn", "nor"), ("no", "nor"), ("he", "heb"), ("iw", "heb"),
            ("tl", "fil"), ("fil", "fil"), ("el", "ell"), ("grc", "grc"), ("pt-BR", "por"), ("nl", "nld"),
            ("is", "isl"),
            ("yue", "chi_tra"), ("deu", "deu"), ("ger", "deu"), ("my", "mya"), ("it", "ita"), ("es", "spa"),
        ])
    func model(tag: String, model: String) throws {
        let parsed = try #require(LanguageTag(tag))
        #expect(TesseractLanguages.model(for: parsed) == model)
    }

    @Test(
        "a model gives the tag of its results",
        arguments: [
            ("eng", "en"), ("chi_sim", "zh-Hans"), ("chi_tra_vert", "zh-Hant"), ("srp_latn", "sr-Latn"),
            ("frk", "de-Latf"),
            ("script/Latin", "und-Latn"), ("script/Devanagari", "und-Deva"), ("unheard_of", "und"), ("", "und"),
        ])
    func tag(model: String, tag: String) {
        #expect(TesseractLanguages.tag(of: model) == tag)
    }

    @Test("all 123 language models that Debian 12 packages are known")
    func count() {
        #expect(Set(TesseractLanguages.entries.map(\.model)).count == TesseractLanguages.entries.count)
        #expect(TesseractLanguages.entries.count == 123)
    }
}

@Suite("Language plan")
struct LanguagePlanTests {
    private let folder: ModelFolder
    private let models: ModelDirectory

    init() throws {
        folder = try ModelFolder([
            "eng", "deu", "chi_sim", "chi_tra", "jpn", "hin", "osd", "script/Cyrillic", "script/Hangul",
        ])
        models = try folder.directory()
    }

    private func plan(_ script: String, _ hints: [String] = []) throws -> LanguagePlan {
        try LanguagePlan(script: script, hints: hints, models: models)
    }

    @Test("hints keep their order, each model once")
    func order() throws {
        let plan = try plan("auto", ["ja", "en-US", "en", "de"])
        #expect(plan.candidates == [["jpn", "eng", "deu"]])
        #expect(!plan.isOpen)
    }

    @Test("without a hint or a script English is first and the page may ask for more")
    func open() throws {
        let plan = try plan("auto")
        #expect(plan.candidates == [["eng"]])
        #expect(plan.isOpen)
    }

    @Test(
        "a script gives the installed models that read it",
        arguments: [
            ("latin", [["eng"]]), ("chinese", [["chi_sim"], ["chi_tra"]]), ("japanese", [["jpn"]]),
            ("devanagari", [["hin"]]),
            ("korean", [["script/Hangul"]]), ("Cyrillic", [["script/Cyrillic"]]),
            ("script/cyrillic", [["script/Cyrillic"]]),
        ])
    func script(name: String, candidates: [[String]]) throws {
        #expect(try plan(name).candidates == candidates)
    }

    @Test("a script adds its model to hints that do not read it")
    func scriptAndHints() throws {
        #expect(try plan("chinese", ["en"]).candidates == [["eng", "chi_sim"]])
        #expect(try plan("chinese", ["zh-Hant"]).candidates == [["chi_tra"]])
        #expect(try plan("latin", ["de"]).candidates == [["deu"]])
    }

    @Test(
        "what is missing is named with its package",
        arguments: [
            ("auto", ["nl"], "tesseract-ocr-nld"), ("auto", ["sr-Latn"], "tesseract-ocr-srp-latn"),
            ("Thai", [], "tesseract-ocr-script-thai"), ("HanS_vert", [], "tesseract-ocr-script-hans-vert"),
            ("Vietnamese", [], "tesseract-ocr-script-viet"), ("Fraktur", [], "tesseract-ocr-script-frak"),
        ] as [(String, [String], String)])
    func missing(script: String, hints: [String], package: String) throws {
        do {
            _ = try plan(script, hints)
            Issue.record("a missing model was planned with")
        } catch let error as RecognitionError {
            #expect(error.code == .languageUnavailable)
            #expect(error.stage == .request)
            #expect(error.message.hasSuffix("install the package \(package)."))
        }
    }

    @Test("what is no language says so", arguments: [("auto", ["english language"]), ("auto", ["tlh"]), ("runes", [])])
    func unknown(script: String, hints: [String]) {
        #expect(throws: RecognitionError.self) { try plan(script, hints) }
    }
}

@Suite("Model directory")
struct ModelDirectoryTests {
    @Test("lists languages and scripts apart")
    func lists() throws {
        let folder = try ModelFolder(["eng", "deu", "osd", "script/Latin"])
        let models = try folder.directory()
        #expect(models.languages == ["deu", "eng"])
        #expect(models.scripts == ["Latin"])
        #expect(models.hasOrientationModel)
        #expect(models.has("script/Latin") && models.has("eng"))
        #expect(!models.has("script/Greek") && !models.has("Latin"))
    }

    @Test("a directory that is not there or empty has its models missing")
    func missing() throws {
        let folder = try ModelFolder([])
        for path in [folder.url.path, "/nonexistent/tessdata"] {
            do {
                _ = try ModelDirectory(path: path)
                Issue.record("no models were accepted")
            } catch {
                #expect(error.code == .modelsMissing)
                #expect(error.message.contains(path))
            }
        }
    }
}
