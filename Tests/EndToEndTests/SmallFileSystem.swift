import Glibc
import TestSupport
import Testing

/// A file system in memory of a given size, which belongs to the unprivileged user. Only the superuser can mount it.
final class SmallFileSystem: Sendable {
    /// Whether the tests may mount, found out by doing. A superuser in a container may not.
    static let isPossible: Bool = {
        guard UnprivilegedUser.isAnother, let directory = try? TemporaryDirectory(),
            let probe = try? SmallFileSystem(at: directory.path, bytes: 65_536)
        else { return false }
        probe.unmount()
        return true
    }()

    private let path: String

    /// Mounts it over the directory `path`.
    init(at path: String, bytes: Int) throws {
        self.path = path
        try #require(unsafe mount("ocrspool-test", path, "tmpfs", 0, "size=\(bytes),mode=0755") == 0, "\(path)")
        try UnprivilegedUser.takeOver(path)
    }

    /// Takes it away, at once if nobody uses it, else when the last one ends.
    func unmount() { unsafe _ = umount2(path, Int32(MNT_DETACH)) }
}
