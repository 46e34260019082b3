/// What a recognizer child and its supervisor say to each other, in frames over one socket.
///
/// The child says once, as soon as it can take jobs, that it is ready. Then the supervisor sends a job with the image's
/// descriptor, and the child answers; never more than one job at a time. Every frame is 8 bytes of tag, little-endian,
/// and a body: of tag 0 the greeting; of another, a job (`RecognizerJob`) or its report (`RecognitionReport`).
package enum RecognizerProtocol {
    /// Names the version of all this; a child of another version is not worked with.
    package static let greeting = Array("ocrspool.recognizer/1".utf8)
    /// No job has this tag; they count from 1.
    package static let greetingTag: UInt64 = 0

    /// The most bytes of one report: 64 MiB, some forty dense pages with all their symbols.
    package static let reportLimit = 64 << 20
    /// The most bytes of a frame from a child.
    package static let answerLimit = reportLimit + 8
    /// The most bytes of a frame to a child.
    package static let jobLimit = 1 << 20

    /// A frame's payload.
    package static func message(_ tag: UInt64, _ body: [UInt8]) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: tag >> ($0 * 8)) } + body
    }

    /// Takes a frame's payload apart; `nil` for a frame that is too short for a tag.
    package static func tagAndBody(of frame: [UInt8]) -> (tag: UInt64, body: [UInt8])? {
        guard frame.count >= 8 else { return nil }
        let tag = frame[..<8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        return (tag, Array(frame[8...]))
    }
}
