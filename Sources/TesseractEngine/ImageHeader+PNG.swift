extension ImageHeader {
    /// Reads IHDR and walks the chunk list for pHYs and eXIf, which may stand on either side of the pixels.
    static func png(_ reader: ByteReader) throws(ImageHeaderError) -> ImageHeader {
        guard reader.has("IHDR", at: 12), let width = reader.big32(16), let height = reader.big32(20),
            let bits = reader.byte(24)
        else { throw .malformed(.png, "it does not begin with a whole IHDR chunk") }
        var page = Page(width: width, height: height, bits: Int(bits))
        var offset = 8
        while let length = reader.big32(offset) {
            if let body = reader.slice(at: offset + 8, count: length) {
                if reader.has("pHYs", at: offset + 4) { page.resolution = physicalResolution(ByteReader(body)) }
                if reader.has("eXIf", at: offset + 4) { page.orientation = TIFFDirectory.first(in: body)?.orientation }
            }
            offset += length + 12
        }
        return ImageHeader(.png, page)
    }

    private static func physicalResolution(_ body: ByteReader) -> Double? {
        guard let perMetre = body.big32(0), perMetre > 0, body.byte(8) == 1 else { return nil }
        return Double(perMetre) * 0.0254
    }
}
