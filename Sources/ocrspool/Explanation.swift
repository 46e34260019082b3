internal import LinuxSupport
internal import StrictJSON

/// Where a file is, or was, and why.
struct Explanation {
    /// The states, in the order in which they are told; the first of several is the file's own.
    enum State: String {
        case ignored
        case notRegular = "not-regular"
        case folder
        case unseen
        case arriving
        case awaitingRequest = "awaiting-request"
        case queued
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
    var worker: String?
    var job: String?
    var dueAt: Timestamp?
    var code: String?

    init(_ state: State, _ message: String, place: [UInt8]) {
        self.state = state
        self.message = message
        self.place = place
    }

    var text: String { "\(state.rawValue): \(message)\n  \(DisplayText.escaped(place))\n" }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("state", state.rawValue)
            writer.member("message", message)
            writer.member("place", String(decoding: place, as: UTF8.self))
            writer.member("worker", worker)
            writer.member("job", job)
            writer.member("dueAt", dueAt?.description)
            writer.member("code", code)
        }
    }
}
