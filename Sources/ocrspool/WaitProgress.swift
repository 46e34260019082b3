internal import LinuxSupport

/// A line on a terminal that says how long one has been waiting.
struct WaitProgress {
    private let text: String
    private let start = MonotonicInstant.now
    private let isShown = ThisProcess.isTerminal(2)
    private var seconds: Int64 = 0

    init(_ text: String) { self.text = text }

    mutating func tick() {
        let now = start.duration(to: .now).components.seconds
        guard isShown, now > seconds else { return }
        seconds = now
        StandardError.write(Array("\r\(text), \(now) s\u{1B}[K".utf8))
    }

    /// Takes the line away.
    mutating func end() {
        if seconds > 0 { StandardError.write(Array("\r\u{1B}[K".utf8)) }
        seconds = 0
    }
}
