// SPDX-License-Identifier: GPL-2.0-only

/// The watched directories: which watch descriptor stands for which path. A value; it touches no file.
///
/// A directory is in one of two states. *Attached*: it hangs below the root by its parent and its name, and has a
/// path. *Detached*: it was moved away or deleted, with all below it; it has no path, and is either attached again
/// under its new name or taken out by `takeDetached`.
struct DirectoryTable {
    private struct Entry {
        var parent: Int32?
        var name: [UInt8] = []
        var children: [[UInt8]: Int32] = [:]
    }

    /// The watch descriptor of the root; 0, which the kernel never gives, while nothing is watched.
    let root: Int32
    private var entries: [Int32: Entry]
    private var detached: Set<Int32> = []

    init(root: Int32) {
        self.root = root
        entries = [root: Entry()]
    }

    /// How many directories are known, detached ones too.
    var count: Int { entries.count }

    func contains(_ watch: Int32) -> Bool { entries[watch] != nil }

    /// The names from the root down to `watch` joined by slashes, empty for the root.
    /// - Returns: nil for one that is detached or unknown.
    func path(of watch: Int32) -> [UInt8]? {
        var names: [[UInt8]] = []
        var current = watch
        while current != root {
            guard let entry = entries[current], let parent = entry.parent else { return nil }
            names.append(entry.name)
            current = parent
        }
        return Array(names.reversed().joined(separator: [UInt8(ascii: "/")]))
    }

    /// Puts `watch` below `parent` under `name`, wherever it was before, with all below it.
    /// - Returns: false, and nothing is changed, when `parent` is unknown or lies below `watch`, as a directory that
    ///   is mounted inside itself does.
    mutating func attach(_ watch: Int32, as name: [UInt8], in parent: Int32) -> Bool {
        guard entries[parent] != nil, !isAncestorOrSelf(watch, of: parent) else { return false }
        if entries[parent]?.children[name] != watch { detach(name, in: parent) }
        leaveParent(watch)
        entries[watch, default: Entry()].parent = parent
        entries[watch]?.name = name
        entries[parent]?.children[name] = watch
        detached.remove(watch)
        return true
    }

    /// Takes the directory `name` out of `parent`, with all below it.
    mutating func detach(_ name: [UInt8], in parent: Int32) {
        guard let watch = entries[parent]?.children.removeValue(forKey: name) else { return }
        entries[watch]?.parent = nil
        detached.insert(watch)
    }

    /// Takes out everything that hangs below `watch`.
    mutating func detachChildren(of watch: Int32) {
        for name in entries[watch]?.children.keys.map({ $0 }) ?? [] { detach(name, in: watch) }
    }

    /// Removes `watch` because the kernel has ended it. What hung below it is detached.
    /// - Returns: false when it was not known.
    mutating func remove(_ watch: Int32) -> Bool {
        guard contains(watch) else { return false }
        detachChildren(of: watch)
        leaveParent(watch)
        detached.remove(watch)
        entries[watch] = nil
        return true
    }

    /// Removes all that is detached, with all below it, and hands the watches over to be ended.
    mutating func takeDetached() -> [Int32] {
        var waiting = Array(detached)
        var taken: [Int32] = []
        while let watch = waiting.popLast() {
            if let entry = entries.removeValue(forKey: watch) { waiting += entry.children.values }
            taken.append(watch)
        }
        detached = []
        return taken
    }

    private mutating func leaveParent(_ watch: Int32) {
        guard let entry = entries[watch], let parent = entry.parent else { return }
        if entries[parent]?.children[entry.name] == watch { entries[parent]?.children[entry.name] = nil }
        entries[watch]?.parent = nil
    }

    private func isAncestorOrSelf(_ watch: Int32, of other: Int32) -> Bool {
        var current: Int32? = other
        while let reached = current, reached != watch { current = entries[reached]?.parent }
        return current == watch
    }
}
