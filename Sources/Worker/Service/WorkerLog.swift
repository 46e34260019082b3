internal import LinuxSupport
internal import Spool
internal import StrictJSON
internal import Synchronization

/// The worker's log on standard error: one line an event, written whole and at once.
///
/// People get a readable line, programs one JSON object. Names are escaped in both, so that nothing in them can end a
/// line or move a cursor. Document text is never logged.
package final class WorkerLog: Sendable {
    /// By syslog's numbers (RFC 5424, 6.2.1), which journald understands.
    package enum Level: Int, CaseIterable, Comparable, Sendable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
        case debug = 7

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

        package var name: String {
            switch self {
            case .error: "error"
            case .warning: "warning"
            case .notice: "notice"
            case .info: "info"
            case .debug: "debug"
            }
        }

        package init(_ level: Configuration.LogLevel) {
            self =
                switch level {
                case .error: .error
                case .warning: .warning
                case .notice: .notice
                case .info: .info
                case .debug: .debug
                }
        }
    }

    /// A fact beside the message. Values are escaped when the line is made.
    package typealias Field = (key: String, value: String)

    private let writesJSON: Bool
    private let prefixesPriority: Bool
    private let level: Level
    private let write: @Sendable ([UInt8]) -> Void
    private let line = Mutex(())

    /// - Parameters:
    ///   - isTerminal: whether standard error is one.
    ///   - isJournal: whether it leads to journald, which takes the priority from `<N>` before the line.
    ///   - write: takes a whole line.
    package init(
        format: Configuration.LogFormat, level: Level, isTerminal: Bool, isJournal: Bool,
        write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        writesJSON =
            switch format {
            case .auto: !isTerminal
            case .human: false
            case .json: true
            }
        prefixesPriority = isJournal
        self.level = level
        self.write = write
    }

    package func error(_ message: String, _ fields: Field...) { log(.error, message, fields) }
    package func warning(_ message: String, _ fields: Field...) { log(.warning, message, fields) }
    package func notice(_ message: String, _ fields: Field...) { log(.notice, message, fields) }
    package func info(_ message: String, _ fields: Field...) { log(.info, message, fields) }
    package func debug(_ message: String, _ fields: Field...) { log(.debug, message, fields) }

    private func log(_ level: Level, _ message: String, _ fields: [Field]) {
        guard level <= self.level else { return }
        let time = Timestamp.now
        var text = prefixesPriority ? Array("<\(level.rawValue)>".utf8) : []
        text += writesJSON ? json(time, level, message, fields) : human(time, level, message, fields)
        text.append(0x0A)
        line.withLock { _ in write(text) }
    }

    private func json(_ time: Timestamp, _ level: Level, _ message: String, _ fields: [Field]) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("time", time.description)
            writer.member("level", level.name)
            writer.member("message", DisplayText.escaped(message, limit: 2000))
            for field in fields { writer.member(field.key, DisplayText.escaped(field.value)) }
        }
        return writer.bytes
    }

    private func human(_ time: Timestamp, _ level: Level, _ message: String, _ fields: [Field]) -> [UInt8] {
        let name = level.name + String(repeating: " ", count: 8 - level.name.utf8.count)
        let facts = fields.map { " \($0.key)=\(Self.quoted(DisplayText.escaped($0.value)))" }.joined()
        return Array("\(time) \(name)\(DisplayText.escaped(message, limit: 2000))\(facts)".utf8)
    }

    private static func quoted(_ value: String) -> String {
        value.isEmpty || value.contains(" ") || value.contains("\"") ? "\"\(value)\"" : value
    }
}

extension ClaimedJob {
    /// The fields that name a job in every line about it.
    var logFields: (WorkerLog.Field, WorkerLog.Field) { (("job", id.rawValue), ("path", path.string)) }
}
