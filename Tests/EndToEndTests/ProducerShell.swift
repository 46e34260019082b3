import Glibc
import TestSupport
import Testing

extension TestSpool {
    /// Runs `script` with a shell in the inbox, as the unprivileged user. `$1` is a picture outside.
    func inboxShell(_ script: String, _ picture: [UInt8]) async throws {
        try directory.write(picture, to: Array("picture".utf8))
        try UnprivilegedUser.takeOver(directory.path("picture"))
        let words = UnprivilegedUser.command(["sh", "-ec", script, "sh", directory.path("picture")])
        let program = try RunningProgram(words[0], Array(words.dropFirst()), in: "\(path)/inbox")
        try #require(try await program.waitForEnd() == .exited(0), "\(script): \(program.errorText)")
    }

    /// Makes a folder beside the spool with a picture under each of `names`, for the unprivileged user, and waits until
    /// the clock of the file system has moved on.
    func prepareFolder(_ folder: String, _ names: [String]) async throws {
        var folders: Set<String> = [folder]
        for name in names {
            let parts = "\(folder)/\(name)".split(separator: "/").map(String.init)
            for count in 1..<parts.count { folders.insert(parts.prefix(count).joined(separator: "/")) }
        }
        for made in folders.sorted() {
            try directory.makeDirectory(made)
            try UnprivilegedUser.takeOver(directory.path(made))
        }
        for name in names {
            try directory.write(try Picture.line(tag: name), to: Array("\(folder)/\(name)".utf8))
            try UnprivilegedUser.takeOver(directory.path("\(folder)/\(name)"))
        }
        let last = try Self.changeTime(of: directory.path("\(folder)/\(try #require(names.last))"))
        let hasMovedOn = try await eventually {
            try directory.write("", to: "tick")
            return try Self.changeTime(of: directory.path("tick")) > last
        }
        try #require(hasMovedOn)
    }
}

extension TestSpool {
    /// The ctime of the file at `path`, in nanoseconds.
    private static func changeTime(of path: String) throws -> Int64 {
        var status = stat()
        try #require(unsafe lstat(path, &status) == 0, "\(path)")
        return Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
    }
}
