internal import LinuxSupport
internal import StrictJSON
internal import Worker

/// Where a file is, or was, and why.
struct Explanation {
    /// The states, in the order in which they are told; the first of several is the file's own.
    enum State: String {
        case ignored
        case notRegular = "not-regular"
        case folder
        case defaults
        case unseen
        case arriving
        case awaitingRequest = "awaiting-request"
        case held
        case unreadable
        case blocked
        case queued
        case superseded
        case orphanRequest = "orphan-request"
        case request
        case working
        case retrying
        case deadLetter = "dead-letter"
        case done
        case archived
    }

    let state: State
    /// One sentence with what a user can do, where there is something.
    let message: String
    /// Where the file, or what became of it, lies.
    let place: [UInt8]
    /// Below the inbox, where the file lies or lay.
    var path: RelativePath?
    /// Since when it has been so.
    var since: Timestamp?
    /// When the state changes, or is looked at again, by itself.
    var dueAt: Timestamp?
    /// When its turn comes, by the pace of the last jobs.
    var estimatedAt: Timestamp?
    /// In the queue, from 1, and how many wait there.
    var position: (number: Int, of: Int)?
    /// Of a file that arrives: what about it changed last.
    var lastChange: String?
    /// The rule, the reason or the error behind the state.
    var reason: String?
    /// The folder whose defaults are the reason.
    var folder: RelativePath?
    var worker: String?
    var job: String?
    /// The number of the attempt that runs, or ran last.
    var attempt: Int?
    var code: String?
    /// When the worker said so, where it is its word.
    var seenAt: Timestamp?

    init(_ state: State, _ message: String, place: [UInt8]) {
        self.state = state
        self.message = message
        self.place = place
    }

    var text: String {
        var lines = ["\(state.rawValue): \(message)", "  \(DisplayText.escaped(place))"]
        var facts: [String] = []
        if let since { facts.append("since \(since)") }
        if let worker, let seenAt {
            let age = max(0, Timestamp.now.unixMilliseconds - seenAt.unixMilliseconds) / 1000
            facts.append("as worker \(DisplayText.escaped(worker)) said \(age) s ago")
        } else if let worker {
            facts.append("worker \(DisplayText.escaped(worker))")
        }
        if let job { facts.append("job \(DisplayText.escaped(job))") }
        if !facts.isEmpty { lines.append("  " + facts.joined(separator: ", ")) }
        return lines.joined(separator: "\n") + "\n"
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("state", state.rawValue)
            writer.member("message", message)
            RecordedName.writeMembers(of: path.map { RecordedName(bytes: $0.bytes) }, into: &writer)
            let place = RecordedName(bytes: place)
            writer.member("place", place.text)
            writer.member("placeBytes", place.encodedBytes)
            writer.member("since", since?.description)
            writer.member("dueAt", dueAt?.description)
            writer.member("estimatedAt", estimatedAt?.description)
            writer.member("position", position?.number)
            writer.member("queued", position?.of)
            writer.member("lastChange", lastChange)
            writer.member("reason", reason)
            writer.member("folder", folder?.string)
            writer.member("worker", worker)
            writer.member("job", job)
            writer.member("attempt", attempt)
            writer.member("code", code)
            writer.member("seenAt", seenAt?.description)
        }
    }
}
