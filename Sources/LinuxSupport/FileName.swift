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

    package func hash(into hasher: inout Hasher) {
        // Many times faster than byte by byte, as an array does it.
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
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

/// A path below some directory; empty for the directory itself. Never absolute, never with `..`.
package struct RelativePath: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
    /// The names, joined by `/`.
    package let bytes: [UInt8]

    package init(_ names: [FileName]) {
        bytes = Array(names.map(\.bytes).joined(separator: [0x2F]))
    }

    private init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// `nil` if a part between `/` is empty, `.`, `..` or holds NUL, as in absolute paths.
    package init?(_ bytes: [UInt8]) {
        for part in bytes.split(separator: 0x2F, omittingEmptySubsequences: false) where !bytes.isEmpty {
            guard FileName(Array(part)) != nil else { return nil }
        }
        self.bytes = bytes
    }

    package init(stringLiteral value: String) {
        guard let path = RelativePath(Array(value.utf8)) else { preconditionFailure("not a relative path: \(value)") }
        self = path
    }

    /// Name by name, so that a folder comes right before what is in it: as bytes, with `/` before all others.
    package static func < (left: RelativePath, right: RelativePath) -> Bool {
        unsafe left.bytes.withUnsafeBytes { left in
            unsafe right.bytes.withUnsafeBytes { right in
                let count = min(left.count, right.count)
                var index = 0
                while index < count, unsafe left[index] == right[index] { index += 1 }
                guard index < count else { return left.count < right.count }
                if unsafe left[index] == 0x2F { return true }
                return unsafe right[index] != 0x2F && left[index] < right[index]
            }
        }
    }

    package func hash(into hasher: inout Hasher) {
        // Many times faster than byte by byte, as an array does it.
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    /// From the outermost to the last.
    package var names: [FileName] {
        bytes.split(separator: 0x2F).map { name in
            guard let name = FileName(Array(name)) else { preconditionFailure("checked when the path was made") }
            return name
        }
    }

    /// How many names it has.
    package var depth: Int { isEmpty ? 0 : bytes.count { $0 == 0x2F } + 1 }
    /// As text; bytes that are not UTF-8 become U+FFFD.
    package var string: String { String(decoding: bytes, as: UTF8.self) }
    package var isUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }
    package var isEmpty: Bool { bytes.isEmpty }

    /// The last name; `nil` for the directory itself.
    package var name: FileName? { isEmpty ? nil : FileName(Array(bytes[nameStart...])) }
    package var parent: RelativePath { RelativePath(checked: Array(bytes[..<max(0, nameStart - 1)])) }

    package func appending(_ name: FileName) -> RelativePath {
        RelativePath(checked: isEmpty ? name.bytes : bytes + [0x2F] + name.bytes)
    }

    /// The same directory, another last name.
    package func replacingName(_ name: FileName) -> RelativePath {
        RelativePath(checked: bytes[..<nameStart] + name.bytes)
    }

    /// Whether `self` is `other` or lies below it.
    package func isWithin(_ other: RelativePath) -> Bool {
        if other.isEmpty { return true }
        guard bytes.count >= other.bytes.count, bytes.starts(with: other.bytes) else { return false }
        return bytes.count == other.bytes.count || bytes[other.bytes.count] == 0x2F
    }

    /// For logs and terminals: control characters, bidirectional overrides and bytes that are not UTF-8 as `\u{…}`
    /// or `\xNN`.
    package var display: String { DisplayText.escaped(bytes) }

    private var nameStart: Int { bytes.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0 }
}
