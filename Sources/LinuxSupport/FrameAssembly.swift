/// Puts a frame together from the bytes that come: 4 bytes of length, little-endian, then the payload.
///
/// It asks for no byte beyond the frame, so that what comes with a byte of a stream belongs to a known frame.
struct FrameAssembly {
    private let limit: Int
    private var header: [UInt8] = []
    private var payload: [UInt8] = []
    private var announced: Int?

    /// - Parameter limit: The most bytes of a payload.
    init(limit: Int) {
        self.limit = limit
    }

    /// Bytes since the last whole frame.
    var received: Int { header.count + payload.count }

    /// How many bytes of the frame are still to come, as far as that is known; 0 when it is whole.
    var missing: Int { announced.map { $0 - payload.count } ?? 4 - header.count }

    /// Takes the next bytes, at most `missing` of them. Memory grows with what has come, not with what is announced.
    /// - Throws: `.frameTooLarge`, as soon as the length is known.
    mutating func append(_ bytes: [UInt8]) throws(FrameSocket.Failure) {
        if announced != nil {
            payload += bytes
            return
        }
        header += bytes
        guard header.count == 4 else { return }
        let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= limit else { throw .frameTooLarge(announced: length, limit: limit) }
        announced = length
    }

    /// The payload of a whole frame, once; `nil` while bytes are missing.
    mutating func take() -> [UInt8]? {
        guard missing == 0 else { return nil }
        let whole = payload
        self = FrameAssembly(limit: limit)
        return whole
    }

    /// A frame as it goes over the socket.
    static func frame(_ payload: [UInt8]) -> [UInt8] {
        precondition(payload.count <= Int(UInt32.max), "frame too long for its header")
        let length = UInt32(payload.count)
        return (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + payload
    }
}
