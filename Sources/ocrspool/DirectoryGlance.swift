internal import LinuxSupport

/// Tells whether a directory has to be listed again, by its times.
///
/// A clock of a file system may stand still for up to two seconds (FAT), so that a change just after a list need not show;
/// and one over the network may show late. So a directory is also listed again when it had changed within two seconds
/// before its list, and at least every five seconds.
struct DirectoryGlance {
    private static let coarsestClock: Int64 = 2_000_000_000
    private static let longest = Duration.seconds(5)

    private var status: FileStatus?
    private var listedAt: MonotonicInstant?
    private var wasFresh = false

    /// Notes that the directory is listed now if it has to be.
    /// - Parameter current: what the directory is now; `nil` if it is not there.
    mutating func isDue(_ current: FileStatus?, isForced: Bool) -> Bool {
        let now = MonotonicInstant.now
        defer { status = current }
        guard let current else {
            listedAt = nil
            return false
        }
        let isKnown = listedAt.map { now < $0 + Self.longest } ?? false
        let isSame = status.map { $0.isSameFile(as: current) && $0.modified == current.modified } ?? false
        if isKnown, isSame, !wasFresh, !isForced { return false }
        listedAt = now
        let clock = Timestamp.now.unixMilliseconds * 1_000_000
        wasFresh = current.modified > clock - Self.coarsestClock
        return true
    }
}
