// SPDX-License-Identifier: GPL-2.0-only

import Glibc

/// Watches a tree and writes what happens there as records.
///
/// Two states: *watching*, and *waiting* for a root that has gone. What the kernel or the library can lose is made
/// good by setting every watch anew and a record that makes the reader scan.
struct TreeWatcher: ~Copyable {
    /// The library may keep that many dead watches, about 300 bytes each, before watching begins anew.
    static let mostLeftovers = 1024
    /// A record is written at least so often, so that the reader can tell a program that is stopped.
    static let aliveInterval = Duration.seconds(5)
    /// Renames that are remembered until their second half comes.
    static let mostDepartures = 256
    /// After a limit of the kernel left directories unwatched, they are tried again at this interval.
    static let retryInterval = Duration.seconds(60)

    /// How many levels of directories below the root are watched.
    let depth: Int
    var root: Root
    var library: InotifyLibrary
    var table = DirectoryTable(root: 0)
    var batch = RecordBatch()
    var isRootGone = false
    /// The cookies of directories that were renamed away, the latest last.
    var departures: [UInt32] = []
    private var lastRecord = ContinuousClock.now
    /// When to try again; nil while everything is watched.
    var retry: ContinuousClock.Instant?

    /// - Throws: `.noInstance`.
    init(root path: [UInt8], depth: Int) throws(WatchError) {
        self.depth = depth
        root = Root(path: path)
        library = try InotifyLibrary()
    }

    /// Watches until the reader goes away.
    /// - Throws: `.readerGone`, or what makes it impossible to go on; `.rootUnusable` only at the start.
    mutating func run() throws(WatchError) -> Never {
        try watchFirst()
        while true {
            try writeRecords()
            if isRootGone {
                try RecordOutput.waitWhileReaderIsThere(milliseconds: 1000)
                try watchRootIfBack()
            } else {
                try RecordOutput.waitWhileReaderIsThere(milliseconds: 0)
                try handleEvents()
            }
        }
    }

    private mutating func writeRecords() throws(WatchError) {
        if batch.bytes.isEmpty, lastRecord.duration(to: .now) >= Self.aliveInterval { batch.append(.alive) }
        guard !batch.bytes.isEmpty else { return }
        try RecordOutput.write(&batch)
        lastRecord = .now
    }

    private mutating func watchFirst() throws(WatchError) {
        var report = RefusalReport()
        if let refusal = watchRoot(&report), !refusal.isLimit { throw .rootUnusable(errno: refusal.errno) }
        batch.append(.ready)
        tell(report)
    }

    /// Handles what has happened, waiting a second for it when nothing has, and then sees to the watches.
    private mutating func handleEvents() throws(WatchError) {
        guard let first = try library.nextEvent(waiting: 1) else { return try lookAfterWatches() }
        try handle(first)
        while !batch.isWorthWriting, !isRootGone {
            guard let event = try library.nextEvent(waiting: 0) else { return try lookAfterWatches() }
            try handle(event)
        }
    }

    /// To be called when no event waits: what is detached now has been moved out of the tree or deleted.
    private mutating func lookAfterWatches() throws(WatchError) {
        for watch in table.takeDetached() { library.unwatch(watch) }
        if !root.isRemembered { return noteRootGone() }
        let isDue = retry.map { $0 <= .now } ?? false
        if isDue || library.leftovers > Self.mostLeftovers { try watchAnew(then: .watchedAnew) }
    }

    /// Drops all watches, sets them again and writes a record that makes the reader scan, and what is not watched.
    mutating func watchAnew(then kind: RecordKind) throws(WatchError) {
        try library.restart()
        var report = RefusalReport()
        let refusal = watchRoot(&report)
        let isUsable = refusal.map(\.isLimit) ?? true
        if isUsable { batch.append(kind) }
        tell(report)
        if !isUsable { noteRootGone() }
    }

    /// Tells that the root has gone; from now on its return is waited for.
    mutating func noteRootGone() {
        guard !isRootGone else { return }
        isRootGone = true
        batch.append(.directoryGone)
        batch.append(error: Array("the watched directory is gone; waiting for it to come back".utf8))
    }

    private mutating func watchRootIfBack() throws(WatchError) {
        guard root.exists else { return }
        isRootGone = false
        try watchAnew(then: .directoryAppeared)
    }
}
