// SPDX-License-Identifier: GPL-2.0-only

import Glibc

extension TreeWatcher {
    /// Turns one event into its record, and the tree of watches into what the event says it is now.
    mutating func handle(_ event: InotifyEvent) throws(WatchError) {
        if event.has(IN_Q_OVERFLOW) { return try watchAnew(then: .eventsLost) }
        if event.has(IN_IGNORED) { noteEnded(event.watch) }
        if event.name.isEmpty { return handleOwn(event) }
        // A detached directory is no longer below the root, and an unknown one was dropped: their events are nobody's.
        guard let directory = table.path(of: event.watch) else { return }
        if !event.isDirectory {
            batch.append(Self.kind(of: event), path: Self.join(directory, event.name))
        } else if !DirectoryListing.leavesOut(event.name) {
            handleDirectory(event, path: Self.join(directory, event.name))
        }
    }

    /// What happens to a directory itself is told by an event of its parent, but for the root.
    private mutating func handleOwn(_ event: InotifyEvent) {
        let hasLeft = event.has(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)
        if event.watch == table.root, hasLeft { noteRootGone() }
    }

    /// A directory that leaves is only detached: when it is moved inside the tree, the event that tells its new place
    /// comes next, and the watches on it and below it are still good.
    private mutating func handleDirectory(_ event: InotifyEvent, path: [UInt8]) {
        let level = Self.level(of: path)
        guard level <= depth else { return noteDeparture(event) }
        if event.has(IN_CREATE | IN_MOVED_TO) {
            watchTree(below: event.watch, name: event.name, level: level)
            let isFromOutside = event.has(IN_MOVED_TO) && !departures.contains(event.cookie)
            batch.append(isFromOutside ? .directoryMovedIn : .directoryAppeared, path: path)
        } else {
            noteDeparture(event)
            table.detach(event.name, in: event.watch)
            batch.append(.directoryGone, path: path)
        }
    }

    /// The kernel tells of a rename in two events, of which the second need not follow at once. What has left more than
    /// `mostDepartures` renames ago will not arrive any more.
    private mutating func noteDeparture(_ event: InotifyEvent) {
        guard event.has(IN_MOVED_FROM) else { return }
        if departures.count == Self.mostDepartures { departures.removeFirst() }
        departures.append(event.cookie)
    }

    /// The kernel has ended a watch: its directory was deleted, or we asked for it.
    private mutating func noteEnded(_ watch: Int32) {
        if watch != table.root, table.remove(watch) { library.noteLeftover() }
    }

    private static func kind(of event: InotifyEvent) -> RecordKind {
        if event.has(IN_CLOSE_WRITE) { return .written }
        if event.has(IN_MOVED_TO) { return .movedIn }
        if event.has(IN_MOVED_FROM) { return .movedAway }
        return event.has(IN_DELETE) ? .deleted : .created
    }

    static func join(_ directory: [UInt8], _ name: [UInt8]) -> [UInt8] {
        directory.isEmpty ? name : directory + [UInt8(ascii: "/")] + name
    }

    /// How many directories below the root `path` is: 1 for one in the root.
    private static func level(of path: [UInt8]) -> Int { path.count { $0 == UInt8(ascii: "/") } + 1 }
}
