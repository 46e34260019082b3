package import LinuxSupport
internal import Spool
package import StrictJSON

/// What a worker tells of one file of its inbox, in its status and in its `InboxList`.
package struct InboxEntry: Hashable, Sendable {
    /// The raw value is what status and list hold.
    package enum State: String, CaseIterable, Sendable {
        /// Seen; what it is will be found in a moment.
        case unexamined
        case arriving
        case awaitingRequest
        case held
        case unreadable
        case orphanRequest
        case queued
        case superseded
        case blocked
    }

    package var path: RelativePath
    package var state: State
    /// Since when it has been so, as far as is known.
    package var since: Timestamp?
    /// When time alone changes the state; `nil` where it does not.
    package var due: Timestamp?
    /// Of a file that arrives: what about it changed last.
    package var change: String?
    /// Why, where the state alone does not say it; escaped for display.
    package var reason: String?
    /// The place in the queue, from 1.
    package var position: Int?

    package init(
        path: RelativePath, state: State, since: Timestamp? = nil, due: Timestamp? = nil, change: String? = nil,
        reason: String? = nil, position: Int? = nil
    ) {
        self.path = path
        self.state = state
        self.since = since
        self.due = due
        self.change = change
        self.reason = reason
        self.position = position
    }
}

extension InboxEntry {
    /// An entry as the status tells it.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            RecordedName.writeMembers(of: RecordedName(bytes: path.bytes), into: &writer)
            writer.member("state", state.rawValue)
            writer.member("position", position)
            writer.member("since", since?.description)
            writer.member("dueAt", due?.description)
            writer.member("lastChange", change)
            writer.member("reason", reason)
        }
    }

    /// Reads what `write` wrote; `nil` if it is something else.
    package init?(recordedIn value: JSONValue) {
        guard let path = RecordedName(recordedIn: value).flatMap({ RelativePath($0.bytes) }),
            let state = value["state"]?.string.flatMap(State.init(rawValue:))
        else { return nil }
        self.init(
            path: path, state: state, since: value["since"]?.string.flatMap(Timestamp.init(_:)),
            due: value["dueAt"]?.string.flatMap(Timestamp.init(_:)), change: value["lastChange"]?.string,
            reason: value["reason"]?.string, position: value["position"]?.int)
    }
}

/// The clocks at one moment, to tell monotonic instants as times of the day.
struct ClockReading: Hashable {
    let wall: Timestamp
    let monotonic: MonotonicInstant

    static var now: ClockReading { ClockReading(wall: .now, monotonic: .now) }

    /// `nil` for never.
    func wall(_ instant: MonotonicInstant) -> Timestamp? {
        if instant == .never { return nil }
        return Timestamp(
            unixMilliseconds: wall.unixMilliseconds + (instant.nanoseconds - monotonic.nanoseconds) / 1_000_000)
    }
}

extension StatusFacts {
    /// What is to be told of a file that waits in the inbox and is not in the queue; `nil` if it is gone, or settled.
    func entry(_ path: RelativePath, _ clock: ClockReading) -> InboxEntry? {
        guard let file = table.file(path) else { return nil }
        var entry = InboxEntry(path: path, state: .unexamined, since: clock.wall(file.lastChange))
        guard let state = table.state(path) else { return entry }
        entry.due = state.due.flatMap(clock.wall)
        switch state {
        case .arriving(_, let reason):
            entry.state = .arriving
            entry.change = file.change.rawValue
            entry.reason = reason.rawValue
        case .awaitingRequest(let due, let since):
            entry.state = .awaitingRequest
            entry.since = clock.wall(since)
            entry.reason = due == nil ? "a request for it must come" : "a request for it may still come"
        case .held(let folder):
            entry.state = .held
            entry.reason = "the defaults in \(folder.appending(SpoolLayout.folderDefaults).display) are not valid"
        case .unreadable(_, let error):
            entry.state = .unreadable
            entry.reason = "\(error)"
        case .orphan:
            entry.state = .orphanRequest
            entry.reason = "there is no image for it"
        case .ready where blocked[path] != nil:
            entry.state = .blocked
            entry.reason = blocked[path]?.rawValue
        case .paired, .ready: return nil
        }
        return entry
    }
}
