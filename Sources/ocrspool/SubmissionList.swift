internal import LinuxSupport

/// A list of the paths of images, as `--jobs-from` reads it: ended by NUL, as by `find -print0`, or by line feeds.
///
/// It is read as it comes, and never held as a whole. Which of the two it is shows at its beginning: no path has more
/// than 4096 bytes, so a list with NULs has one among its first 4097.
struct SubmissionList {
    /// PATH_MAX, in bytes.
    static let longestPath = 4096

    /// An entry of the list.
    enum Entry {
        case path([UInt8])
        /// What is wrong with it.
        case bad(String)
    }

    /// For messages.
    let shown: String
    private var separator: UInt8?
    private var buffer: [UInt8] = []
    private var start = 0
    private var hasEnded = false
    private var isSkipping = false
    /// Of the entry that `next` gave last; from 1.
    private(set) var line = 0

    /// - Parameters:
    ///   - shown: the list's name.
    ///   - isNullSeparated: whether the entries are known to be ended by NUL; else their kind is found out.
    init(shown: String, isNullSeparated: Bool) {
        self.shown = shown
        separator = isNullSeparated ? 0 : nil
    }

    /// What the entries are called in messages.
    private var word: String { separator == 0 ? "entry" : "line" }
    /// Where the entry that `next` gave last stands.
    var place: String { "\(shown), \(word) \(line)" }

    /// The next entry; `nil` at the end.
    /// - Parameter read: gives the next bytes, none at the end.
    mutating func next(_ read: () throws(CommandError) -> [UInt8]) throws(CommandError) -> Entry? {
        while separator == nil {
            if buffer.contains(0) {
                separator = 0
            } else if buffer.count > Self.longestPath || hasEnded {
                separator = 0x0A
            } else {
                try fill(read)
            }
        }
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: separator ?? 0x0A) {
                defer { start = end + 1 }
                if isSkipping {
                    // The rest of an entry that was too long.
                    isSkipping = false
                    start = end + 1
                    searched = start
                    continue
                }
                return entry(Array(buffer[start..<end]))
            }
            if hasEnded {
                defer { start = buffer.count }
                return start == buffer.count || isSkipping ? nil : entry(Array(buffer[start...]))
            }
            if isSkipping {
                start = buffer.count
            } else if buffer.count - start > Self.longestPath {
                start = buffer.count
                isSkipping = true
                line += 1
                return .bad("a path has at most \(Self.longestPath) bytes, and this is longer")
            }
            buffer.removeFirst(start)
            start = 0
            searched = buffer.count
            try fill(read)
        }
    }

    private mutating func fill(_ read: () throws(CommandError) -> [UInt8]) throws(CommandError) {
        let bytes = try read()
        if bytes.isEmpty { hasEnded = true }
        buffer += bytes
    }

    private mutating func entry(_ bytes: [UInt8]) -> Entry {
        line += 1
        if bytes.isEmpty { return .bad("it is empty") }
        if bytes.count > Self.longestPath {
            return .bad("a path has at most \(Self.longestPath) bytes, and this is longer")
        }
        if bytes.contains(0) { return .bad("there is a NUL in it; for a list with NULs give --null") }
        return .path(bytes)
    }
}
