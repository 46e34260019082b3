extension ImageHeader {
    /// Walks the segments up to the frame header; picks up JFIF's density and EXIF's orientation on the way.
    static func jpeg(_ reader: ByteReader) throws(ImageHeaderError) -> ImageHeader {
        var orientation: Int?
        var resolution: Double?
        var offset = 2
        while let (marker, body) = nextSegment(reader, from: &offset) {
            switch marker {
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                var page = try frame(body)
                page.orientation = orientation
                page.resolution = resolution
                return ImageHeader(.jpeg, page)
            case 0xE0 where body.has("JFIF\0"):
                resolution = jfifResolution(body) ?? resolution
            case 0xE1 where body.has("Exif\0"):
                let tags = TIFFDirectory.first(in: body.bytes.dropFirst(6))
                orientation = tags?.orientation ?? orientation
                resolution = resolution ?? tags?.resolution
            case 0xD9, 0xDA:
                throw .malformed(.jpeg, "its image data begins before a frame header")
            default: break
            }
        }
        throw .malformed(.jpeg, "it ends before its frame header")
    }

    /// The next marker and the segment's content; `offset` moves behind it.
    private static func nextSegment(_ reader: ByteReader, from offset: inout Int) -> (UInt8, ByteReader)? {
        while let byte = reader.byte(offset) {
            guard byte == 0xFF, let marker = reader.byte(offset + 1), marker != 0xFF, marker != 0 else {
                offset += 1
                continue
            }
            offset += 2
            // These stand alone, without a length.
            if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
            if marker == 0xD9 { return (marker, ByteReader([])) }
            guard let length = reader.big16(offset), length >= 2,
                let body = reader.slice(at: offset + 2, count: length - 2)
            else { return nil }
            offset += length
            return (marker, ByteReader(body))
        }
        return nil
    }

    private static func frame(_ body: ByteReader) throws(ImageHeaderError) -> Page {
        guard let bits = body.byte(0), let height = body.big16(1), let width = body.big16(3) else {
            throw .malformed(.jpeg, "its frame header is cut")
        }
        guard height > 0 else { throw .malformed(.jpeg, "its frame header does not give the height") }
        return Page(width: width, height: height, bits: Int(bits))
    }

    private static func jfifResolution(_ body: ByteReader) -> Double? {
        guard let unit = body.byte(7), let density = body.big16(8), density > 0 else { return nil }
        return unit == 1 ? Double(density) : unit == 2 ? Double(density) * 2.54 : nil
    }
}
