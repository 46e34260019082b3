import CLeptonica
import Synchronization

/// Leptonica's complaints, kept in memory instead of on stderr so that the last one can explain a failure.
enum LeptonicaMessages {
    private static let last = Mutex("")

    private static let isInstalled: Bool = {
        unsafe leptSetStderrHandler { text in
            guard let text = unsafe text else { return }
            let line = unsafe String(cString: text).split(separator: "\n").first.map(String.init) ?? ""
            // The innermost function speaks first and knows the cause; the callers only repeat that it failed.
            LeptonicaMessages.last.withLock { if $0.isEmpty { $0 = String(line.prefix(200)) } }
        }
        return true
    }()

    /// Takes over the handler, once a process, and forgets what was said before.
    static func listen() {
        precondition(isInstalled)
        last.withLock { $0 = "" }
    }

    /// The cause of the failure since `listen()`, e.g. `invalid distance too far back`; a plain word without one.
    static func cause() -> String {
        let line = last.withLock { $0 }
        guard let colon = line.firstRange(of: ": ") else { return line.isEmpty ? "the decoder gave up" : line }
        return String(line[colon.upperBound...])
    }
}
