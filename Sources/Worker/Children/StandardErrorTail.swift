/// The end of what a child wrote to standard error; what it writes before is forgotten.
package struct StandardErrorTail: Hashable, Sendable {
    /// Bytes that an error record gets.
    package static let recordedBytes = 4096
    /// A stack trace may come between the reason and the end.
    private static let keptBytes = 32 * 1024

    private var bytes: [UInt8] = []

    /// Of a child that has written nothing.
    package init() {}

    /// Takes what was written next.
    package mutating func append(_ part: [UInt8]) {
        bytes += part
        if bytes.count > Self.keptBytes { bytes.removeFirst(bytes.count - Self.keptBytes) }
    }

    /// Forgets all.
    package mutating func clear() {
        bytes = []
    }

    /// At most `recordedBytes` of UTF-8, beginning at a character. Controls but line feed and tab are left out, and
    /// bytes that are no UTF-8 become `?`.
    package var text: String {
        let text = String(decoding: bytes.suffix(Self.recordedBytes), as: UTF8.self)
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{FFFD}": scalars.append("?")
            case "\n", "\t": scalars.append(scalar)
            default:
                if scalar.properties.generalCategory != .control { scalars.append(scalar) }
            }
        }
        return String(scalars)
    }

    /// Whether there is one of the sentences with which C++, Swift and libc give up for lack of memory.
    package var tellsOfFailedAllocation: Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return Self.allocationFailures.contains { text.contains($0) }
    }

    private static let allocationFailures = [
        "std::bad_alloc", "failed to allocate", "Could not allocate memory", "Cannot allocate memory", "out of memory",
    ]
}
