internal import LinuxSupport

/// A line on a terminal that is written over and over, on standard error; nothing where that is no terminal.
///
/// It comes after half a second, so that short work shows none, and changes ten times a second at most. Whoever writes
/// anything else takes it away first.
final class ProgressLine {
    private static let patience = Duration.milliseconds(500)
    private static let interval = Duration.milliseconds(100)

    let start = MonotonicInstant.now
    let isShown = ThisProcess.isTerminal(2)
    private var next: MonotonicInstant
    private var isThere = false

    init() { next = start + Self.patience }

    /// Shows what `text` gives, unless it is too early.
    func show(_ text: () -> String) {
        guard isShown, MonotonicInstant.now >= next else { return }
        next = .now + Self.interval
        // A line that is broken could not be taken away.
        StandardError.write(Array("\r\(String(text().prefix(78)))\u{1B}[K".utf8))
        isThere = true
    }

    /// Takes the line away; the next `show` brings it back.
    func clear() {
        if isThere { StandardError.write(Array("\r\u{1B}[K".utf8)) }
        isThere = false
    }

    /// Since the start, as `1:02` or `1:02:03`.
    var elapsed: String { Self.clock(start.duration(to: .now)) }

    static func clock(_ duration: Duration) -> String {
        let seconds = duration.components.seconds
        let (hours, rest) = seconds.quotientAndRemainder(dividingBy: 3600)
        let (minutes, left) = rest.quotientAndRemainder(dividingBy: 60)
        let tail = (left < 10 ? ":0" : ":") + "\(left)"
        return hours > 0 ? "\(hours):\(minutes < 10 ? "0" : "")\(minutes)\(tail)" : "\(minutes)\(tail)"
    }

    /// `count` a second, since the start, as `12.3/s`.
    func rate(_ count: Int) -> String { "\(Self.tenths(count, over: start.duration(to: .now)))/s" }

    /// `count` per second of `duration`, with one digit after the point.
    static func tenths(_ count: Int, over duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
        let tenths = count * 10_000 / milliseconds
        return "\(tenths / 10).\(tenths % 10)"
    }
}
