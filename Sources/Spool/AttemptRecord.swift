package import LinuxSupport
internal import StrictJSON

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
            writer.int(Int(startedAt.unixMilliseconds))
            writer.key("endedAt")
            writer.int(endedAt.map { Int($0.unixMilliseconds) })
            writer.key("code")
            writer.string(code?.rawValue)
            writer.key("message")
            writer.string(message)
            writer.key("exitStatus")
            writer.int(exitStatus)
            writer.key("signal")
            writer.int(signal)
            writer.key("lastStderr")
            writer.string(lastStderr)
        }
    }

    init?(_ value: JSONValue) {
        guard let startedAt = value["startedAt"]?.int else { return nil }
        self.init(
            startedAt: Timestamp(unixMilliseconds: Int64(startedAt)),
            endedAt: value["endedAt"]?.int.map { Timestamp(unixMilliseconds: Int64($0)) },
            code: value["code"]?.string.flatMap(JobFailure.Code.init(rawValue:)),
            message: value["message"]?.string,
            exitStatus: value["exitStatus"]?.int,
            signal: value["signal"]?.int,
            lastStderr: value["lastStderr"]?.string)
    }
}
