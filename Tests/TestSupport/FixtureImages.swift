/// The bytes of an image in `Fixtures/images`.
package func fixture(_ name: String) throws -> [UInt8] {
    try Fixture.bytes("images/" + name)
}

/// An EXIF block in Motorola order whose one entry is the orientation.
package func exifBlock(orientation: UInt8) -> [UInt8] {
    [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
}

/// `jpeg` with an EXIF segment put directly behind its start marker.
package func jpeg(_ jpeg: [UInt8], orientation: UInt8) -> [UInt8] {
    let content = Array("Exif\0\0".utf8) + exifBlock(orientation: orientation)
    let length = content.count + 2
    return jpeg[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + content + jpeg[2...]
}
