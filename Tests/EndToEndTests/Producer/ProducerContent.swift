import LinuxSupport
import TestSupport

/// The bytes of an image, or of what is to be taken for one, and what must become of them.
struct ProducerContent: Sendable {
    enum Outcome: Hashable, Sendable {
        /// A result with this text.
        case text(String)
        /// A dead letter with this code.
        case code(String)
    }

    enum Kind: CaseIterable, Sendable {
        case picture, noImage, empty, cut
    }

    let bytes: [UInt8]
    let sha256: String
    let outcome: Outcome

    /// - Parameter tag: Makes the bytes differ from all others; empty files are equal.
    init(_ kind: Kind, tag: String) throws {
        switch kind {
        case .picture:
            bytes = try Picture.line(tag: tag)
            outcome = .text(Picture.lineText)
        case .noImage:
            bytes = Array("\(tag) is no image\n".utf8)
            outcome = .code("image-unsupported")
        case .empty:
            bytes = []
            outcome = .code("image-empty")
        case .cut:
            // Ends within the pixels.
            bytes = Array(try Picture.line().prefix(300)) + Array(tag.utf8)
            outcome = .code("image-undecodable")
        }
        sha256 = try SHA256.hexadecimal(of: bytes)
    }

    /// Cut into `count` pieces, of which some may be empty.
    func pieces(_ count: Int) -> [[UInt8]] {
        let length = bytes.count / max(1, count) + 1
        return (0..<count).map { Array(bytes.dropFirst($0 * length).prefix(length)) }
    }
}
