/// Tesseract's script models, and the language models that read the same scripts.
enum TesseractScripts {
    struct Entry {
        /// Tesseract's name, that of the file in `script/`.
        let name: String
        /// ISO 15924.
        let code: String
        /// Language models that read the script, the most likely first.
        let models: [String]
    }

    /// The entry whose name or ISO 15924 code is `name`, whatever its capitals.
    static func entry(named name: String) -> Entry? {
        let wanted = name.lowercased()
        return entries.first { $0.name.lowercased() == wanted || $0.code.lowercased() == wanted }
    }

    /// ML Kit's names, each with the sets of models that can read it: the first that is installed is tried first.
    static let families: [String: [String]] = [
        "latin": ["eng"],
        "chinese": ["chi_sim", "chi_tra"],
        "devanagari": ["hin", "mar", "nep", "san"],
        "japanese": ["jpn"],
        "korean": ["kor"],
    ]

    /// The script model that may stand in for the language models of one of ML Kit's scripts.
    static let substitutes = [
        "latin": "Latin", "chinese": "HanS", "devanagari": "Devanagari", "japanese": "Japanese", "korean": "Hangul",
    ]

    /// Models for a script as the orientation detector names it.
    static func models(detected name: String) -> [String] {
        switch name {
        // The detector takes one for the other on short pages.
        case "Han": ["chi_sim", "chi_tra", "jpn"]
        case "Japanese", "Katakana", "Hiragana": ["jpn", "chi_sim", "chi_tra"]
        case "Korean": ["kor"]
        case "Fraktur": ["frk", "deu"]
        default: entry(named: name)?.models ?? []
        }
    }

    static let entries: [Entry] = [
        Entry(name: "Arabic", code: "Arab", models: ["ara", "fas", "urd", "pus", "snd", "uig"]),
        Entry(name: "Armenian", code: "Armn", models: ["hye"]),
        Entry(name: "Bengali", code: "Beng", models: ["ben", "asm"]),
        Entry(name: "Canadian_Aboriginal", code: "Cans", models: ["iku"]),
        Entry(name: "Cherokee", code: "Cher", models: ["chr"]),
        Entry(name: "Cyrillic", code: "Cyrl", models: ["rus", "ukr", "bul", "srp", "bel", "mkd", "kaz", "kir", "mon"]),
        Entry(name: "Devanagari", code: "Deva", models: ["hin", "mar", "nep", "san"]),
        Entry(name: "Ethiopic", code: "Ethi", models: ["amh", "tir"]),
        Entry(name: "Fraktur", code: "Latf", models: ["frk"]),
        Entry(name: "Georgian", code: "Geor", models: ["kat"]),
        Entry(name: "Greek", code: "Grek", models: ["ell", "grc"]),
        Entry(name: "Gujarati", code: "Gujr", models: ["guj"]),
        Entry(name: "Gurmukhi", code: "Guru", models: ["pan"]),
        Entry(name: "HanS", code: "Hans", models: ["chi_sim"]),
        Entry(name: "HanS_vert", code: "Hans", models: ["chi_sim_vert"]),
        Entry(name: "HanT", code: "Hant", models: ["chi_tra"]),
        Entry(name: "HanT_vert", code: "Hant", models: ["chi_tra_vert"]),
        Entry(name: "Hangul", code: "Hang", models: ["kor"]),
        Entry(name: "Hangul_vert", code: "Hang", models: ["kor_vert"]),
        Entry(name: "Hebrew", code: "Hebr", models: ["heb", "yid"]),
        Entry(name: "Japanese", code: "Jpan", models: ["jpn"]),
        Entry(name: "Japanese_vert", code: "Jpan", models: ["jpn_vert"]),
        Entry(name: "Kannada", code: "Knda", models: ["kan"]),
        Entry(name: "Khmer", code: "Khmr", models: ["khm"]),
        Entry(name: "Lao", code: "Laoo", models: ["lao"]),
        Entry(name: "Latin", code: "Latn", models: ["eng"]),
        Entry(name: "Malayalam", code: "Mlym", models: ["mal"]),
        Entry(name: "Myanmar", code: "Mymr", models: ["mya"]),
        Entry(name: "Oriya", code: "Orya", models: ["ori"]),
        Entry(name: "Sinhala", code: "Sinh", models: ["sin"]),
        Entry(name: "Syriac", code: "Syrc", models: ["syr"]),
        Entry(name: "Tamil", code: "Taml", models: ["tam"]),
        Entry(name: "Telugu", code: "Telu", models: ["tel"]),
        Entry(name: "Thaana", code: "Thaa", models: ["div"]),
        Entry(name: "Thai", code: "Thai", models: ["tha"]),
        Entry(name: "Tibetan", code: "Tibt", models: ["bod", "dzo"]),
        Entry(name: "Vietnamese", code: "Latn", models: ["vie"]),
    ]
}
