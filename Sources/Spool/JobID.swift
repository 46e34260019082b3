package import LinuxSupport

/// The worker's own name for a job: 26 lower-case characters, a ULID (48 bits of milliseconds, 80 random bits, in
/// Crockford's base 32), so that names sort by time. Nothing is ever decided by the time in it.
package struct JobID: Hashable, Comparable, Sendable {
    package let rawValue: String

    /// `nil` unless `rawValue` is 26 characters of the alphabet.
    package init?(_ rawValue: String) {
        guard rawValue.utf8.count == 26, rawValue.utf8.allSatisfy({ Self.alphabet.contains($0) }) else { return nil }
        self.rawValue = rawValue
    }

    /// The job that a file name in a worker's directory or in `state/tmp` belongs to.
    package init?(prefixOf name: FileName) {
        guard name.bytes.count >= 26 else { return nil }
        self.init(String(decoding: name.bytes.prefix(26), as: UTF8.self))
    }

    /// A new name for a job that arrives at `time`, with `random` of at least 10 bytes.
    package init(time: Timestamp, random: [UInt8]) {
        precondition(random.count >= 10, "80 random bits are needed")
        var text: [UInt8] = []
        let milliseconds = UInt64(max(0, time.unixMilliseconds)) & 0xFFFF_FFFF_FFFF
        for shift in stride(from: 45, through: 0, by: -5) {
            text.append(Self.alphabet[Int(milliseconds >> UInt64(shift)) & 31])
        }
        for half in [random[0..<5], random[5..<10]] {
            let bits = half.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            for shift in stride(from: 35, through: 0, by: -5) {
                text.append(Self.alphabet[Int(bits >> UInt64(shift)) & 31])
            }
        }
        rawValue = String(decoding: text, as: UTF8.self)
    }

    package static func < (left: JobID, right: JobID) -> Bool { left.rawValue < right.rawValue }

    package var fileName: FileName { FileName(stringLiteral: rawValue) }

    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
}
