import Foundation
import Glibc

/// What is needed to start a child program once, by `posix_spawnp`.
struct Spawning {
    let executable: String
    let arguments: [[UInt8]]
    let environment: [String: String]
    let directory: String?

    /// - Parameters: the descriptors that become its standard output and error.
    /// - Returns: the process, leader of its own group, with default signal handling, no signal blocked.
    func start(output: Int32, errors: Int32) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // Tests run on threads that block most signals, and a child inherits that.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        let words = unsafe CStrings(self.words)
        let settings = unsafe CStrings(self.settings)
        defer {
            unsafe words.free()
            unsafe settings.free()
        }
        var processID: pid_t = 0
        let code = unsafe posix_spawnp(
            &processID, directory == nil ? executable : "env", &actions, &attributes, words.pointers, settings.pointers)
        guard code == 0 else {
            errno = code
            throw SetUpError("posix_spawn", executable)
        }
        return processID
    }

    /// The program's name and arguments, after `env -C` where a working directory is asked for.
    private var words: [[UInt8]] {
        let command = directory.map { ["env", "-C", $0, executable] } ?? [executable]
        return command.map { Array($0.utf8) } + arguments
    }

    /// The environment of the tests with the additions.
    private var settings: [[UInt8]] {
        ProcessInfo.processInfo.environment.merging(environment) { _, added in added }
            .map { Array("\($0.key)=\($0.value)".utf8) }
    }
}

/// An array of C strings ended by a null pointer, as `exec` takes it.
@unsafe private struct CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [[UInt8]]) {
        unsafe pointers = strings.map { unsafe strdup($0.map { CChar(bitPattern: $0) } + [0]) } + [nil]
    }

    func free() { for index in unsafe pointers.indices { unsafe Glibc.free(pointers[index]) } }
}
