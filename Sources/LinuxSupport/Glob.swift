internal import CLinux

/// A pattern for names or paths: `*`, `?`, `[…]` and `\\` as in fnmatch(3).
///
/// Bytes are compared, so `?` is one byte and a name need not be UTF-8. Capitals of ASCII make no difference. A dot at the
/// beginning of a name is a character like any other.
package struct Glob: Hashable, Sendable, CustomStringConvertible {
    /// As it was written.
    package let pattern: String
    /// Ended by NUL, without a slash at its beginning, which only says that the pattern is one for paths.
    private let bytes: [CChar]
    private let isForPaths: Bool

    /// - Parameter pattern: With a `/` in it, one for whole paths, in which `*`, `?` and `[…]` match no `/`; one at its
    ///   beginning stands for the top. Without, one for any single name. Everything from a NUL on is not looked at.
    package init(_ pattern: String) {
        self.pattern = pattern
        let isAnchored = pattern.utf8.first == UInt8(ascii: "/")
        isForPaths = pattern.utf8.contains(UInt8(ascii: "/"))
        bytes = pattern.utf8.dropFirst(isAnchored ? 1 : 0).map { CChar(bitPattern: $0) } + [0]
    }

    /// Whether the last name of `path`, or the whole of it, matches. The names on the way are not asked.
    package func matches(_ path: RelativePath) -> Bool {
        let text = isForPaths ? path.bytes : path.name?.bytes ?? []
        let terminated = text.map { CChar(bitPattern: $0) } + [0]
        return unsafe bytes.withUnsafeBufferPointer { glob in
            unsafe terminated.withUnsafeBufferPointer { text in
                unsafe linux_matches_glob(glob.baseAddress!, text.baseAddress!, isForPaths ? 1 : 0) == 1
            }
        }
    }

    package var description: String { pattern }
}
