import TestSupport

/// Names as producers give them: odd bytes of every kind, each used by one image only.
enum ProducerName {
    /// What a name is made of before and after its unique part, and whether a request's `.json` fits behind it.
    private enum Oddity: CaseIterable {
        case none, capitals, bare, blank, dash, lineFeed, notUTF8, emoji, composed, decomposed, percent, shell, control
        case manyDots, longest, longestWithRequest, longestEmoji
    }

    /// A name for an image.
    /// - Parameter unique: ASCII that no other name has; nothing that begins with it is unique.
    static func image(_ unique: String, _ random: inout SeededRandom) -> [UInt8] {
        // Half of all names are ordinary.
        let oddity = Bool.random(using: &random) ? .none : Oddity.allCases.randomElement(using: &random) ?? .none
        switch oddity {
        case .none: return Array("scan \(unique).png".utf8.filter { $0 != 0x20 })
        case .capitals: return Array("SCAN\(unique).PNG".utf8)
        case .bare: return Array("scan\(unique)".utf8)
        case .blank: return Array(" scan of \(unique) .png".utf8)
        case .dash: return Array("--scan=\(unique).png".utf8)
        case .lineFeed: return Array("scan\n\(unique)\r\n.png".utf8)
        case .notUTF8: return [0xFF, 0xC3] + Array(unique.utf8) + [0xE2, 0x82] + Array(".png".utf8)
        case .emoji: return Array("\u{1F4F7}\u{200D}\(unique)\u{1F468}\u{1F3FD}.png".utf8)
        case .composed: return Array("gr\u{FC}n\(unique).png".utf8)
        case .decomposed: return Array("gru\u{308}n\(unique).png".utf8)
        case .percent: return Array("%s%n%2F\(unique)%00.png".utf8)
        case .shell: return Array("$(exit) `\(unique)` ';\"*?[.png".utf8)
        case .control: return Array("\u{1B}[2J\(unique)\u{7F}\u{202E}.png".utf8)
        case .manyDots: return Array("a..b.json.\(unique).png.png".utf8)
        case .longest: return padded(unique, with: "x", to: 255)
        case .longestWithRequest: return padded(unique, with: "y", to: 250)
        case .longestEmoji: return padded(unique, with: "\u{1F4F7}", to: 255)
        }
    }

    /// Two names that are one as Unicode text.
    static func twins(_ unique: String) -> [[UInt8]] {
        [Array("\u{E9}t\u{E9} \(unique).png".utf8), Array("e\u{301}te\u{301} \(unique).png".utf8)]
    }

    /// `scan.png.json` for `scan.png`; nil where that is too long for a name.
    static func fullRequest(of image: [UInt8]) -> [UInt8]? {
        image.count <= 250 ? image + Array(".json".utf8) : nil
    }

    /// `scan.json` for `scan.png`; nil where there is no extension, or the name is too long.
    static func stemRequest(of image: [UInt8]) -> [UInt8]? {
        guard let dot = image.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot <= 250 else { return nil }
        return Array(image[..<dot]) + Array(".json".utf8)
    }

    private static func padded(_ unique: String, with filler: String, to length: Int) -> [UInt8] {
        let frame = "-\(unique)-.png"
        let count = (length - frame.utf8.count) / filler.utf8.count
        return Array((String(repeating: filler, count: count) + frame).utf8)
    }
}
