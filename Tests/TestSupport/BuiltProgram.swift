import Glibc

/// Where the package's own programs are, as built for this test run.
package enum BuiltProgram {
    /// The absolute path of the program `name`, e.g. `ocrspool-watch`.
    ///
    /// It is in the directory that the environment names in `OCRSPOOL_TEST_BINARIES` (relative to the working
    /// directory, e.g. `.build/release`), else beside the test program itself. Absolute, because tests start programs
    /// in directories of their own.
    package static func path(_ name: String) -> String {
        if let directory = unsafe getenv("OCRSPOOL_TEST_BINARIES") {
            return resolved(unsafe String(cString: directory)) + "/" + name
        }
        let names = resolved("/proc/self/exe").split(separator: "/", omittingEmptySubsequences: false)
        return names.dropLast().joined(separator: "/") + "/" + name
    }

    private static func resolved(_ path: String) -> String {
        let absolute = unsafe realpath(path, nil)
        defer { unsafe free(absolute) }
        guard let absolute = unsafe absolute else { preconditionFailure("\(path) is not there") }
        return unsafe String(cString: absolute)
    }
}
