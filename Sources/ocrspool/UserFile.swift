internal import LinuxSupport

/// A file that the user named on the command line.
enum UserFile {
    /// Opens the regular file at `path` for reading; symbolic links are followed, for they are the user's own.
    static func open(_ path: [UInt8]) throws(CommandError) -> FileDescriptor {
        try requireRegular(shown: path) { () throws(SystemCallError) in try FileDescriptor.openForReading(path: path) }
    }

    /// Opens the regular file `name` of a folder for reading; no link is followed.
    static func open(
        _ name: FileName, in folder: DirectoryHandle, shown: [UInt8]
    ) throws(CommandError) -> FileDescriptor {
        try requireRegular(shown: shown) { () throws(SystemCallError) in try folder.openForReading(name) }
    }

    /// The directory at `path`; `nil` for anything else, and for what cannot be looked at.
    static func directory(_ path: [UInt8]) -> DirectoryHandle? {
        guard let file = try? FileDescriptor.openForReading(path: path),
            let status = try? file.status(), status.kind == .directory
        else { return nil }
        return try? DirectoryHandle.open(file, shown: path)
    }

    /// Whether an open file, named `path`, is the request of an image: JSON's object by name and first character.
    static func isRequest(_ file: borrowing FileDescriptor, named path: [UInt8]) throws(CommandError) -> Bool {
        guard path.suffix(5) == Array(".json".utf8)[...] else { return false }
        let beginning: [UInt8]
        do throws(SystemCallError) {
            beginning = try file.readAll(limit: 512)
        } catch {
            throw unreadable(path, error.reason)
        }
        return beginning.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
    }

    static func unreadable(_ path: [UInt8], _ reason: String) -> CommandError {
        CommandError(.noInput, "\(DisplayText.escaped(path)) cannot be read (\(reason))")
    }

    private static func requireRegular(
        shown: [UInt8], _ open: () throws(SystemCallError) -> FileDescriptor
    ) throws(CommandError) -> FileDescriptor {
        do throws(SystemCallError) {
            let file = try open()
            if try file.status().kind == .regular { return file }
        } catch {
            throw unreadable(shown, error.reason)
        }
        throw unreadable(shown, "it is no regular file")
    }
}
