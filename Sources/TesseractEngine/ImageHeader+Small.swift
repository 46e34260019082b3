// The formats whose headers take a few lines each.

extension ImageHeader {
    /// Reads VP8, VP8L or VP8X, and the EXIF chunk where there is one.
    static func webp(_ reader: ByteReader) throws(ImageHeaderError) -> ImageHeader {
        let body = ByteReader(reader.bytes.dropFirst(20))
        var page: Page
        if reader.has("VP8X", at: 12), let flags = body.byte(0), let width = body.little24(4),
            let height = body.little24(7)
        {
            guard flags & 2 == 0 else { throw .unsupported("an animated WebP image") }
            page = Page(width: width + 1, height: height + 1)
            page.orientation = exifChunk(reader)?.orientation
        } else if reader.has("VP8L", at: 12), body.byte(0) == 0x2F, let packed = body.little32(1) {
            page = Page(width: packed & 0x3FFF + 1, height: packed >> 14 & 0x3FFF + 1)
        } else if reader.has("VP8 ", at: 12), body.has([0x9D, 0x01, 0x2A], at: 3), let width = body.little16(6),
            let height = body.little16(8)
        {
            page = Page(width: width & 0x3FFF, height: height & 0x3FFF)
        } else {
            throw .malformed(.webp, "its first chunk is cut or is no picture")
        }
        page.bits = 8
        return ImageHeader(.webp, page)
    }

    private static func exifChunk(_ reader: ByteReader) -> TIFFDirectory? {
        var offset = 12
        while let length = reader.little32(offset + 4) {
            if reader.has("EXIF", at: offset), let body = reader.slice(at: offset + 8, count: length) {
                // Some writers keep JPEG's prefix.
                return TIFFDirectory.first(in: ByteReader(body).has("Exif\0\0") ? body.dropFirst(6) : body)
            }
            offset += 8 + length + length & 1
        }
        return nil
    }

    /// Walks the blocks to the end of the first frame, whose size it gives.
    static func gif(_ reader: ByteReader) throws(ImageHeaderError) -> ImageHeader {
        guard let packed = reader.byte(10) else { throw .malformed(.gif, "it ends within its first bytes") }
        var offset = 13 + colorTableSize(packed)
        while let introducer = reader.byte(offset) {
            switch introducer {
            case 0x21:
                offset = subBlocksEnd(reader, from: offset + 2)
            case 0x2C:
                guard let width = reader.little16(offset + 5), let height = reader.little16(offset + 7),
                    let packed = reader.byte(offset + 9)
                else { throw .malformed(.gif, "its first frame is cut") }
                var header = ImageHeader(.gif, Page(width: width, height: height))
                header.firstFrameEnd = subBlocksEnd(reader, from: offset + 11 + colorTableSize(packed))
                return header
            case 0x3B: throw .malformed(.gif, "it holds no frame")
            default: throw .malformed(.gif, "a block of no known kind stands before its first frame")
            }
        }
        throw .malformed(.gif, "it ends before its first frame")
    }

    private static func colorTableSize(_ packed: UInt8) -> Int {
        packed & 0x80 == 0 ? 0 : 3 << (Int(packed & 7) + 1)
    }

    /// Behind the zero-length block that ends a list of sub-blocks, or at the end of the file.
    private static func subBlocksEnd(_ reader: ByteReader, from start: Int) -> Int {
        var offset = start
        while let length = reader.byte(offset) {
            offset += 1 + Int(length)
            if length == 0 { break }
        }
        return min(offset, reader.count)
    }

    /// Reads the old 12-byte or any newer bitmap header; the run-length codings are not decoded.
    static func bmp(_ reader: ByteReader) throws(ImageHeaderError) -> ImageHeader {
        guard let size = reader.little32(14) else { throw .malformed(.bmp, "its header is cut") }
        if size == 12 {
            guard let width = reader.little16(18), let height = reader.little16(20), let bits = reader.little16(24)
            else { throw .malformed(.bmp, "its header is cut") }
            return ImageHeader(.bmp, Page(width: width, height: height, bits: bits > 8 ? 8 : bits))
        }
        guard let width = signed32(reader, 18), let height = signed32(reader, 22), let bits = reader.little16(28),
            let coding = reader.little32(30)
        else { throw .malformed(.bmp, "its header is cut") }
        guard coding == 0 || coding == 3 || coding == 6 else {
            throw .unsupported("a BMP image with \(bitmapCodings[coding] ?? "unknown") coding")
        }
        // A negative height only means that the rows run from the top.
        var page = Page(width: width, height: abs(height), bits: bits > 8 ? 8 : bits)
        page.resolution = signed32(reader, 38).flatMap { $0 > 0 ? Double($0) * 0.0254 : nil }
        return ImageHeader(.bmp, page)
    }

    private static let bitmapCodings = [1: "run-length", 2: "run-length", 4: "embedded JPEG", 5: "embedded PNG"]

    private static func signed32(_ reader: ByteReader, _ offset: Int) -> Int? {
        reader.little32(offset).map { Int(Int32(truncatingIfNeeded: $0)) }
    }

    /// Reads the numbers of `P1` to `P6`, or the named lines of `P7`.
    static func pnm(_ reader: ByteReader) throws(ImageHeaderError) -> ImageHeader {
        guard let kind = reader.byte(1) else { throw .malformed(.pnm, "its header is cut") }
        var words = PNMWords(reader, from: 2)
        if kind == 0x37 { return try pam(&words) }
        guard let width = words.nextNumber(), let height = words.nextNumber() else {
            throw .malformed(.pnm, "it does not give its width and height")
        }
        var page = Page(width: width, height: height, bits: 1)
        if kind != 0x31, kind != 0x34 {
            guard let greatest = words.nextNumber() else { throw .malformed(.pnm, "it does not give its range") }
            page.bits = greatest > 255 ? 16 : 8
        }
        return ImageHeader(.pnm, page)
    }

    private static func pam(_ words: inout PNMWords) throws(ImageHeaderError) -> ImageHeader {
        var page = Page(width: 0, height: 0)
        while let name = words.next(), name != "ENDHDR" {
            switch name {
            case "WIDTH": page.width = words.nextNumber() ?? 0
            case "HEIGHT": page.height = words.nextNumber() ?? 0
            case "MAXVAL": page.bits = (words.nextNumber() ?? 255) > 255 ? 16 : 8
            default: break
            }
        }
        return ImageHeader(.pnm, page)
    }
}

/// The words of a PNM header, comments left out.
private struct PNMWords {
    private let reader: ByteReader
    private var offset: Int

    init(_ reader: ByteReader, from offset: Int) {
        self.reader = reader
        self.offset = offset
    }

    /// The next word, at most 20 characters of it; `nil` at the end.
    mutating func next() -> String? {
        while let byte = reader.byte(offset), byte.isSpace || byte == 0x23 {
            if byte == 0x23 {
                while let comment = reader.byte(offset), comment != 0x0A { offset += 1 }
            } else {
                offset += 1
            }
        }
        var word = ""
        while let byte = reader.byte(offset), !byte.isSpace, word.utf8.count < 20 {
            word.unicodeScalars.append(Unicode.Scalar(byte))
            offset += 1
        }
        return word.isEmpty ? nil : word
    }

    mutating func nextNumber() -> Int? { next().flatMap { Int($0) } }
}
