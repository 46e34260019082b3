internal import LinuxSupport

/// Asks a program for its version.
enum ProgramVersion {
    private static let patience: Duration = .seconds(5)

    /// The first line of what `path --version` prints; `nil` if it does not run, or not to a good end.
    static func of(_ path: String) -> String? {
        do {
            let pipe = try Pipe()
            let launch = ChildLaunch(
                executable: path, arguments: [path, "--version"], descriptors: [.init(pipe.writingRawValue, as: 1)])
            let process = try ChildProcess(launch)
            pipe.closeWritingEnd()
            // A line fits the pipe, so the program can end before it is read.
            guard try process.reap(until: .now + patience) == .exited(0), case .bytes(let bytes) = try pipe.read()
            else {
                return nil
            }
            return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        } catch {
            return nil
        }
    }
}
