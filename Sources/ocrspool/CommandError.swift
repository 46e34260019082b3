internal import LinuxSupport
internal import Spool
internal import Worker

/// Why a command ends before its time.
struct CommandError: Error {
    let code: ExitCode
    /// One sentence for the user; may be empty where everything has been said.
    let message: String

    init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = message
    }

    static func usage(_ message: String) -> CommandError { CommandError(.usage, message) }

    init(_ error: SpoolError) {
        self.init(.unavailable, error.description)
    }

    init(_ error: ConfigurationError) {
        self.init(error.isUsageError ? .usage : .configuration, error.description)
    }

    /// A call in the spool that failed.
    init(_ error: SystemCallError) {
        self.init(error.isAccessDenied ? .unavailable : .ioError, error.description)
    }
}

/// Does what may fail with a call, and reports it as the command's failure.
func calling<Value>(_ body: () throws(SystemCallError) -> Value) throws(CommandError) -> Value {
    do { return try body() } catch { throw CommandError(error) }
}
