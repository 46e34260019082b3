/// One image file directory of a TIFF or of an EXIF block, as far as it matters here.
struct TIFFDirectory {
    var width: Int?
    var height: Int?
    var bits: Int?
    var orientation: Int?
    /// Where the orientation's two bytes stand, from the start of the TIFF.
    var orientationField: Int?
    /// Dots per inch.
    var resolution: Double?
    /// Offset of the next directory, 0 at the end of the list.
    var next: Int

    /// The first directory of an EXIF block; `nil` when the block is no TIFF.
    static func first(in bytes: ArraySlice<UInt8>) -> TIFFDirectory? {
        guard let layout = TIFFLayout(ByteReader(bytes)), let start = layout.firstDirectory else { return nil }
        return layout.directory(at: start)
    }
}

/// How a TIFF writes its numbers: byte order, and classic or Big.
struct TIFFLayout {
    let reader: ByteReader
    let isBigEndian: Bool
    let isBig: Bool

    init?(_ reader: ByteReader) {
        if reader.has("II") { isBigEndian = false } else if reader.has("MM") { isBigEndian = true } else { return nil }
        switch reader.number(at: 2, size: 2, bigEndian: isBigEndian) {
        case 42: isBig = false
        case 43: isBig = true
        default: return nil
        }
        self.reader = reader
    }

    var firstDirectory: Int? { isBig ? offset(at: 8) : offset(at: 4) }

    /// Reads the directory at `start`; `nil` when it does not lie wholly inside the file.
    func directory(at start: Int) -> TIFFDirectory? {
        let countSize = isBig ? 8 : 2
        let entrySize = isBig ? 20 : 12
        guard let count = number(at: start, size: countSize), count <= reader.count / entrySize else { return nil }
        let entries = start + countSize
        guard let next = offset(at: entries + count * entrySize) else { return nil }
        var directory = TIFFDirectory(next: next)
        var rational: Double?
        var unit = 2
        for index in 0..<count {
            let entry = entries + index * entrySize
            guard let tag = number(at: entry, size: 2) else { return nil }
            switch tag {
            case 256: directory.width = integer(in: entry)
            case 257: directory.height = integer(in: entry)
            case 258: directory.bits = integer(in: entry)
            case 274:
                guard let value = integer(in: entry), (1...8).contains(value) else { break }
                directory.orientation = value
                directory.orientationField = entry + (isBig ? 12 : 8)
            case 282: rational = self.rational(in: entry)
            case 296: unit = integer(in: entry) ?? 2
            default: break
            }
        }
        directory.resolution = unit == 2 ? rational : unit == 3 ? rational.map { $0 * 2.54 } : nil
        return directory
    }

    private func number(at offset: Int, size: Int) -> Int? {
        reader.number(at: offset, size: size, bigEndian: isBigEndian).flatMap { Int(exactly: $0) }
    }

    private func offset(at position: Int) -> Int? {
        number(at: position, size: isBig ? 8 : 4)
    }

    /// The first value of an entry of type SHORT, LONG or LONG8.
    private func integer(in entry: Int) -> Int? {
        guard let type = number(at: entry + 2, size: 2), let size = [3: 2, 4: 4, 16: 8][type],
            let count = number(at: entry + 4, size: isBig ? 8 : 4), count >= 1
        else { return nil }
        let field = entry + (isBig ? 12 : 8)
        let room = isBig ? 8 : 4
        if count <= room / size { return number(at: field, size: size) }
        return offset(at: field).flatMap { number(at: $0, size: size) }
    }

    private func rational(in entry: Int) -> Double? {
        let field = entry + (isBig ? 12 : 8)
        guard number(at: entry + 2, size: 2) == 5, let place = isBig ? field : offset(at: field),
            let numerator = number(at: place, size: 4), let denominator = number(at: place + 4, size: 4),
            numerator > 0, denominator > 0
        else { return nil }
        return Double(numerator) / Double(denominator)
    }
}
