import Glibc
import Testing

/// Counts how often files are opened, by whomsoever, from now on.
final class Openings {
    private let descriptor: Int32

    init(of paths: [String]) throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        try #require(descriptor >= 0)
        for path in paths {
            try #require(unsafe inotify_add_watch(descriptor, path, UInt32(IN_OPEN)) >= 0, "\(path)")
        }
    }

    deinit { close(descriptor) }

    /// Openings since the last call. Events of single files have no names, so all are of one size.
    var count: Int {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let length = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        return max(0, length) / MemoryLayout<inotify_event>.size
    }
}
