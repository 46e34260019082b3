// SPDX-License-Identifier: GPL-2.0-only

import Glibc

extension TreeWatcher {
    /// A directory that is to be watched.
    private struct Place {
        let parent: Int32
        let name: [UInt8]
        /// 1 for a directory in the root.
        let level: Int
    }

    /// Watches the root and all below it, forgetting what was watched before.
    /// - Parameter report: takes in what is not watched.
    /// - Returns: why the root is not watched; nil when it is.
    mutating func watchRoot(_ report: inout RefusalReport) -> WatchRefusal? {
        defer { root.remember() }
        table = DirectoryTable(root: 0)
        do {
            table = DirectoryTable(root: try library.watch([], below: root.path))
            let names = try DirectoryListing.subdirectories(of: root.path(of: []))
            watch(names.map { Place(parent: table.root, name: $0, level: 1) }, into: &report)
            return nil
        } catch {
            report.add(error, path: [])
            return error
        }
    }

    /// Watches the directory `name` in `parent` and all below it.
    mutating func watchTree(below parent: Int32, name: [UInt8], level: Int) {
        var report = RefusalReport()
        watch([Place(parent: parent, name: name, level: level)], into: &report)
        tell(report)
    }

    /// A directory is watched first and read then, so one that appears in it meanwhile is read or reported, or both.
    private mutating func watch(_ places: [Place], into report: inout RefusalReport) {
        var waiting = places.filter { $0.level <= depth }
        while let place = waiting.popLast() {
            guard let directory = table.path(of: place.parent) else { continue }
            let path = Self.join(directory, place.name)
            do {
                guard let watch = try watchOne(place, path: path) else { continue }
                guard place.level < depth else {
                    table.detachChildren(of: watch)  // It may have been moved down to here with all below it.
                    continue
                }
                let names = try DirectoryListing.subdirectories(of: root.path(of: path))
                waiting += names.map { Place(parent: watch, name: $0, level: place.level + 1) }
            } catch {
                report.add(error, path: path)
            }
        }
    }

    /// - Returns: nil when the directory is mounted inside itself.
    private mutating func watchOne(_ place: Place, path: [UInt8]) throws(WatchRefusal) -> Int32? {
        let watch = try library.watch(path, below: root.path)
        // The same directory again: it was moved here, or seen both in a listing and in an event.
        if table.contains(watch) { library.noteLeftover() }
        return table.attach(watch, as: place.name, in: place.parent) ? watch : nil
    }

    /// Writes `error` records of what is not watched.
    mutating func tell(_ report: RefusalReport) {
        for sentence in report.sentences { batch.append(error: sentence) }
        if report.hasLimit { retry = .now + Self.retryInterval }
    }
}
