internal import LinuxSupport
internal import Spool

/// What lies in a spool, counted by looking at it.
struct SpoolCensus {
    /// Files of the inbox that are not named as requests.
    private(set) var images = 0
    /// Files of the inbox that are named `*.json`.
    private(set) var requests = 0
    /// Passed over by name, links, pipes and folders that cannot be entered.
    private(set) var ignored = 0
    private(set) var results = 0
    private(set) var deadLetters = 0
    /// Files of the archive that are not named as requests.
    private(set) var archived = 0

    /// - Parameter rules: Those of the worker, as far as they are known.
    init(_ spool: Spool, rules: IgnoreRules) throws(SystemCallError) {
        try InboxWalk.forEach(in: try spool.inbox(), below: RelativePath([]), rules: rules) { finding in
            switch finding {
            case .file(let path, _):
                if path.name?.hasSuffix(".json") == true { requests += 1 } else { images += 1 }
            case .defaults: break
            case .ignored, .notRegular, .unreadable: ignored += 1
            }
        }
        results = try Self.count(below: spool.outbox) { $0.hasSuffix(".json") }
        archived = try Self.count(below: spool.archive) { !$0.hasSuffix(".json") }
        deadLetters = try Self.count(below: spool.deadLetter) { $0 == SpoolLayout.error }
    }

    private static func count(
        below top: DirectoryHandle, _ isCounted: (FileName) -> Bool
    ) throws(SystemCallError) -> Int {
        var count = 0
        var open = [top]
        while let directory = open.popLast() {
            for name in try directory.entries() where !name.isHidden {
                do {
                    switch try directory.status(name)?.kind {
                    case .directory: open.append(try directory.subdirectory(name))
                    case .regular: if isCounted(name) { count += 1 }
                    case .symbolicLink, .other, nil: continue
                    }
                } catch  where error.isMissing || error.isNoDirectory {
                    continue
                }
            }
        }
        return count
    }
}
