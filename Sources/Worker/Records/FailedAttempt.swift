package import LinuxSupport
package import Spool
internal import StrictJSON

/// One try at a job, as its error record tells it.
package struct FailedAttempt: Hashable, Sendable {
    /// The last bytes of standard error are the ones that tell; so many are kept.
    private static let stderrLength = 4096

    package var startedAt: Timestamp
    /// `nil` when the worker died with it.
    package var endedAt: Timestamp?
    package var code: JobFailure.Code
    /// One sentence; no document text.
    package var message: String
    /// Of the child, if it ended by itself.
    package var exitStatus: Int?
    /// That ended the child, if one did.
    package var signal: Int?
    /// What the child said last, valid UTF-8 without NUL.
    package let lastStderr: String

    /// - Parameter standardError: All or the end of what the child wrote; the last 4 KiB are kept.
    package init(
        startedAt: Timestamp, endedAt: Timestamp?, code: JobFailure.Code, message: String, exitStatus: Int? = nil,
        signal: Int? = nil, standardError: [UInt8] = []
    ) {
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.code = code
        self.message = message
        self.exitStatus = exitStatus
        self.signal = signal
        // A scalar cut at the front would begin with continuation bytes.
        let tail = standardError.suffix(Self.stderrLength)
        lastStderr = String(recording: tail.count < standardError.count ? tail.drop { $0 & 0xC0 == 0x80 } : tail)
    }

    func write(into writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("startedAt", startedAt.description)
            writer.member("endedAt", endedAt?.description)
            writer.member("code", code.rawValue)
            writer.member("message", message)
            writer.member("exitStatus", exitStatus)
            writer.member("signal", signal)
            writer.member("lastStderr", lastStderr)
        }
    }

    /// - Precondition: `value` follows the schema; `nil` when it does not, or a date does not exist.
    init?(validated value: JSONValue) {
        guard let startedAt = value["startedAt"]?.string.flatMap(Timestamp.init),
            let code = value["code"]?.string.flatMap(JobFailure.Code.init), let message = value["message"]?.string,
            let lastStderr = value["lastStderr"]?.string
        else { return nil }
        let endedAt = value["endedAt"]?.string.map(Timestamp.init)
        if let endedAt, endedAt == nil { return nil }
        self.startedAt = startedAt
        self.endedAt = endedAt ?? nil
        self.code = code
        self.message = message
        exitStatus = value["exitStatus"]?.int
        signal = value["signal"]?.int
        self.lastStderr = lastStderr
    }
}
