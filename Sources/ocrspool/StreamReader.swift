internal import LinuxSupport
internal import Spool

/// Reads a file that may be a pipe, without missing signals while nothing comes.
struct StreamReader: ~Copyable {
    private let file: FileDescriptor
    private let interruption: Interruption
    private let shown: String

    init(_ file: consuming FileDescriptor, shown: String, _ interruption: Interruption) {
        self.file = file
        self.shown = shown
        self.interruption = interruption
    }

    /// The next bytes; none at the end.
    /// - Parameter idle: called about ten times a second while nothing comes.
    func read(limit: Int = 64 * 1024, whileIdle idle: () throws(CommandError) -> Void) throws(CommandError) -> [UInt8] {
        while true {
            try interruption.check()
            do throws(SystemCallError) {
                let isReady = try interruption.wait(for: file.rawValue, until: .now + .milliseconds(100))
                if isReady {
                    switch try file.readAvailable(limit: limit) {
                    case .bytes(let bytes): return bytes
                    case .ended: return []
                    case .nothing: break
                    }
                }
            } catch {
                throw CommandError(.noInput, "\(shown) cannot be read (\(error.reason))")
            }
            try idle()
        }
    }
}
