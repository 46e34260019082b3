import CLeptonica
import Glibc

extension PageImage {
    /// Turns what a decoder gave into 8-bit gray and frees it.
    static func gray(_ decoded: UnsafeMutablePointer<Pix>?) throws(EngineError) -> PageImage {
        guard let decoded = unsafe decoded else { throw .undecodable(LeptonicaMessages.cause()) }
        var original: UnsafeMutablePointer<Pix>? = unsafe decoded
        defer { unsafe pixDestroy(&original) }
        guard unsafe hasAlpha(decoded) else {
            guard let gray = unsafe pixConvertTo8(decoded, 0) else { throw .outOfMemory("the gray page") }
            return unsafe PageImage(owning: gray)
        }
        let onWhite = try unsafe blend(decoded, over: 0xFFFF_FF00)
        if onWhite.contrast >= clearContrast { return onWhite }
        let onBlack = try unsafe blend(decoded, over: 0)
        return onBlack.contrast > onWhite.contrast ? onBlack : onWhite
    }

    /// Gray levels between ink and paper, below which a background of the other colour is tried.
    private static var clearContrast: Int { 48 }

    /// Levels between the darkest and the lightest half percent of the page.
    private var contrast: Int {
        guard let histogram = histogram() else { return 0 }
        return histogram.level(at: 0.995) - histogram.level(at: 0.005)
    }

    private static func hasAlpha(_ pix: UnsafeMutablePointer<Pix>) -> Bool {
        if let colors = unsafe pixGetColormap(pix) {
            var opaque: Int32 = 1
            unsafe pixcmapIsOpaque(colors, &opaque)
            return opaque == 0
        }
        return unsafe pixGetDepth(pix) == 32 && pixGetSpp(pix) == 4
    }

    private static func blend(
        _ pix: UnsafeMutablePointer<Pix>, over background: UInt32
    ) throws(EngineError) -> PageImage {
        var colored: UnsafeMutablePointer<Pix>?
        if unsafe pixGetColormap(pix) != nil {
            unsafe colored = pixRemoveColormap(pix, Int32(REMOVE_CMAP_WITH_ALPHA))
        } else {
            unsafe colored = pixClone(pix)
        }
        var blended = unsafe pixAlphaBlendUniform(colored, background)
        let gray = unsafe pixConvertTo8(blended, 0)
        unsafe pixDestroy(&colored)
        unsafe pixDestroy(&blended)
        guard let gray = unsafe gray else { throw .outOfMemory("the page without its transparency") }
        return unsafe PageImage(owning: gray)
    }

    /// Asks the allocator before a library does that would end the process when refused.
    static func canAllocate(_ bytes: Int) -> Bool {
        let probe = unsafe malloc(bytes)
        defer { unsafe free(probe) }
        return unsafe probe != nil
    }
}
