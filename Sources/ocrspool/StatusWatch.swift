internal import Glibc
internal import LinuxSupport
internal import Spool
internal import StrictJSON

/// Shows the status again and again: on a terminal in the same place, else one after the other.
struct StatusWatch {
    private let spool: Spool
    private let interval: Duration
    private let asJSON: Bool
    private let signals: SignalDescriptor

    init(_ spool: Spool, interval: Duration, asJSON: Bool) throws(CommandError) {
        self.spool = spool
        self.interval = interval
        self.asJSON = asJSON
        signals = try calling { () throws(SystemCallError) in try SignalDescriptor([SIGINT, SIGTERM, SIGHUP]) }
    }

    /// Until a signal asks for the end, or nobody reads any more.
    func run() throws(CommandError) {
        let terminal = asJSON || !ThisProcess.isTerminal(1) ? nil : TerminalSize.of(1)
        if terminal != nil { try Output.text("\u{1B}[2J") }
        var isFirst = true
        while true {
            let next = MonotonicInstant.now + interval
            let summary = try StatusSummary(spool)
            if asJSON {
                try Output.json { summary.write(to: &$0) }
            } else if terminal != nil {
                // Asked anew: a window's size changes.
                try Output.text(Self.screen(summary.text, TerminalSize.of(1)))
            } else {
                try Output.text((isFirst ? "" : "\n") + "\(Timestamp.now)\n" + summary.text)
            }
            isFirst = false
            let isAsked = try calling { () throws(SystemCallError) in
                try Poller.wait(for: [Poller.Interest(signals.rawValue)], until: next)[0]
            }
            if isAsked { return }
        }
    }

    /// `text` from the upper left corner on, over what stood there. What does not fit is left out, for a line that wraps
    /// or scrolls would shift all that follows. The cursor is left below it, and nothing need be restored.
    static func screen(_ text: String, _ size: TerminalSize?) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        if let size {
            lines = lines.prefix(max(1, size.rows - 1)).map { String($0.prefix(size.columns - 1)) }
        }
        return "\u{1B}[H" + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J"
    }
}
