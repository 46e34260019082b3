internal import LinuxSupport
internal import Spool

/// What lies in the inbox and is no job: ignored names, links, pipes, folders that cannot be entered. Each is reported
/// once, and shown in the status.
struct InboxSights {
    enum Sight: Hashable {
        case ignored(IgnoreRule)
        case notRegular
        case unreadable

        var description: String {
            switch self {
            case .ignored(let rule): rule.description
            case .notRegular: "not a regular file"
            case .unreadable: "folder that cannot be read"
            }
        }
    }

    /// More than this are counted and not listed.
    private static let most = 10_000

    private(set) var sights: [RelativePath: Sight] = [:]
    /// Sights beyond `most`.
    private(set) var unlisted = 0
    private var isInboxMissing = false

    /// How many there are of each kind.
    var counts: (ignored: Int, notRegular: Int, unreadableFolders: Int) {
        var counts = (ignored: unlisted, notRegular: 0, unreadableFolders: 0)
        for sight in sights.values {
            switch sight {
            case .ignored: counts.ignored += 1
            case .notRegular: counts.notRegular += 1
            case .unreadable: counts.unreadableFolders += 1
            }
        }
        return counts
    }

    /// How many are ignored by which rule, of those that are listed.
    var ignoredByRule: [String: Int] {
        var counts: [String: Int] = [:]
        for case .ignored(let rule) in sights.values { counts[rule.description, default: 0] += 1 }
        return counts
    }

    /// - Returns: whether it is news.
    mutating func note(_ path: RelativePath, _ sight: Sight) -> Bool {
        if sights[path] == sight { return false }
        if sights[path] == nil, sights.count >= Self.most {
            unlisted += 1
            return false
        }
        sights[path] = sight
        return true
    }

    /// Forgets, of what lies in `folder` or below it, all that a look there has not found again.
    mutating func keep(_ found: Set<RelativePath>, in folder: RelativePath) {
        if folder.isEmpty { unlisted = max(0, found.count - Self.most) }
        sights = sights.filter { !$0.key.isWithin(folder) || found.contains($0.key) }
    }

    mutating func clear(_ path: RelativePath) { sights[path] = nil }

    /// - Returns: whether it is news that the inbox cannot be read.
    mutating func inboxIsMissing(_ error: SystemCallError) -> Bool {
        defer { isInboxMissing = true }
        return !isInboxMissing
    }

    /// - Returns: whether it is news that it can be read again.
    mutating func inboxIsThere() -> Bool {
        defer { isInboxMissing = false }
        return isInboxMissing
    }
}

/// Why an image cannot be taken as things are. The raw value is what users see.
enum ClaimObstacle: String, Hashable {
    case rights = "cannot be moved: the worker lacks the right to write its folder"
    case otherMount = "cannot be moved: its folder is on another mount than the spool"

    init(_ error: SystemCallError) { self = error.isOtherMount ? .otherMount : .rights }
}
