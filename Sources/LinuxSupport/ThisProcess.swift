internal import Glibc

/// What the kernel and whoever started it have given this process.
package enum ThisProcess {
    /// The arguments after the program's name, as the bytes they are.
    package static var arguments: [[UInt8]] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
            return unsafe bytes(of: argument)
        }
    }

    /// The environment. Of a name that stands there twice the first counts, as for getenv(3).
    package static var environment: [String: String] {
        var result: [String: String] = [:]
        var next = unsafe environ
        while let entry = unsafe next.pointee {
            let parts = unsafe bytes(of: entry).split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 {
                let name = String(decoding: parts[0], as: UTF8.self)
                if result[name] == nil { result[name] = String(decoding: parts[1], as: UTF8.self) }
            }
            unsafe next += 1
        }
        return result
    }

    /// Whether it has the rights of the superuser.
    package static var isRoot: Bool { geteuid() == 0 }
    package static var userID: UInt32 { geteuid() }
    package static var processID: Int32 { getpid() }

    /// Processors that are online; at least 1.
    package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The path of the program's own file; `nil` without /proc.
    package static var executablePath: String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe buffer.withUnsafeMutableBytes { buffer in
            unsafe readlink("/proc/self/exe", buffer.bindMemory(to: CChar.self).baseAddress!, buffer.count)
        }
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }

    /// Absolute (getcwd(3)); `nil` if the directory was removed.
    package static var workingDirectory: [UInt8]? {
        guard let path = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(path) }
        return unsafe bytes(of: path)
    }

    /// The machine's name; `localhost` where it has none.
    package static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return bytes.isEmpty ? "localhost" : String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a person sits at `descriptor` (isatty(3)).
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Whether this process may run the file at `path` (access(2)).
    package static func mayExecute(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

    /// Makes a write to a pipe or socket without a reader fail with EPIPE instead of ending the process.
    package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    private static func bytes(of text: UnsafeMutablePointer<CChar>) -> [UInt8] {
        unsafe Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
}
