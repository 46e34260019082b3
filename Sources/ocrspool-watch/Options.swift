// SPDX-License-Identifier: GPL-2.0-only

import Glibc

/// What the command line asks for.
enum Options: Equatable {
    /// Watch `root` and the directories at most `depth` levels below it.
    case watch(root: [UInt8], depth: Int)
    case help
    case version

    /// How deep the tree is watched unless `--depth` says otherwise: a file in `1/2/…/8/` is still seen.
    static let defaultDepth = 8

    /// Reads the arguments after the program's name. They are bytes, for the directory's name need not be UTF-8.
    /// - Throws: `UsageError` with a sentence for the user.
    init(arguments: [[UInt8]]) throws(UsageError) {
        var depth = Self.defaultDepth
        var directories: [[UInt8]] = []
        var optionsEnded = false
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard !optionsEnded, argument.first == UInt8(ascii: "-") else {
                directories.append(argument)
                continue
            }
            switch String(decoding: argument, as: UTF8.self) {
            case "--": optionsEnded = true
            case "--help":
                self = .help
                return
            case "--version":
                self = .version
                return
            case "--depth": depth = try Self.depth(from: rest.popFirst())
            case let unknown: throw UsageError("unknown option '\(unknown)'")
            }
        }
        guard let root = directories.first, directories.count == 1, !root.isEmpty else {
            throw UsageError("exactly one directory is to be named, not \(directories.count)")
        }
        self = .watch(root: root, depth: depth)
    }

    private static func depth(from argument: [UInt8]?) throws(UsageError) -> Int {
        guard let argument, let depth = Int(String(decoding: argument, as: UTF8.self)), (0...64).contains(depth) else {
            throw UsageError("--depth takes a whole number from 0 to 64")
        }
        return depth
    }
}

/// A command line that cannot be followed.
struct UsageError: Error, Equatable {
    /// One sentence without a full stop.
    let message: String

    init(_ message: String) { self.message = message }
}

extension Options {
    static let versionText = "ocrspool-watch 0.1.0\n"

    static let helpText = """
        Usage: ocrspool-watch [--depth N] DIRECTORY

        Watches DIRECTORY and the directories below it (N levels, default \(defaultDepth)) and writes what happens
        there to standard output, as records: one byte KIND, the path relative to DIRECTORY, one NUL byte.
        Directories named .anything or @eaDir are left out.

          R  ready: every watch is set, but for those that E tells of next (no path)
          W  a file was closed after writing
          T  a name that is not a directory was moved in
          C  a name that is not a directory was created
          F  a name that is not a directory was moved away
          D  a name that is not a directory was deleted
          N  a directory appeared or came back; it is watched now, and to be scanned with all below it
          M  a directory was moved in from elsewhere as a whole; likewise
          G  a directory is gone, with all below it
          O  events were lost; all watches were set anew, as with R; everything is to be scanned (no path)
          S  all watches were set anew for another reason; likewise (no path)
          E  an error, told in words where the other kinds have a path
          A  nothing, but the program is alive: at least every 5 seconds there is some record (no path)

        An empty path in N or G is DIRECTORY itself. What precedes R is told by scanning after R.

        Options:
          --depth N   how many levels below DIRECTORY are watched, 0 to 64
          --help      print this text
          --version   print the version

        Exit status: 0 when the reader has gone or SIGTERM or SIGINT came, 1 when watching or writing is
        impossible, 2 for a wrong command line.

        Example:
          ocrspool-watch /var/spool/ocrspool/inbox | tr '\\0' '\\n'

        """
}
