import CLeptonica

/// A decoded page in 8-bit gray, 0 black. Owns one Leptonica `Pix`.
@safe package struct PageImage: ~Copyable {
    private var pix: UnsafeMutablePointer<Pix>
    /// Stored rows that were readable of a JPEG that ends early; `nil` when nothing is missing.
    package internal(set) var readableRows: Int?

    /// Takes over `pix`, which nobody else may hold.
    init(owning pix: UnsafeMutablePointer<Pix>) {
        unsafe self.pix = pix
    }

    deinit {
        var owned: UnsafeMutablePointer<Pix>? = unsafe pix
        unsafe pixDestroy(&owned)
    }

    package var width: Int { unsafe Int(pixGetWidth(pix)) }
    package var height: Int { unsafe Int(pixGetHeight(pix)) }

    /// Lends the handle for one call; it must not be kept.
    func withHandle<Result>(_ body: (UnsafeMutablePointer<Pix>) -> Result) -> Result {
        unsafe body(pix)
    }

    /// Brings stored pixels upright.
    package mutating func turn(by orientation: StoredOrientation) throws(EngineError) {
        let (quarters, mirrored) = orientation.steps
        switch quarters {
        case 1: try unsafe replace { unsafe pixRotate90($0, 1) }
        case 2: try unsafe replace { unsafe pixRotate180(nil, $0) }
        case 3: try unsafe replace { unsafe pixRotate90($0, -1) }
        default: break
        }
        if mirrored { try unsafe replace { unsafe pixFlipLR(nil, $0) } }
    }

    /// A second owner of the same pixels, which no operation here changes in place.
    package func shared() -> PageImage {
        // The count of owners cannot fail to grow.
        guard let same = unsafe pixClone(pix) else { preconditionFailure("pixClone refused a live image") }
        return unsafe PageImage(owning: same)
    }

    /// A copy of what lies inside `box`.
    ///
    /// - Precondition: `box` lies inside the image.
    package func cropped(to box: EngineBox) throws(EngineError) -> PageImage {
        precondition(box.x >= 0 && box.y >= 0 && box.width > 0 && box.height > 0)
        precondition(box.x + box.width <= width && box.y + box.height <= height)
        var frame = unsafe boxCreate(Int32(box.x), Int32(box.y), Int32(box.width), Int32(box.height))
        defer { unsafe boxDestroy(&frame) }
        guard let part = unsafe pixClipRectangle(pix, frame, nil) else { throw .outOfMemory("a part of the page") }
        return unsafe PageImage(owning: part)
    }

    private mutating func replace(
        _ operation: (UnsafeMutablePointer<Pix>) -> UnsafeMutablePointer<Pix>?
    ) throws(EngineError) {
        guard let changed = unsafe operation(pix) else { throw .outOfMemory("the turned page") }
        var old: UnsafeMutablePointer<Pix>? = unsafe pix
        unsafe pixDestroy(&old)
        unsafe pix = changed
    }
}
