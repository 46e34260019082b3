/// What the writing itself says about spaces and sizes.
enum ScriptTraits {
    /// Han, Kana, Bopomofo and their punctuation: written without spaces between words.
    static func isWrittenWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2E80...0x2FDF, 0x3001...0x303F, 0x3040...0x30FF, 0x3100...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF01...0xFF0F, 0xFF1A...0xFF20,
            0xFF3B...0xFF40, 0xFF5B...0xFF9F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// Han, Kana and Hangul, which need more pixels to be told apart.
    static func isDense(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7AF: true
        case 0x3001...0x303F, 0xFF01...0xFF20: false
        default: isWrittenWithoutSpaces(scalar)
        }
    }
}
