import Glibc

/// A call of the C library that failed in a test's set-up.
package struct SetUpError: Error, CustomStringConvertible {
    package let description: String

    init(_ call: String, _ path: String) {
        let reason = unsafe String(cString: strerror(errno))
        description = "\(call) \(path): \(reason)"
    }
}

/// A real directory of a test's own, in `TMPDIR` or `/tmp`, removed with the last reference to it.
///
/// Names below it are given relative to it, as text or, for names that are not UTF-8, as bytes without NUL. Modes
/// are those of the umask. Every method throws `SetUpError` with the failed call, the path and the reason.
package final class TemporaryDirectory: Sendable {
    /// Absolute, without a slash at the end.
    package let path: String

    package init() throws {
        let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/ocrspool-test-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw SetUpError("mkdtemp", parent) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { Self.remove(Array(path.utf8)) }

    /// The absolute path of `name`.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes the directory `name` and those above it that are missing.
    package func makeDirectory(_ name: String) throws {
        var made = path
        for part in name.split(separator: "/") {
            made += "/\(part)"
            guard unsafe mkdir(made, 0o777) == 0 || errno == EEXIST else { throw SetUpError("mkdir", made) }
        }
    }

    /// Writes the file `name`, in place, in one piece, and closes it, for good: on return no copy of the descriptor is
    /// left in a child program that a test in parallel was just starting, so the file counts as closed everywhere.
    package func write(_ content: [UInt8] = [], to name: [UInt8]) throws {
        let descriptor = unsafe open(cPath(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw SetUpError("open", printable(name)) }
        defer {
            close(descriptor)
            waitUntilNobodyWrites(name)
        }
        var rest = content[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw SetUpError("write", printable(name)) }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes the file `name`, in place, in one piece, and closes it.
    package func write(_ text: String = "", to name: String) throws {
        try write(Array(text.utf8), to: Array(name.utf8))
    }

    /// The whole content of the file `name`.
    package func content(of name: String) throws -> [UInt8] {
        let descriptor = unsafe open(path(name), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SetUpError("open", name) }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw SetUpError("read", name) }
            if count == 0 { return content }
            content += buffer.prefix(count)
        }
    }

    /// Renames `old` to `new`, replacing what is there.
    package func rename(_ old: String, to new: String) throws {
        guard unsafe Glibc.rename(path(old), path(new)) == 0 else { throw SetUpError("rename", path(old)) }
    }

    /// Removes `name`, and all below it when it is a directory. It need not exist. Links are not followed.
    package func remove(_ name: String) { Self.remove(Array(path(name).utf8)) }

    /// Whether `name` is there, as anything; a dangling link is.
    package func exists(_ name: String) -> Bool {
        var status = stat()
        return unsafe lstat(path(name), &status) == 0
    }

    /// The names in the directory `name`, hidden ones too, sorted. Names that are not UTF-8 are repaired.
    package func names(in name: String = ".") throws -> [String] {
        guard let names = Self.names(in: Array(path(name).utf8)) else { throw SetUpError("opendir", path(name)) }
        return names.map { String(decoding: $0, as: UTF8.self) }.sorted()
    }

    /// A read lease is refused while anybody has the file open for writing.
    private func waitUntilNobodyWrites(_ name: [UInt8]) {
        let setLease: Int32 = 1024  // F_SETLEASE, which the Glibc module lacks
        let descriptor = unsafe open(cPath(name), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        while fcntl(descriptor, setLease, F_RDLCK) != 0, errno == EAGAIN { usleep(500) }
        _ = fcntl(descriptor, setLease, F_UNLCK)
    }

    private func cPath(_ name: [UInt8]) -> [CChar] { Self.cString(Array("\(path)/".utf8) + name) }

    private func printable(_ name: [UInt8]) -> String { path(String(decoding: name, as: UTF8.self)) }

    private static func cString(_ bytes: [UInt8]) -> [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

    private static func remove(_ path: [UInt8]) {
        guard unsafe unlink(cString(path)) != 0, errno == EISDIR || errno == EPERM else { return }
        for name in names(in: path) ?? [] { remove(path + Array("/".utf8) + name) }
        unsafe rmdir(cString(path))
    }

    private static func names(in path: [UInt8]) -> [[UInt8]]? {
        guard let stream = unsafe opendir(cString(path)) else { return nil }
        defer { unsafe closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            if ![Array(".".utf8), Array("..".utf8)].contains(name) { names.append(name) }
        }
        return names
    }
}
