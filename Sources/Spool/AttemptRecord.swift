package import LinuxSupport
package import StrictJSON

/// One try of a job, kept on disk from before it starts.
package struct AttemptRecord: Hashable, Sendable {
    package var startedAt: Timestamp
    /// `nil` while it runs, and for ever if the worker died with it.
    package var endedAt: Timestamp?
    package var code: JobFailure.Code?
    package var message: String?
    /// Of the recognizer process, if it ended by itself.
    package var exitStatus: Int?
    /// That ended the recognizer process.
    package var signal: Int?
    /// The end of what the recognizer process wrote to standard error; at most 4 KiB.
    package var lastStderr: String?

    package init(
        startedAt: Timestamp, endedAt: Timestamp? = nil, code: JobFailure.Code? = nil, message: String? = nil,
        exitStatus: Int? = nil, signal: Int? = nil, lastStderr: String? = nil
    ) {
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.code = code
        self.message = message
        self.exitStatus = exitStatus
        self.signal = signal
        self.lastStderr = lastStderr
    }

    /// Whether the worker went away before the attempt had an end.
    package var wasInterrupted: Bool { endedAt == nil }
}

extension AttemptRecord {
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("startedAt")
            writer.int(Int(startedAt.milliseconds))
            writer.optionalInt("endedAt", endedAt.map { Int($0.milliseconds) })
            writer.optionalString("code", code?.rawValue)
            writer.optionalString("message", message)
            writer.optionalInt("exitStatus", exitStatus)
            writer.optionalInt("signal", signal)
            writer.optionalString("lastStderr", lastStderr)
        }
    }

    init?(_ value: JSONValue) {
        guard let startedAt = value["startedAt"]?.int else { return nil }
        self.init(
            startedAt: Timestamp(milliseconds: Int64(startedAt)),
            endedAt: value["endedAt"]?.int.map { Timestamp(milliseconds: Int64($0)) },
            code: value["code"]?.string.flatMap(JobFailure.Code.init(rawValue:)),
            message: value["message"]?.string,
            exitStatus: value["exitStatus"]?.int,
            signal: value["signal"]?.int,
            lastStderr: value["lastStderr"]?.string)
    }
}

extension JSONWriter {
    mutating func optionalInt(_ key: String, _ value: Int?) {
        guard let value else { return }
        self.key(key)
        int(value)
    }

    mutating func optionalString(_ key: String, _ value: String?) {
        guard let value else { return }
        self.key(key)
        string(value)
    }
}

extension JSONValue {
    subscript(key: String) -> JSONValue? {
        guard case .object(let object) = content else { return nil }
        return object[key]
    }

    var int: Int? {
        guard case .number(let number) = content else { return nil }
        return number.int
    }

    var string: String? {
        guard case .string(let string) = content else { return nil }
        return string
    }

    var array: [JSONValue]? {
        guard case .array(let elements) = content else { return nil }
        return elements
    }
}
