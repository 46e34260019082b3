internal import Glibc
package import LinuxSupport
internal import StrictJSON

extension ClaimedJob {
    /// All attempts of this life of the job, first one first.
    package func attempts() throws(SystemCallError) -> [AttemptRecord] {
        try Self.attempts(in: directory, receivedAt: record.receivedAt)
    }

    static func attempts(
        in directory: DirectoryHandle, receivedAt: Timestamp
    ) throws(SystemCallError) -> [AttemptRecord] {
        var numbered: [(number: Int, record: AttemptRecord)] = []
        for name in try directory.entries() {
            guard let number = attemptNumber(name) else { continue }
            let bytes: [UInt8]
            do { bytes = try directory.read(name, limit: longestAttempt) } catch  where error.code == EFBIG {
                bytes = []
            }
            let value = try? JSONValue(parsing: bytes, limits: JSONLimits())
            // A record torn by a power cut still counts: that it is there says that the attempt was made.
            let record = value.flatMap(AttemptRecord.init(_:)) ?? AttemptRecord(startedAt: receivedAt)
            numbered.append((number, record))
        }
        return numbered.sorted { $0.number < $1.number }.map(\.record)
    }

    /// Counts an attempt, durably, before it is made: what kills the worker itself cannot do so for ever.
    /// - Returns: the attempt's number, from 1.
    package func beginAttempt(at time: Timestamp) throws(SystemCallError) -> Int {
        let last = try directory.entries().compactMap(Self.attemptNumber).max() ?? 0
        let number = last + 1
        try directory.createDurably(SpoolLayout.attempt(number), Self.encode(AttemptRecord(startedAt: time)))
        try directory.synchronize()
        return number
    }

    /// Writes down how attempt `number` ended.
    package func endAttempt(_ number: Int, _ attempt: AttemptRecord) throws(SystemCallError) {
        try directory.replaceDurably(SpoolLayout.attempt(number), Self.encode(attempt))
    }

    /// Takes back attempt `number`, which was interrupted by the worker's own wish or by a fault of the machine.
    package func withdrawAttempt(_ number: Int) throws(SystemCallError) {
        try directory.remove(SpoolLayout.attempt(number))
        try directory.synchronize()
    }

    /// Lets the job wait until `time`, durably. `nil` ends the wait.
    package func postpone(until time: Timestamp?) throws(SystemCallError) {
        guard let time else {
            if try directory.remove(SpoolLayout.retry) { try directory.synchronize() }
            return
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("notBefore")
            writer.int(Int(time.unixMilliseconds))
        }
        try directory.replaceDurably(SpoolLayout.retry, writer.bytes)
    }

    /// Until when the job waits. Clamped to `longest` from `now`, so that a clock that was set back cannot hold it up.
    package func postponedUntil(now: Timestamp, longest: Duration) throws(SystemCallError) -> Timestamp? {
        guard let time = try Self.notBefore(in: directory) else { return nil }
        let latest = now.unixMilliseconds + longest.components.seconds * 1000
        return Timestamp(unixMilliseconds: min(time.unixMilliseconds, latest))
    }

    /// Until when the job in `directory` waits, as it was written.
    static func notBefore(in directory: DirectoryHandle) throws(SystemCallError) -> Timestamp? {
        let bytes: [UInt8]
        do { bytes = try directory.read(SpoolLayout.retry, limit: 4096) } catch  where error.isMissing { return nil }
        guard let value = try? JSONValue(parsing: bytes, limits: JSONLimits()) else { return nil }
        return value["notBefore"]?.int.map { Timestamp(unixMilliseconds: Int64($0)) }
    }

    private static let longestAttempt = 64 * 1024

    private static func attemptNumber(_ name: FileName) -> Int? {
        name.string.hasPrefix("attempt.") ? Int(name.string.dropFirst("attempt.".count)) : nil
    }

    private static func encode(_ attempt: AttemptRecord) -> [UInt8] {
        var writer = JSONWriter()
        attempt.write(to: &writer)
        return writer.bytes
    }
}
