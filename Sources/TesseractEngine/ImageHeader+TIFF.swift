extension ImageHeader {
    /// Walks the list of directories, each once, and no further than `pageLimit`.
    static func tiff(_ reader: ByteReader, pageLimit: Int) throws(ImageHeaderError) -> ImageHeader {
        guard let layout = TIFFLayout(reader), var offset = layout.firstDirectory else {
            throw .malformed(.tiff, "it ends within its first bytes")
        }
        var pages: [Page] = []
        var seen: Set<Int> = []
        while offset != 0 {
            guard seen.insert(offset).inserted else {
                throw .malformed(.tiff, "its list of pages runs in a circle after page \(pages.count)")
            }
            guard pages.count < pageLimit else { throw .tooManyPages(pages.count + 1) }
            guard let directory = layout.directory(at: offset) else {
                throw .malformed(.tiff, "the directory of page \(pages.count + 1) lies beyond the end of the file")
            }
            guard let width = directory.width, let height = directory.height else {
                throw .malformed(.tiff, "page \(pages.count + 1) does not give its width and height")
            }
            var page = Page(width: width, height: height, bits: directory.bits ?? 1)
            page.orientation = directory.orientation
            page.resolution = directory.resolution
            page.directory = offset
            page.orientationField = directory.orientationField
            pages.append(page)
            offset = directory.next
        }
        guard let first = pages.first else { throw .malformed(.tiff, "it holds no page") }
        var header = ImageHeader(.tiff, first)
        header.pages = pages
        header.isBigEndian = layout.isBigEndian
        return header
    }
}
