internal import Glibc

/// One name in a directory: any bytes but `/` and NUL, not `.` or `..`, at most 255.
///
/// Bytes, not a `String`: names need not be UTF-8, and `String` holds NFC and NFD spellings to be equal where the
/// kernel does not.
package struct FileName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
    package let bytes: [UInt8]

    /// `nil` if `bytes` is no name of a single directory entry. Length is not checked: only the kernel knows its limit.
    package init?(_ bytes: [UInt8]) {
        guard !bytes.isEmpty, bytes != [0x2E], bytes != [0x2E, 0x2E], !bytes.contains(0), !bytes.contains(0x2F) else {
            return nil
        }
        self.bytes = bytes
    }

    package init?(_ string: String) {
        self.init(Array(string.utf8))
    }

    package init(stringLiteral value: String) {
        guard let name = FileName(Array(value.utf8)) else { preconditionFailure("not a file name: \(value)") }
        self = name
    }

    /// By bytes, a name before those that it begins.
    package static func < (left: FileName, right: FileName) -> Bool {
        // Lists of a hundred thousand names are sorted: memcmp(3) is many times faster than a comparison in Swift.
        let order = unsafe left.bytes.withUnsafeBytes { left in
            unsafe right.bytes.withUnsafeBytes { right in
                unsafe memcmp(left.baseAddress!, right.baseAddress!, min(left.count, right.count))
            }
        }
        return order == 0 ? left.bytes.count < right.bytes.count : order < 0
    }

    /// The name followed by `suffix`, which holds no `/` or NUL.
    package func appending(_ suffix: String) -> FileName {
        guard let name = FileName(bytes + Array(suffix.utf8)) else { preconditionFailure("not a suffix: \(suffix)") }
        return name
    }

    /// As text; bytes that are not UTF-8 become U+FFFD. For records and equivalence, not for the kernel.
    package var string: String { String(decoding: bytes, as: UTF8.self) }

    package var isUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }

    package var isHidden: Bool { bytes[0] == 0x2E }

    package func hasSuffix(_ suffix: String) -> Bool {
        bytes.count > suffix.utf8.count && bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
}

/// A path below some directory, as names; empty for the directory itself. Never absolute, never with `..`.
package struct RelativePath: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
    package let names: [FileName]

    package init(_ names: [FileName]) {
        self.names = names
    }

    /// Splits at `/`. `nil` if a part is empty, `.`, `..` or holds NUL, as in absolute paths.
    package init?(_ bytes: [UInt8]) {
        if bytes.isEmpty {
            names = []
            return
        }
        var names: [FileName] = []
        for part in bytes.split(separator: 0x2F, omittingEmptySubsequences: false) {
            guard let name = FileName(Array(part)) else { return nil }
            names.append(name)
        }
        self.names = names
    }

    package init(stringLiteral value: String) {
        guard let path = RelativePath(Array(value.utf8)) else { preconditionFailure("not a relative path: \(value)") }
        self = path
    }

    package static func < (left: RelativePath, right: RelativePath) -> Bool {
        left.names.lexicographicallyPrecedes(right.names)
    }

    package var bytes: [UInt8] { Array(names.map(\.bytes).joined(separator: [0x2F])) }
    /// As text; bytes that are not UTF-8 become U+FFFD.
    package var string: String { String(decoding: bytes, as: UTF8.self) }
    package var isUTF8: Bool { names.allSatisfy(\.isUTF8) }
    package var isEmpty: Bool { names.isEmpty }
    package var name: FileName? { names.last }
    package var parent: RelativePath { RelativePath(Array(names.dropLast())) }

    package func appending(_ name: FileName) -> RelativePath {
        RelativePath(names + [name])
    }

    /// The same directory, another last name.
    package func replacingName(_ name: FileName) -> RelativePath {
        RelativePath(names.dropLast() + [name])
    }

    /// Whether `self` is `other` or lies below it.
    package func isWithin(_ other: RelativePath) -> Bool {
        names.starts(with: other.names)
    }

    /// For logs and terminals: control characters, bidirectional overrides and bytes that are not UTF-8 as `\u{…}`
    /// or `\xNN`.
    package var display: String { DisplayText.escaped(bytes) }
}
