/// A picture with one word, made of letters that are drawn here.
enum TestPicture {
    static let word = "HELLO"

    /// Five by seven dots a letter.
    private static let letters: [Character: [String]] = [
        "H": ["#...#", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"],
        "E": ["#####", "#....", "#....", "####.", "#....", "#....", "#####"],
        "L": ["#....", "#....", "#....", "#....", "#....", "#....", "#####"],
        "O": [".###.", "#...#", "#...#", "#...#", "#...#", "#...#", ".###."],
    ]

    /// Pixels a dot.
    private static let scale = 6
    /// Dots around the word.
    private static let margin = 6

    /// A PGM file (netpbm's P5), black on white.
    static var bytes: [UInt8] {
        let rows = (0..<7).map { row in word.map { letters[$0]?[row] ?? "....." }.joined(separator: "..") }
        let width = rows[0].count + 2 * margin
        let height = rows.count + 2 * margin
        var pixels: [UInt8] = []
        for y in 0..<height * scale {
            let row = Array(rows.indices.contains(y / scale - margin) ? rows[y / scale - margin].utf8 : "".utf8)
            for x in 0..<width * scale {
                let column = x / scale - margin
                pixels.append(row.indices.contains(column) && row[column] == UInt8(ascii: "#") ? 0 : 255)
            }
        }
        return Array("P5 \(width * scale) \(height * scale) 255\n".utf8) + pixels
    }
}
