import TestSupport

/// Small pictures that are read in a moment, and their texts.
enum Picture {
    /// What is to be read in `line`.
    static let lineText = "Green river 4711"
    /// What is to be read in `corners`.
    static let cornersText = "Upper\nLower"

    /// One line of text in a picture of its own: `tag` follows the end of the PNG file, where decoders do not look, so
    /// that the bytes of no two are the same.
    static func line(tag: String = "") throws -> [UInt8] {
        try Fixture.bytes("images/line-1bit.png") + Array(tag.utf8)
    }

    /// Two words, in opposite corners.
    static func corners() throws -> [UInt8] { try Fixture.bytes("images/corners.png") }

    /// A PNG file of `width` times `height` pixels by its header, with the beginning of the data that would follow.
    static func header(width: UInt32, height: UInt32) -> [UInt8] {
        let size = bigEndian(width) + bigEndian(height)
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return signature + chunk("IHDR", size + [1, 0, 0, 0, 0]) + chunk("IDAT", [0x78, 0x9C]) + chunk("IEND", [])
    }

    /// A portable gray map of noise, in which a recognizer finds very much to do.
    static func noise(width: Int, height: Int) -> [UInt8] {
        var random = SeededRandom(seed: 4711)
        var bytes = Array("P5\n\(width) \(height)\n255\n".utf8)
        bytes.reserveCapacity(bytes.count + width * height + 8)
        let end = bytes.count + width * height
        while bytes.count < end {
            var number = random.next()
            for _ in 0..<8 {
                bytes.append(UInt8(truncatingIfNeeded: number))
                number >>= 8
            }
        }
        return Array(bytes.prefix(end))
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + data
        return bigEndian(UInt32(data.count)) + content + bigEndian(checksum(content))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// CRC-32 as PNG has it (ISO 3309).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var register: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            register ^= UInt32(byte)
            for _ in 0..<8 { register = register & 1 == 1 ? 0xEDB8_8320 ^ (register >> 1) : register >> 1 }
        }
        return ~register
    }
}
