/// Reads numbers out of bytes that nobody vouches for; every read is checked and may say `nil`.
struct ByteReader {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    /// The byte at `offset` from the slice's own start.
    func byte(_ offset: Int) -> UInt8? {
        guard offset >= 0, offset < bytes.count else { return nil }
        return bytes[bytes.startIndex + offset]
    }

    /// An unsigned number of `size` bytes, at most 8.
    func number(at offset: Int, size: Int, bigEndian: Bool) -> UInt64? {
        guard let field = slice(at: offset, count: size) else { return nil }
        var value: UInt64 = 0
        for byte in bigEndian ? Array(field) : field.reversed() {
            value = value << 8 | UInt64(byte)
        }
        return value
    }

    func big16(_ offset: Int) -> Int? { number(at: offset, size: 2, bigEndian: true).map { Int($0) } }
    func big32(_ offset: Int) -> Int? { number(at: offset, size: 4, bigEndian: true).map { Int($0) } }
    func little16(_ offset: Int) -> Int? { number(at: offset, size: 2, bigEndian: false).map { Int($0) } }
    func little24(_ offset: Int) -> Int? { number(at: offset, size: 3, bigEndian: false).map { Int($0) } }
    func little32(_ offset: Int) -> Int? { number(at: offset, size: 4, bigEndian: false).map { Int($0) } }

    func slice(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
        let start = bytes.startIndex + offset
        return bytes[start..<start + count]
    }

    /// Whether the ASCII characters of `text` stand at `offset`.
    func has(_ text: String, at offset: Int = 0) -> Bool {
        slice(at: offset, count: text.utf8.count).map { $0.elementsEqual(text.utf8) } ?? false
    }

    func has(_ signature: [UInt8], at offset: Int = 0) -> Bool {
        slice(at: offset, count: signature.count).map { $0.elementsEqual(signature) } ?? false
    }
}
