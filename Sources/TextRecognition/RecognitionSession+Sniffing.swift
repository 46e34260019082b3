internal import TesseractEngine

extension RecognitionSession {
    /// Whether a file that begins with `prefix` (32 bytes are enough) is an image of a format that can be read.
    package static func isImage(_ prefix: [UInt8]) -> Bool {
        ImageHeader.isImage(prefix)
    }
}
