/// A white page with capitals of five by seven blocks, for tests that need a large readable image and not a large file.
struct BlockLetterPage {
    let width: Int
    let height: Int
    /// Pixels of a block's side.
    var block = 8

    /// The page as a binary PGM, with `lines` from the top left, each at most what fits.
    func pgm(_ lines: [String]) -> [UInt8] {
        var pixels = [UInt8](repeating: 255, count: width * height)
        for (number, line) in lines.enumerated() {
            for (column, letter) in line.enumerated() {
                guard let glyph = Self.glyphs[letter] else { continue }
                draw(glyph, x: (12 + column * 6) * block, y: (12 + number * 14) * block, into: &pixels)
            }
        }
        return Array("P5\n\(width) \(height)\n255\n".utf8) + pixels
    }

    private func draw(_ glyph: [UInt8], x: Int, y: Int, into pixels: inout [UInt8]) {
        for (row, bits) in glyph.enumerated() {
            for column in 0..<5 where bits >> (4 - column) & 1 == 1 {
                for line in 0..<block {
                    let start = (y + row * block + line) * width + x + column * block
                    pixels.replaceSubrange(start..<start + block, with: repeatElement(0, count: block))
                }
            }
        }
    }

    private static let glyphs: [Character: [UInt8]] = [
        "A": [0b01110, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001],
        "E": [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111],
        "F": [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b10000],
        "H": [0b10001, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001],
        "I": [0b01110, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
        "L": [0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111],
        "T": [0b11111, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100],
    ]
}
