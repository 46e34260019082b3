internal import LinuxSupport

/// How many images of a call have come how far, and how the call is to end.
struct SubmissionTally {
    /// Put into the inbox.
    var submitted = 0
    /// Could not be put into the inbox.
    var refused = 0
    var passedOver = 0
    var done = 0
    var failed = 0
    var vanished = 0
    /// Bytes that were put into the inbox.
    var bytes = 0
    private(set) var code = ExitCode.success

    var isAnswered: Bool { submitted == done + failed + vanished }
    var answered: Int { done + failed + vanished }

    /// The worst outcome decides.
    mutating func note(_ code: ExitCode) {
        if Self.rank(code) > Self.rank(self.code) { self.code = code }
    }

    /// First what keeps all images from being read, then what keeps one; then what came of it.
    private static func rank(_ code: ExitCode) -> Int {
        switch code {
        case .success: 0
        case .notYet: 1
        case .unknownName: 2
        case .failed: 3
        case .drainedWithFailures: 4
        case .nameTaken: 5
        case .noInput: 6
        case .usage: 7
        case .configuration: 8
        case .unavailable: 9
        case .ioError: 10
        }
    }

    /// While images are being put into the inbox.
    func submitting(_ line: ProgressLine) -> String {
        let trouble = refused > 0 ? ", \(refused) refused" : ""
        return "\(submitted) submitted\(trouble), \(Self.megabytes(bytes)) MB, \(line.elapsed), \(line.rate(submitted))"
    }

    /// While outcomes are waited for.
    func waiting(_ line: ProgressLine) -> String {
        let width = 20
        let filled = submitted == 0 ? 0 : answered * width / submitted
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
        let trouble = failed > 0 ? ", \(failed) failed" : ""
        return "[\(bar)] \(done) done\(trouble) of \(submitted), \(line.elapsed), \(line.rate(answered))"
    }

    /// The sentence at the end; counts that are 0 are left out, but for the first.
    func summary(waited: Bool, _ duration: Duration) -> String {
        var parts: [String] = []
        if waited {
            parts.append("\(done) done")
            if failed > 0 { parts.append("\(failed) failed") }
            if vanished > 0 { parts.append("\(vanished) without a trace") }
            if !isAnswered { parts.append("\(submitted - answered) without an outcome yet") }
        } else {
            parts.append("\(submitted) submitted")
        }
        if refused > 0 { parts.append("\(refused) refused") }
        if passedOver > 0 { parts.append("\(passedOver) passed over") }
        let rate = ProgressLine.tenths(waited ? answered : submitted, over: duration)
        return parts.joined(separator: ", ") + ", in \(ProgressLine.clock(duration)) (\(rate) a second)"
    }

    private static func megabytes(_ bytes: Int) -> String { "\(bytes / 1_000_000).\(bytes / 100_000 % 10)" }
}
