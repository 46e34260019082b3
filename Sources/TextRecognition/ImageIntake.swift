import TesseractEngine

/// An image whose header has been read and found within the limits; nothing is decoded yet.
struct ImageIntake {
    let bytes: [UInt8]
    let header: ImageHeader
    /// Indices of the pages to read, ascending, not empty.
    let pages: [Int]

    /// - Throws: `image-empty`, `image-unsupported`, `image-undecodable`, `image-too-large`, `page-out-of-range`.
    init(_ bytes: [UInt8], _ request: RecognitionRequest) throws(RecognitionError) {
        let limits = request.limits
        guard bytes.count <= limits.bytes else {
            throw Self.tooLarge("the file has \(bytes.count) bytes, and the limit is \(limits.bytes)")
        }
        do throws(ImageHeaderError) {
            header = try ImageHeader(bytes, pageLimit: limits.pages)
        } catch {
            throw RecognitionError(error, limits: limits)
        }
        self.bytes = bytes
        pages = try Self.pages(of: header.pages.count, request.pages)
        for page in pages { try Self.check(header.pages[page], number: page + 1, limits) }
    }

    private static func pages(of count: Int, _ ranges: [ClosedRange<Int>]) throws(RecognitionError) -> [Int] {
        guard !ranges.isEmpty else { return Array(0..<count) }
        for range in ranges where range.lowerBound < 1 || range.upperBound > count {
            let asked = range.lowerBound < 1 ? range.lowerBound : max(range.lowerBound, count + 1)
            throw RecognitionError(
                .pageOutOfRange, stage: .request,
                "page \(asked) was asked for, and the file has \(count) \(count == 1 ? "page" : "pages")")
        }
        return ranges.flatMap { $0.map { $0 - 1 } }
    }

    private static func check(
        _ page: ImageHeader.Page, number: Int, _ limits: ImageLimits
    ) throws(RecognitionError) {
        let side = max(page.width, page.height)
        guard side <= limits.side else {
            throw tooLarge("page \(number) is \(side) pixels long on one side, and the limit is \(limits.side)")
        }
        let pixels = page.width * page.height
        guard pixels <= limits.pixels else {
            throw tooLarge(
                "page \(number) has \(page.width) x \(page.height) = \(pixels) pixels, and the limit is \(limits.pixels)"
            )
        }
    }

    private static func tooLarge(_ message: String) -> RecognitionError {
        RecognitionError(
            .imageTooLarge, stage: .decode, message + "; scale the image down, or have the limit raised")
    }
}
