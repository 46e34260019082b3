import Glibc

/// The user that runs the programs under test: the one that runs the tests, or `nobody` when that is the superuser.
///
/// The worker refuses to run as root, and root is not held up by permissions; so tests that need either must be run by
/// somebody else. What such a test makes has to be given to that user.
package enum UnprivilegedUser {
    /// Whether the tests are run by the superuser, so that another user has to be taken.
    package static let isAnother = geteuid() == 0

    private static let number: UInt32 = 65_534

    /// The words of a command that runs `words` as the user.
    package static func command(_ words: [String]) -> [String] {
        guard isAnother else { return words }
        return ["setpriv", "--reuid=\(number)", "--regid=\(number)", "--clear-groups", "--"] + words
    }

    /// Gives `path` to the user; a link itself, not what it leads to.
    package static func takeOver(_ path: [UInt8]) throws {
        guard isAnother else { return }
        let path = path.map { CChar(bitPattern: $0) } + [0]
        guard unsafe lchown(path, number, number) == 0 else { throw SetUpError("lchown", "") }
    }

    package static func takeOver(_ path: String) throws { try takeOver(Array(path.utf8)) }

    /// The path of the package's program `name`, at a place where the user can run it.
    ///
    /// The build directory may lie in a home that is closed to others, so another user gets copies, removed with the
    /// test program's end.
    package static func program(_ name: String) throws -> String {
        isAnother ? try ProgramCopies.shared.get().path(name) : BuiltProgram.path(name)
    }
}

private struct ProgramCopies {
    static let shared = Result { try ProgramCopies() }

    private let directory: TemporaryDirectory

    private init() throws {
        directory = try TemporaryDirectory()
        try directory.setMode(0o755, of: "")
        for name in ["ocrspool", "ocrspool-watch"] {
            try directory.copy(from: BuiltProgram.path(name), to: name)
            try directory.setMode(0o755, of: name)
        }
        // Static values are never released.
        atexit {
            guard case .success(let copies) = ProgramCopies.shared else { return }
            for name in (try? copies.directory.names()) ?? [] { copies.directory.remove(name) }
            unsafe rmdir(copies.directory.path)
        }
    }

    func path(_ name: String) -> String { directory.path(name) }
}
