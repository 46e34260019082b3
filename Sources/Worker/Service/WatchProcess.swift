internal import LinuxSupport

/// The `ocrspool-watch` process of a worker, and the events that it writes. Used by the intake loop's thread, which
/// must outlive it.
///
/// Its events are hints. When it ends it is started again, at growing intervals; meanwhile the inbox is polled.
final class WatchProcess {
    /// One record of the pipe.
    struct Event: Hashable {
        enum Kind: UInt8 {
            case ready = 0x52  // R
            case closed = 0x57  // W
            case movedIn = 0x54  // T
            case created = 0x43  // C
            case movedAway = 0x46  // F
            case deleted = 0x44  // D
            case folderAppeared = 0x4E  // N
            case folderMovedIn = 0x4D  // M
            case folderGone = 0x47  // G
            /// It is alive, though nothing happens.
            case alive = 0x41  // A
            case overflow = 0x4F  // O
            case watchedAnew = 0x53  // S
            case error = 0x45  // E
        }

        var kind: Kind
        /// A path below the inbox, or the text of an error.
        var bytes: [UInt8]
    }

    enum Reading {
        case events([Event])
        /// It has ended, with this word on how.
        case ended(String)
    }

    private let program: String
    private let directory: String
    private var process: ChildProcess?
    private var pipe: Pipe?
    private var buffer: [UInt8] = []
    private var failures = 0
    private var readyAt = MonotonicInstant.never
    /// One that was ready for so long counts as sound, and what was before is forgotten.
    private static let provenAfter: Duration = .seconds(60)
    /// When it may be started again.
    private(set) var mayStartAt = MonotonicInstant(nanoseconds: 0)

    /// A record longer than this is none of ours: a path has at most 4,096 bytes.
    private static let longestRecord = 64 * 1024

    init(program: String, directory: String) {
        self.program = program
        self.directory = directory
    }

    var isRunning: Bool { process != nil }
    /// To poll for reading while it runs.
    var rawValue: Int32? { pipe?.readingRawValue }
    var processID: Int32? { process?.processID }

    func start() throws(SystemCallError) {
        if readyAt + Self.provenAfter <= .now { failures = 0 }
        readyAt = .never
        mayStartAt = .now + Self.delay(afterFailures: failures)
        failures += 1
        let pipe = try Pipe()
        process = try ChildProcess(
            ChildLaunch(
                executable: program, arguments: ["ocrspool-watch", "--depth", "8", directory],
                environment: ["LC_ALL=C.UTF-8", "SWIFT_BACKTRACE=enable=no"],
                descriptors: [.init(pipe.writingRawValue, as: 1), .init(2, as: 2)], directory: nil))
        pipe.closeWritingEnd()
        self.pipe = pipe
        buffer = []
    }

    /// All events that can be read without waiting.
    func read() throws(SystemCallError) -> Reading {
        guard let pipe else { return .ended("it was not running") }
        switch try pipe.read() {
        case .nothing: return .events([])
        case .ended: return .ended(stop())
        case .bytes(let bytes):
            buffer += bytes
            guard let events = takeEvents() else {
                stop()
                return .ended("it sent something that is no event")
            }
            if events.contains(where: { $0.kind == .ready }) { readyAt = .now }
            return .events(events)
        }
    }

    /// Ends it, and says how it ended.
    @discardableResult
    func stop() -> String {
        defer {
            process = nil
            pipe = nil
        }
        guard let process else { return "" }
        let status: ExitStatus? = (try? process.reap()) ?? (try? process.killAndReap())
        return status.map { "it \($0.description)" } ?? "nobody knows how"
    }

    /// `nil` if the stream makes no sense.
    private func takeEvents() -> [Event]? {
        var events: [Event] = []
        var rest = buffer[...]
        while let end = rest.firstIndex(of: 0) {
            guard let first = rest.first, let kind = Event.Kind(rawValue: first) else { return nil }
            events.append(Event(kind: kind, bytes: Array(rest[rest.startIndex + 1..<end])))
            rest = rest[(end + 1)...]
        }
        buffer = Array(rest)
        return buffer.count <= Self.longestRecord ? events : nil
    }

    /// 1, 2, 4 … 60 s.
    static func delay(afterFailures failures: Int) -> Duration {
        .seconds(min(60, 1 << min(failures, 6)))
    }
}
