internal import Glibc
internal import LinuxSupport
internal import StrictJSON

/// Results, on standard output. A reader that has gone, as `head` does, has had enough: the program ends quietly.
enum Output {
    static func bytes(_ bytes: [UInt8]) throws(CommandError) {
        do {
            try StandardOutput.write(bytes)
        } catch {
            if error.isBrokenPipe { exit(ExitCode.success.rawValue) }
            throw CommandError(.ioError, error.description)
        }
    }

    static func text(_ text: String) throws(CommandError) { try bytes(Array(text.utf8)) }

    static func line(_ text: String) throws(CommandError) { try self.text(text + "\n") }

    /// One JSON value on a line of its own.
    static func json(_ write: (inout JSONWriter) -> Void) throws(CommandError) {
        var writer = JSONWriter()
        write(&writer)
        try bytes(writer.bytes + [0x0A])
    }

    /// A name as the bytes it is; what is read by a script is no place for escapes.
    static func rawLine(_ name: [UInt8]) throws(CommandError) { try bytes(name + [0x0A]) }
}

/// Talk, on standard error.
enum Talk {
    static func line(_ text: String) { StandardError.write(text) }

    /// A message that begins with the program's and the command's name.
    static func say(_ command: String, _ text: String) { StandardError.write("ocrspool \(command): \(text)") }
}
