// SPDX-License-Identifier: GPL-2.0-only

import CInotifyTools
import Glibc

/// The one owner of libinotifytools, whose whole state is static: at most one value may exist, on one thread.
///
/// How the library (3.22) behaves decides what is used of it:
/// - It finds a watch descriptor only by the name given when the watch was set, and it never forgets the name of a
///   directory that was deleted. Set again under that name, a new directory would answer with the dead descriptor.
///   So each watch is set under a spelling that was not used before (`spelling`), and the names that records
///   carry are kept in `DirectoryTable`, where a move corrects them.
/// - What it does not forget costs memory. `leftovers` counts it; `restart` begins anew.
/// - `inotifytools_next_event(0)` waits for ever; `inotifytools_next_events(0, 1)` does not wait.
struct InotifyLibrary: ~Copyable {
    /// Watches that the library keeps though the kernel has dropped them.
    private(set) var leftovers = 0
    private var serial = 0

    /// `inotifytools_initialize`.
    init() throws(WatchError) { try Self.initialize() }

    deinit { inotifytools_cleanup() }

    /// Watches the directory `path` below `root` (`inotifytools_watch_file`); an empty `path` is the root, which
    /// may be a symbolic link while nothing below it is followed.
    /// - Returns: the watch descriptor, which is the old one when the same directory is watched already.
    /// - Throws: `WatchRefusal` with the errno of `inotify_add_watch`.
    mutating func watch(_ path: [UInt8], below root: [UInt8]) throws(WatchRefusal) -> Int32 {
        serial += 1
        let name = Self.spelling(of: path, below: root, serial: serial)
        guard unsafe inotifytools_watch_file(name.cString, InotifyEvent.watchedMask) == 1 else {
            throw WatchRefusal(errno: inotifytools_error())
        }
        // The library ends the name of a directory with a slash, unless the directory has gone again meanwhile.
        let listed = unsafe inotifytools_wd_from_filename((name + [UInt8(ascii: "/")]).cString)
        return unsafe listed >= 0 ? listed : inotifytools_wd_from_filename(name.cString)
    }

    /// A path to the same directory for each `serial`: after the root stand its binary digits, `/.` for 1 and `/`
    /// for 0, which mean nothing in a path. The root's own name ends in a dot, so that it is followed when it is a link.
    static func spelling(of path: [UInt8], below root: [UInt8], serial: Int) -> [UInt8] {
        let digits = String(serial, radix: 2).utf8.flatMap {
            $0 == UInt8(ascii: "1") ? Array("/.".utf8) : [UInt8(ascii: "/")]
        }
        return root + digits + (path.isEmpty ? Array("/.".utf8) : [UInt8(ascii: "/")] + path)
    }

    /// Ends a watch that the kernel still has (`inotifytools_remove_watch_by_wd`).
    mutating func unwatch(_ watch: Int32) {
        if inotifytools_remove_watch_by_wd(watch) == 0 { leftovers += 1 }
    }

    /// To be called when the kernel ended a watch by itself, or gave an old one again.
    mutating func noteLeftover() { leftovers += 1 }

    /// The next event (`inotifytools_next_events`).
    /// - Parameter seconds: how long to wait for one; 0 does not wait.
    /// - Returns: nil when there was none in that time or a signal came.
    mutating func nextEvent(waiting seconds: Int) throws(WatchError) -> InotifyEvent? {
        if let event = unsafe inotifytools_next_events(seconds, 1) { return unsafe InotifyEvent(copying: event) }
        switch inotifytools_error() {
        case 0, EINTR: return nil
        case let code: throw .eventsUnreadable(errno: code)
        }
    }

    /// Drops every watch and every waiting event, and begins anew.
    mutating func restart() throws(WatchError) {
        // The library keeps a batch of events through a clean-up, and their numbers would then mean other watches.
        while unsafe inotifytools_next_events(0, 1) != nil {}
        inotifytools_cleanup()
        leftovers = 0
        serial = 0
        try Self.initialize()
    }

    private static func initialize() throws(WatchError) {
        guard inotifytools_initialize() == 1 else { throw .noInstance(errno: inotifytools_error()) }
    }
}
