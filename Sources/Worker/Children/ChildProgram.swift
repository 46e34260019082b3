package import LinuxSupport

/// The program that recognizes, and the limits that it gets.
package struct ChildProgram: Hashable, Sendable {
    /// Number of the child's descriptor with its end of the socket.
    package static let socketNumber: Int32 = 3

    /// This very binary, even if its file was replaced meanwhile.
    package var executable = "/proc/self/exe"
    /// All of argv; the second one chooses the hidden subcommand.
    package var arguments = ["ocrspool", "recognizer-child"]
    /// Pixels of the largest page that may be decoded.
    package var pixelLimit: Int

    /// - Parameter pixelLimit: `ImageLimits.pixels`; at least 1.
    package init(pixelLimit: Int) {
        self.pixelLimit = pixelLimit
    }

    /// Bytes of address space: 8 for each pixel that may be decoded, and 1 GiB for program, libraries and models.
    package var addressSpace: UInt64 { UInt64(pixelLimit) * 8 + 1 << 30 }

    /// All that a child has: one socket, a pipe for standard error, three variables and a root directory.
    package func launch(socket: Int32, standardError: Int32) -> ChildLaunch {
        var limits = ChildLaunch.Limits()
        limits.addressSpace = addressSpace
        limits.core = 0
        // It writes no files; memory files, sockets and pipes are no concern of these two.
        limits.fileSize = 0
        limits.descriptors = 64
        return ChildLaunch(
            executable: executable, arguments: arguments, environment: Self.environment,
            descriptors: [.init(standardError, as: 2), .init(socket, as: Self.socketNumber)], directory: "/",
            limits: limits)
    }

    /// libgomp reads OMP_THREAD_LIMIT only when it is loaded, so it must be there from the start. The backtracer would
    /// start a process of its own and take seconds over each crash.
    private static let environment = ["LC_ALL=C.UTF-8", "OMP_THREAD_LIMIT=1", "SWIFT_BACKTRACE=enable=no"]
}
