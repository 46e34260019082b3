internal import Glibc

/// Paths as the kernel has them, without symbolic links, `.` and `..`.
package enum CanonicalPath {
    /// realpath(3); `nil` if there is nothing at `path`, or if one may not look.
    package static func of(_ path: [UInt8]) -> [UInt8]? {
        if path.contains(0) { return nil }
        let terminated = path.map { CChar(bitPattern: $0) } + [0]
        guard let found = unsafe realpath(terminated, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe Array(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }
}
