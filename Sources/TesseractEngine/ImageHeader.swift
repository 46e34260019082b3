/// What an image file says about itself, read without any decoder.
///
/// The parser is plain Swift over the bytes: it never traps, never follows a loop, and its work is bounded by the
/// size of the file and by `pageLimit`. It believes nothing but tells what is declared, so that limits can be
/// checked before a decoder allocates anything.
package struct ImageHeader: Hashable, Sendable {
    package enum Format: String, CaseIterable, Sendable { case jpeg, png, tiff, webp, gif, bmp, pnm }

    /// One page; all formats but TIFF have exactly one.
    package struct Page: Hashable, Sendable {
        /// Stored pixels, both at least 1.
        package var width: Int
        package var height: Int
        /// Per sample; 8 where the format does not say.
        package var bits: Int = 8
        /// EXIF's number, 1…8; `nil` when the file carries no such tag or a senseless one.
        package var orientation: Int?
        /// Dots per inch as declared, horizontally; `nil` when not declared.
        package var resolution: Double?
        /// TIFF: where the page's directory begins.
        var directory: Int = 0
        /// TIFF: where the value of the orientation tag stands, two bytes.
        var orientationField: Int?
    }

    package var format: Format
    /// In the order of the file, never empty.
    package var pages: [Page]
    /// The file's own byte order, where it has one.
    var isBigEndian = false
    /// GIF: the bytes that hold the first frame; the trailer is not among them.
    var firstFrameEnd: Int?

    /// Reads the header of a whole file.
    ///
    /// - Parameter pageLimit: A file with more pages is refused as soon as that is known.
    /// - Throws: `.empty`, `.unsupported` when the content is no image of the seven formats, `.malformed` when the
    ///   header of one of them is cut or contradicts itself, `.tooManyPages`.
    package init(_ bytes: [UInt8], pageLimit: Int = 500) throws(ImageHeaderError) {
        guard !bytes.isEmpty else { throw .empty }
        let reader = ByteReader(bytes[...])
        switch ContentKind(reader) {
        case .image(.jpeg): self = try Self.jpeg(reader)
        case .image(.png): self = try Self.png(reader)
        case .image(.tiff): self = try Self.tiff(reader, pageLimit: pageLimit)
        case .image(.webp): self = try Self.webp(reader)
        case .image(.gif): self = try Self.gif(reader)
        case .image(.bmp): self = try Self.bmp(reader)
        case .image(.pnm): self = try Self.pnm(reader)
        case .other(let name): throw .unsupported(name)
        }
        for page in pages where page.width < 1 || page.height < 1 {
            throw .malformed(format, "it declares \(page.width) x \(page.height) pixels")
        }
    }

    init(_ format: Format, _ page: Page) {
        self.format = format
        self.pages = [page]
    }
}

/// Why no header could be read.
package enum ImageHeaderError: Error, Hashable, Sendable {
    /// No bytes at all.
    case empty
    /// Not an image that can be read; the text names what it is, e.g. `a PDF document`.
    case unsupported(String)
    /// The text says what is wrong, as the end of a sentence.
    case malformed(ImageHeader.Format, String)
    /// More pages than allowed; the count is what was seen when reading stopped.
    case tooManyPages(Int)
}
