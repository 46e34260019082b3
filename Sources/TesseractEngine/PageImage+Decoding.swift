import CJpeg
import CLeptonica

extension PageImage {
    /// Decodes one page to 8-bit gray as it is stored, not turned.
    ///
    /// Alpha is laid over white, or over black where only that gives a contrast.
    /// - Parameters:
    ///   - page: Index into `header.pages`.
    ///   - acceptTruncated: Whether a JPEG that ends early gives what is there.
    /// - Throws: `.undecodable`, `.truncated`, `.outOfMemory`.
    /// - Precondition: `header` is that of `bytes`.
    package static func decode(
        _ bytes: [UInt8], header: ImageHeader, page: Int, acceptTruncated: Bool
    ) throws(EngineError) -> PageImage {
        let facts = header.pages[page]
        // Leptonica keeps a color page in 4 bytes a pixel and the gray one beside it.
        let depth = header.format == .jpeg ? 2 : 6
        guard canAllocate(facts.width * facts.height * depth) else {
            throw .outOfMemory("a page of \(facts.width) x \(facts.height) pixels")
        }
        LeptonicaMessages.listen()
        switch header.format {
        case .jpeg: return try decodeJPEG(bytes, facts, acceptTruncated: acceptTruncated)
        case .tiff: return try decodeTIFF(bytes, header, facts)
        case .gif: return try unsafe gray(decodeGIF(bytes, header))
        case .png, .webp, .bmp, .pnm:
            let pix = unsafe bytes.withUnsafeBufferPointer { unsafe pixReadMem($0.baseAddress, $0.count) }
            return try unsafe gray(pix)
        }
    }

    private static func decodeJPEG(
        _ bytes: [UInt8], _ facts: ImageHeader.Page, acceptTruncated: Bool
    ) throws(EngineError) -> PageImage {
        guard let pix = unsafe pixCreate(Int32(facts.width), Int32(facts.height), 8) else {
            throw .outOfMemory("a page of \(facts.width) x \(facts.height) pixels")
        }
        var image = unsafe PageImage(owning: pix)
        // Rows that never come stay white, which reads as nothing.
        unsafe pixSetAll(pix)
        var report = CJpegReport()
        let stride = unsafe Int(pixGetWpl(pix)) * 4
        let status = unsafe bytes.withUnsafeBufferPointer { source in
            unsafe pixGetData(pix).withMemoryRebound(to: UInt8.self, capacity: stride * facts.height) { rows in
                unsafe cjpeg_decode_gray(
                    source.baseAddress, source.count, rows, stride, UInt32(facts.width), UInt32(facts.height), &report)
            }
        }
        // libjpeg writes bytes in order; Leptonica keeps them in big-endian words.
        unsafe pixEndianByteSwap(pix)
        switch status {
        case CJPEG_OK: break
        case CJPEG_NO_MEMORY: throw .outOfMemory("a page of \(facts.width) x \(facts.height) pixels")
        case CJPEG_SIZE_DIFFERS:
            throw .undecodable(
                "it declares two sizes, \(facts.width) x \(facts.height) and \(report.width) x \(report.height)")
        default: throw .undecodable(message(of: report))
        }
        guard report.truncated else { return image }
        let rows = Int(report.rows_before_gap)
        guard acceptTruncated else { throw .truncated(readableRows: rows, height: facts.height) }
        image.readableRows = rows
        return image
    }

    private static func message(of report: CJpegReport) -> String {
        var text = report.message
        return unsafe withUnsafeBytes(of: &text) { raw in
            unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    private static func decodeTIFF(
        _ bytes: [UInt8], _ header: ImageHeader, _ facts: ImageHeader.Page
    ) throws(EngineError) -> PageImage {
        var bytes = bytes
        if let field = facts.orientationField {
            // Leptonica would obey the tag by itself; turning is decided elsewhere.
            bytes[field] = header.isBigEndian ? 0 : 1
            bytes[field + 1] = header.isBigEndian ? 1 : 0
        }
        var offset = header.pages.first?.directory == facts.directory ? 0 : facts.directory
        let pix = unsafe bytes.withUnsafeBufferPointer { source in
            unsafe pixReadMemFromMultipageTiff(source.baseAddress, source.count, &offset)
        }
        return try unsafe gray(pix)
    }

    /// Hands only the first frame over, since the library would unpack them all.
    private static func decodeGIF(_ bytes: [UInt8], _ header: ImageHeader) -> UnsafeMutablePointer<Pix>? {
        let frame = Array(bytes.prefix(header.firstFrameEnd ?? bytes.count)) + [0x3B]
        return unsafe frame.withUnsafeBufferPointer { unsafe pixReadMem($0.baseAddress, $0.count) }
    }
}
