extension ImageHeader {
    /// Whether a file that begins with `prefix` (32 bytes are enough) is an image of a format that is decoded here.
    package static func isImage(_ prefix: [UInt8]) -> Bool {
        if case .image = ContentKind(ByteReader(prefix[...])) { true } else { false }
    }
}
