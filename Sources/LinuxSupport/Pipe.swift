internal import CLinux

/// A pipe to another process: this one reads without blocking, the other one writes as it likes (pipe2(2)).
package final class Pipe {
    private let reading: FileDescriptor
    private var writing: FileDescriptor?

    /// - Throws: EMFILE, ENFILE.
    package init() throws(SystemCallError) {
        var ends: [Int32] = [-1, -1]
        if unsafe linux_pipe(&ends) != 0 { throw SystemCallError.last("pipe2") }
        reading = FileDescriptor(taking: ends[0])
        writing = FileDescriptor(taking: ends[1])
    }

    /// To poll for reading.
    package var readingRawValue: Int32 { reading.rawValue }

    /// The end for the other process; must not be asked for after `closeWritingEnd`.
    package var writingRawValue: Int32 {
        guard let raw = writing?.rawValue else { preconditionFailure("the writing end is closed") }
        return raw
    }

    /// Done as soon as the other process has its own copy, or the end of file would never come.
    package func closeWritingEnd() {
        writing = nil
    }

    /// What reading without waiting found.
    package enum Reading: Hashable, Sendable {
        case bytes([UInt8])
        /// Nothing now; a writer still exists.
        case nothing
        /// No writer is left, and everything has been read.
        case ended
    }

    /// Reads once, at most 64 KiB.
    package func read() throws(SystemCallError) -> Reading {
        try reading.readAvailable(limit: 64 * 1024)
    }
}
