internal import LinuxSupport

/// A file that the user named on the command line.
enum UserFile {
    /// Opens the regular file at `path` for reading; symbolic links are followed, for they are the user's own.
    static func open(_ path: [UInt8]) throws(CommandError) -> FileDescriptor {
        let shown = DisplayText.escaped(path)
        do throws(SystemCallError) {
            let file = try FileDescriptor.openForReading(path: path)
            if try file.status(shown).kind == .regular { return file }
        } catch {
            throw CommandError(.noInput, "\(shown) cannot be read (\(error.reason))")
        }
        throw CommandError(.noInput, "\(shown) cannot be read (it is no regular file)")
    }
}
