/// Tesseract's language models and the BCP 47 tags that they answer to.
enum TesseractLanguages {
    struct Entry {
        /// Tesseract's name.
        let model: String
        /// The tag that stands for the model in results.
        let tag: String
        /// Further primary subtags that mean the same, ISO 639-3 and old codes.
        let aliases: [String]
    }

    /// The model for a well-formed tag, whether it is installed or not; `nil` when Tesseract has none.
    static func model(for tag: LanguageTag) -> String? {
        if let model = bySpecialTag(tag) { return model }
        return byPrimarySubtag[tag.language]
    }

    /// The BCP 47 tag of what `model` reads, e.g. `zh-Hans` of `chi_sim`, `und-Latn` of `script/Latin`;
    /// `und` when it is unknown.
    static func tag(of model: String) -> String {
        if model.hasPrefix("script/") {
            return TesseractScripts.entry(named: String(model.dropFirst(7))).map { "und-\($0.code)" } ?? "und"
        }
        return byModel[model] ?? "und"
    }

    /// Where script or region decide which model reads the language.
    private static func bySpecialTag(_ tag: LanguageTag) -> String? {
        switch (tag.language, tag.script, tag.region) {
        case ("zh", "Hant", _), ("zh", nil, "TW"), ("zh", nil, "HK"), ("zh", nil, "MO"): "chi_tra"
        case ("yue", "Hans", _): "chi_sim"
        case ("sr", "Latn", _): "srp_latn"
        case ("az", "Cyrl", _): "aze_cyrl"
        case ("uz", "Cyrl", _): "uzb_cyrl"
        case ("de", "Latf", _): "frk"
        case ("sh", "Cyrl", _): "srp"
        default: nil
        }
    }

    private static let byPrimarySubtag: [String: String] = {
        var models: [String: String] = [:]
        for entry in entries {
            for key in [String(entry.tag.prefix { $0 != "-" })] + entry.aliases where models[key] == nil {
                models[key] = entry.model
            }
        }
        return models
    }()

    private static let byModel = Dictionary(uniqueKeysWithValues: entries.map { ($0.model, $0.tag) })

    /// One row a model, as Debian 12 packages them. The first row of a language is its model without subtags.
    static let entries: [Entry] = table.split(separator: "\n").map { row in
        let fields = row.split(separator: " ").map(String.init)
        return Entry(model: fields[0], tag: fields[1], aliases: Array(fields.dropFirst(2)))
    }

    private static let table = """
        afr af afr
        amh am amh
        ara ar ara arb
        asm as asm
        aze az aze azj
        aze_cyrl az-Cyrl
        bel be bel
        ben bn ben
        bod bo bod tib
        bos bs bos
        bre br bre
        bul bg bul
        cat ca cat
        ceb ceb
        ces cs ces cze
        chi_sim zh-Hans zho chi cmn wuu
        chi_sim_vert zh-Hans
        chi_tra zh-Hant yue nan hak lzh
        chi_tra_vert zh-Hant
        chr chr
        cos co cos
        cym cy cym wel
        dan da dan
        deu de deu ger
        div dv div
        dzo dz dzo
        ell el ell gre
        eng en eng
        enm enm
        epo eo epo
        est et est ekk
        eus eu eus baq
        fao fo fao
        fas fa fas per pes
        fil fil tl tgl
        fin fi fin
        fra fr fra fre
        frk de-Latf frk
        frm frm
        fry fy fry
        gla gd gla
        gle ga gle
        glg gl glg
        grc grc
        guj gu guj
        hat ht hat
        heb he heb iw
        hin hi hin
        hrv hr hrv sh
        hun hu hun
        hye hy hye arm
        iku iu iku
        ind id ind in
        isl is isl ice
        ita it ita
        ita_old it
        jav jv jav jw
        jpn ja jpn
        jpn_vert ja
        kan kn kan
        kat ka kat geo
        kat_old ka
        kaz kk kaz
        khm km khm
        kir ky kir
        kmr ku kmr kur
        kor ko kor
        kor_vert ko
        lao lo lao
        lat la lat
        lav lv lav lvs
        lit lt lit
        ltz lb ltz
        mal ml mal
        mar mr mar
        mkd mk mkd mac
        mlt mt mlt
        mon mn mon
        mri mi mri mao
        msa ms msa may zsm
        mya my mya bur
        nep ne nep npi
        nld nl nld dut
        nor no nor nb nob nn nno
        oci oc oci
        ori or ori ory
        pan pa pan
        pol pl pol
        por pt por
        pus ps pus
        que qu que
        ron ro ron rum mo
        rus ru rus
        san sa san
        sin si sin
        slk sk slk slo
        slv sl slv
        snd sd snd
        spa es spa
        spa_old es
        sqi sq sqi alb
        srp sr srp
        srp_latn sr-Latn
        sun su sun
        swa sw swa swh
        swe sv swe
        syr syr
        tam ta tam
        tat tt tat
        tel te tel
        tgk tg tgk
        tha th tha
        tir ti tir
        ton to ton
        tur tr tur
        uig ug uig
        ukr uk ukr
        urd ur urd
        uzb uz uzb uzn
        uzb_cyrl uz-Cyrl
        vie vi vie
        yid yi yid ji
        yor yo yor
        """
}
