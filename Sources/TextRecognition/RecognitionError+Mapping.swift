import TesseractEngine

extension RecognitionError {
    /// What a header that cannot be read means for the user.
    init(_ error: ImageHeaderError, limits: ImageLimits) {
        switch error {
        case .empty:
            self.init(.imageEmpty, stage: .decode, "the image file is empty (0 bytes)")
        case .unsupported(let name):
            self.init(
                .imageUnsupported, stage: .decode,
                "this is \(name), not an image that can be read; JPEG, PNG, TIFF, WebP, GIF, BMP and PNM can")
        case .malformed(let format, let reason):
            self.init(
                .imageUndecodable, stage: .decode, "the \(format.displayName) image cannot be decoded: \(reason)")
        case .tooManyPages(let seen):
            self.init(
                .imageTooLarge, stage: .decode,
                "the file has \(seen) pages or more, and the limit is \(limits.pages); split it")
        }
    }

    /// What a failure of the engine on a page means for the user.
    init(_ error: EngineError, format: ImageHeader.Format, stage: Stage) {
        switch error {
        case .undecodable(let reason):
            self.init(.imageUndecodable, stage: stage, "the \(format.displayName) image cannot be decoded: \(reason)")
        case .truncated(let rows, let height):
            self.init(
                .imageUndecodable, stage: stage,
                "the \(format.displayName) image is cut or damaged: \(rows) of \(height) rows were readable; "
                    + "send the whole file, or set acceptTruncated to read what is there")
        case .outOfMemory(let purpose):
            self.init(.outOfMemory, stage: stage, "there is not enough memory for \(purpose)")
        case .deadlinePassed:
            self.init(.timeout, stage: stage, "the page was not read within its time limit")
        case .modelsUnusable(let reason):
            self.init(.engineUnusable, stage: stage, reason)
        }
    }
}

extension ImageHeader.Format {
    /// As people write it.
    var displayName: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .tiff: "TIFF"
        case .webp: "WebP"
        case .gif: "GIF"
        case .bmp: "BMP"
        case .pnm: "PNM"
        }
    }
}
