import LinuxSupport
import TestSupport

/// A request as a producer sends it.
struct ProducerRequest: Sendable {
    enum Fault: CaseIterable, Sendable {
        case syntax, wrongType, unknownField, duplicateKey, notUTF8
    }

    /// What it announces of the image.
    enum Announcement: CaseIterable, Sendable {
        case nothing, bytes, sha256, both, wrongBytes, wrongSHA256

        var isWrong: Bool { self == .wrongBytes || self == .wrongSHA256 }
        var isAny: Bool { self != .nothing }
    }

    /// Echoed as `requestId`, if it can be read.
    let id: String
    let bytes: [UInt8]
    let sha256: String
    let isValid: Bool
    let priority: Int

    /// - Parameter id: No other request has it.
    init(
        id: String, priority: Int, announcing announcement: Announcement = .nothing, of image: ProducerContent,
        fault: Fault? = nil, stream: String? = nil
    ) throws {
        self.id = id
        self.priority = priority
        isValid = fault == nil
        var fields = [#""id":"\#(id)""#, #""priority":\#(priority)"#, #""metadata":{"sent":"\#(id)"}"#]
        if announcement == .bytes || announcement == .both { fields.append(#""bytes":\#(image.bytes.count)"#) }
        if announcement == .sha256 || announcement == .both { fields.append(#""sha256":"\#(image.sha256)""#) }
        if announcement == .wrongBytes { fields.append(#""bytes":\#(image.bytes.count + 1)"#) }
        if announcement == .wrongSHA256 {
            fields.append(#""sha256":"\#(String(repeating: "0", count: 64))""#)
        }
        if let stream { fields.append(#""stream":"\#(stream)""#) }
        switch fault {
        case .wrongType: fields.append(#""region":[1,2,3,4]"#)
        case .unknownField: fields.append(#""langaugeHints":["en"]"#)
        case .duplicateKey: fields.append(#""priority":1"#)
        case .syntax, .notUTF8, nil: break
        }
        var text = Array("{\(fields.joined(separator: ","))}".utf8)
        if fault == .syntax { text.removeLast() }
        if fault == .notUTF8 { text.insert(0xFF, at: text.count - 2) }
        bytes = text
        sha256 = try SHA256.hexadecimal(of: text)
    }
}
