import Glibc

/// Where the package's own programs are, as built for this test run.
package enum BuiltProgram {
    /// The path of the program `name`, e.g. `ocrspool-watch`.
    ///
    /// It is in the directory that the environment names in `OCRSPOOL_TEST_BINARIES` (relative to the working
    /// directory, e.g. `.build/release`), else beside the test program itself.
    package static func path(_ name: String) -> String {
        if let directory = unsafe getenv("OCRSPOOL_TEST_BINARIES") {
            return unsafe String(cString: directory) + "/" + name
        }
        let own = unsafe realpath("/proc/self/exe", nil)
        defer { unsafe free(own) }
        guard let own = unsafe own else { preconditionFailure("/proc is not mounted") }
        let names = unsafe String(cString: own).split(separator: "/", omittingEmptySubsequences: false)
        return names.dropLast().joined(separator: "/") + "/" + name
    }
}
