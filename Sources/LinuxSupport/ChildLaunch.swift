internal import Glibc

/// What a child process is started with; it gets nothing else.
package struct ChildLaunch: Hashable, Sendable {
    /// A descriptor of this process that becomes one of the child.
    package struct DescriptorMapping: Hashable, Sendable {
        /// Open here; need not survive an exec.
        package let source: Int32
        /// Its number there.
        package let target: Int32

        /// - Parameters:
        ///   - source: A descriptor of this process, which stays its own.
        ///   - target: A number that no other mapping has.
        package init(_ source: Int32, as target: Int32) {
            self.source = source
            self.target = target
        }
    }

    /// Limits of the kernel (setrlimit(2)), for the soft and the hard value alike; `nil` leaves what this process has.
    package struct Limits: Hashable, Sendable {
        /// Address space in bytes (RLIMIT_AS).
        package var addressSpace: UInt64?
        /// Size of a core file in bytes (RLIMIT_CORE); 0 writes none, so no document is left on a disk.
        package var core: UInt64? = 0
        /// Processor time in seconds (RLIMIT_CPU).
        package var processorSeconds: UInt64?
        /// Size in bytes to which a file can be written (RLIMIT_FSIZE); memory files count too.
        package var fileSize: UInt64?
        /// Descriptors (RLIMIT_NOFILE).
        package var descriptors: UInt64?

        /// No core file; everything else as in this process.
        package init() {}

        var entries: [(resource: Int32, value: UInt64)] {
            [
                (Int32(RLIMIT_AS.rawValue), addressSpace), (Int32(RLIMIT_CORE.rawValue), core),
                (Int32(RLIMIT_CPU.rawValue), processorSeconds), (Int32(RLIMIT_FSIZE.rawValue), fileSize),
                (Int32(RLIMIT_NOFILE.rawValue), descriptors),
            ].compactMap { resource, value in value.map { (resource, $0) } }
        }
    }

    /// Path of the program; not searched for.
    package var executable: String
    /// All of argv, the program's own name first.
    package var arguments: [String]
    /// All of the environment, as `NAME=value`.
    package var environment: [String]
    /// Of 0, 1 and 2, those without a mapping become /dev/null.
    package var descriptors: [DescriptorMapping]
    /// Working directory; `nil` keeps that of this process.
    package var directory: String?
    /// Applied just before the program starts.
    package var limits: Limits

    /// An empty environment, `/` as the directory and no core file unless said otherwise.
    package init(
        executable: String, arguments: [String], environment: [String] = [],
        descriptors: [DescriptorMapping] = [], directory: String? = "/", limits: Limits = Limits()
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.descriptors = descriptors
        self.directory = directory
        self.limits = limits
    }
}
