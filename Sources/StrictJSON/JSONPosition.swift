/// A place in a JSON text.
package struct JSONPosition: Hashable, Sendable {
    // Three words of 32 bits: a value of a large record carries one of these.
    private let storedLine: UInt32
    private let storedColumn: UInt32
    private let storedOffset: UInt32

    /// One-based; a line ends at its line feed.
    package var line: Int { Int(storedLine) }
    /// One-based, in Unicode scalars.
    package var column: Int { Int(storedColumn) }
    /// Zero-based, in bytes.
    package var offset: Int { Int(storedOffset) }

    package init(line: Int, column: Int, offset: Int) {
        storedLine = UInt32(line)
        storedColumn = UInt32(column)
        storedOffset = UInt32(offset)
    }
}

extension JSONPosition: CustomStringConvertible {
    /// E.g. `line 3, column 14`.
    package var description: String { "line \(line), column \(column)" }
}

/// How much JSON text is accepted.
package struct JSONLimits: Hashable, Sendable {
    /// Size of the text; default 65,536, range 1…1,000,000,000.
    package let bytes: Int
    /// Arrays and objects within each other; default 16, range 0…256, so that no stack is exhausted.
    package let depth: Int

    /// - Precondition: both are in their ranges.
    package init(bytes: Int = 65_536, depth: Int = 16) {
        precondition((1...1_000_000_000).contains(bytes) && (0...256).contains(depth))
        self.bytes = bytes
        self.depth = depth
    }
}

/// Why a text is not JSON, or not JSON that is accepted here.
package struct JSONTextError: Error, Hashable, Sendable {
    package let position: JSONPosition
    /// What is wrong and, where it helps, what to write instead; begins in lower case, has no full stop and no
    /// control characters.
    package let message: String

    package init(position: JSONPosition, message: String) {
        self.position = position
        self.message = message
    }
}

extension JSONTextError: CustomStringConvertible {
    /// E.g. `line 3, column 14: the number 1e999 is too large`.
    package var description: String { "\(position): \(message)" }
}
