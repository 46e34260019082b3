/// What a file is by its content; its name is never asked.
enum ContentKind: Hashable {
    case image(ImageHeader.Format)
    /// The text completes "this is …".
    case other(String)

    init(_ reader: ByteReader) {
        if let format = Self.format(reader) {
            self = .image(format)
        } else {
            self = .other(Self.name(of: reader))
        }
    }

    private static func format(_ reader: ByteReader) -> ImageHeader.Format? {
        if reader.has([0xFF, 0xD8, 0xFF]) { return .jpeg }
        if reader.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if tiffSignatures.contains(where: { reader.has($0) }) { return .tiff }
        if reader.has("RIFF"), reader.has("WEBP", at: 8) { return .webp }
        if reader.has("GIF87a") || reader.has("GIF89a") { return .gif }
        if reader.has("BM"), let size = reader.little32(14), bitmapHeaderSizes.contains(size) { return .bmp }
        if isPortableMap(reader) { return .pnm }
        return nil
    }

    private static let tiffSignatures: [[UInt8]] = [
        [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
    ]
    private static let bitmapHeaderSizes = [12, 40, 52, 56, 64, 108, 124]

    /// `P1` to `P7`, white space, and then a number or a comment; prose that begins so is not an image.
    private static func isPortableMap(_ reader: ByteReader) -> Bool {
        guard reader.has("P"), let digit = reader.byte(1), (0x31...0x37).contains(digit) else { return false }
        guard let gap = reader.byte(2), gap.isSpace else { return false }
        var offset = 3
        while let byte = reader.byte(offset), byte.isSpace { offset += 1 }
        guard let next = reader.byte(offset) else { return true }
        if digit == 0x37 { return reader.has("WIDTH", at: offset) || reader.has("HEIGHT", at: offset) || next == 0x23 }
        return next == 0x23 || next.isDigit
    }

    private static func name(of reader: ByteReader) -> String {
        if reader.has("ftyp", at: 4) { return brandName(reader) }
        for (signature, name) in signatures where reader.has(signature) { return name }
        for (start, name) in texts where reader.has(start) { return name }
        return textName(reader) ?? unknownName(reader)
    }

    private static func brandName(_ reader: ByteReader) -> String {
        let brands = ["heic", "heix", "hevc", "heim", "heis", "mif1", "msf1"]
        if brands.contains(where: { reader.has($0, at: 8) }) { return "a HEIC or HEIF image" }
        if reader.has("avif", at: 8) || reader.has("avis", at: 8) { return "an AVIF image" }
        if reader.has("jp2 ", at: 8) { return "a JPEG 2000 image" }
        return "a video or audio file (ISO media)"
    }

    private static let signatures: [([UInt8], String)] = [
        ([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20], "a JPEG 2000 image"),
        ([0xFF, 0x4F, 0xFF, 0x51], "a JPEG 2000 codestream"),
        ([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20], "a JPEG XL image"),
        ([0xFF, 0x0A], "a JPEG XL image"),
        ([0x97, 0x4A, 0x42, 0x32], "a JBIG2 image"),
        ([0x00, 0x00, 0x01, 0x00], "a Windows icon"),
        ([0x7F, 0x45, 0x4C, 0x46], "a program (ELF)"),
        ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive or an office document"),
        ([0x50, 0x4B, 0x05, 0x06], "an empty ZIP archive"),
        ([0x1F, 0x8B], "a gzip archive"),
        ([0x42, 0x5A, 0x68], "a bzip2 archive"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz archive"),
        ([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard archive"),
        ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive"),
        ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "an old office document"),
        ([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM video"),
    ]

    private static let texts: [(String, String)] = [
        ("%PDF-", "a PDF document"), ("%!PS", "a PostScript document"), ("8BPS", "a Photoshop document"),
        ("gimp xcf", "a GIMP image"), ("AT&TFORM", "a DjVu document"), ("Rar!", "a RAR archive"),
        ("SIMPLE  =", "a FITS image"), ("RIFF", "a RIFF file that is not WebP"), ("MZ", "a Windows program"),
        ("OggS", "an Ogg file"), ("ID3", "an MP3 file"), ("#!", "a script"), ("/* XPM */", "an XPM image"),
        ("#define ", "an XBM image or a C source"),
    ]

    /// Names a text by its beginning; `nil` when the first 4 KiB are not UTF-8 text.
    private static func textName(_ reader: ByteReader) -> String? {
        var head = reader.bytes.prefix(4096)
        // The cut may have split a character.
        while head.count < reader.count, let last = head.last, last >= 0x80, head.count > 4093 { head.removeLast() }
        guard let text = String(validating: head, as: UTF8.self),
            !text.unicodeScalars.contains(where: { $0.value < 0x20 && ![9, 10, 12, 13].contains($0.value) })
        else { return nil }
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(512).lowercased()
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return "an HTML page" }
        if start.contains("<svg") { return "an SVG drawing" }
        if start.hasPrefix("<?xml") { return "an XML document" }
        if start.hasPrefix("{") || start.hasPrefix("[") { return "a JSON or other text file" }
        return "a text file"
    }

    private static func unknownName(_ reader: ByteReader) -> String {
        let digits = Array("0123456789abcdef")
        let start = reader.bytes.prefix(4).map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }
        return "content of no known kind (it begins with the bytes \(start.joined(separator: " ")))"
    }
}

extension UInt8 {
    /// White space as in PNM headers.
    var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    var isDigit: Bool { (0x30...0x39).contains(self) }
}
