import FoundationEssentials

/// An image to be read, still encoded as it lies in its file.
public struct VisionImage: Hashable, Sendable {
    /// The whole file: JPEG, PNG, TIFF, WebP, GIF, BMP or PNM.
    public var bytes: [UInt8]
    /// How the stored pixels lie; `nil` (the default) follows the file's own tag and, without one, the text.
    public var orientation: ImageOrientation?

    public init(bytes: [UInt8], orientation: ImageOrientation? = nil) {
        self.bytes = bytes
        self.orientation = orientation
    }

    /// Reads the file at `path` into memory.
    ///
    /// - Throws: What the system says when the file cannot be read.
    public init(path: String, orientation: ImageOrientation? = nil) throws {
        self.init(bytes: Array(try Data(contentsOf: URL(filePath: path))), orientation: orientation)
    }
}
