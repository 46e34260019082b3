internal import LinuxSupport

/// Whether the watcher, which writes something at least every 5 s, is still heard of.
///
/// Silence is counted in looks, each of which comes 5 s after the last, and not in time: a worker that was stopped itself,
/// or was busy, must not blame the watcher, whose records then wait in the pipe.
struct WatcherPulse {
    static let interval: Duration = .seconds(5)
    /// After so many looks in vain, 30 s, the watcher is no longer relied on.
    static let mostMissed = 6
    /// After so many, two minutes, another is started in its place.
    static let hopeless = 24

    private(set) var missed = 0
    private(set) var nextLook: MonotonicInstant
    private var isHeard = true

    init(at now: MonotonicInstant) { nextLook = now + Self.interval }

    /// Something was read.
    mutating func hear() {
        isHeard = true
        missed = 0
    }

    /// To be called at `nextLook` or later.
    mutating func look(at now: MonotonicInstant) {
        guard nextLook <= now else { return }
        if !isHeard { missed += 1 }
        isHeard = false
        nextLook = now + Self.interval
    }
}
