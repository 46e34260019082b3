package import LinuxSupport
internal import Spool

/// The file in which a worker lists all files of the inbox that wait, for a reader such as `ocrspool explain`: made
/// when they are too many for the status, replaced as a whole, and some seconds old.
///
/// Records end with NUL, which no name holds, so a name stands in it as the bytes it is. The first record is
/// `ocrspool.inbox/1` and when it was written. Each other one is a file: state, since, due (both milliseconds since
/// 1970), last change, reason, and the path last; between them stand tabs, and what is not known is empty. Queued files
/// come first, in the order in which they will be taken.
package enum InboxList {
    private static let schema = "ocrspool.inbox/1"
    /// Bytes that are written or read at a time.
    private static let chunk = 1 << 17

    private static let tab = UInt8(ascii: "\t")

    /// Writes the list of `facts` to `name` in `directory`, atomically and without waiting for the device.
    static func write(
        _ facts: StatusFacts, at clock: ClockReading, to name: FileName, in directory: DirectoryHandle
    ) throws(SystemCallError) {
        try directory.replaceAtomically(name, chunk: chunk) { (output) throws(SystemCallError) in
            try output.append(Array("\(schema)\t\(clock.wall)\0".utf8))
            try facts.order().walk { (path, since) throws(SystemCallError) in
                let time = clock.wall(since)?.unixMilliseconds ?? 0
                try output.append(Array("queued\t\(time)\t\t\t\t".utf8) + path.bytes + [0])
            }
            for path in facts.snapshot.supersededPaths {
                try output.append(record(InboxEntry(path: path, state: .superseded)))
            }
            for paths in [facts.table.unsettled, Set(facts.blocked.keys)] {
                for path in paths {
                    guard let entry = facts.entry(path, clock) else { continue }
                    try output.append(record(entry))
                }
            }
        }
    }

    private static func record(_ entry: InboxEntry) -> [UInt8] {
        let times = [entry.since, entry.due].map { $0.map { String($0.unixMilliseconds) } ?? "" }
        let fields = [entry.state.rawValue] + times + [entry.change ?? "", entry.reason ?? ""]
        return Array(fields.joined(separator: "\t").utf8) + [tab] + entry.path.bytes + [0]
    }
}

extension InboxList {
    /// What a list says of the files that were looked for.
    package struct Answer: Hashable, Sendable {
        /// When it was written.
        package let writtenAt: Timestamp
        /// In the order in which they were looked for, without those that are not listed.
        package let entries: [InboxEntry]
    }

    /// Looks for `paths` in the list `name` of `directory`.
    /// - Returns: `nil` if there is no list, or something else of that name.
    package static func search(
        _ name: FileName, in directory: DirectoryHandle, for paths: [RelativePath]
    ) throws(SystemCallError) -> Answer? {
        let file: FileDescriptor
        do { file = try directory.openForReading(name) } catch  where error.isMissing { return nil }
        var rest: [UInt8] = []
        var header: Timestamp?
        var found: [RelativePath: InboxEntry] = [:]
        var number = 0
        while true {
            let bytes = try file.readAll(limit: chunk, directory.display(name))
            var start = 0
            while let end = bytes.firstIndex(of: 0, from: start) {
                let record = rest.isEmpty ? bytes[start..<end] : (rest + bytes[start..<end])[...]
                rest = []
                start = end + 1
                if number == 0 {
                    guard let time = writtenAt(record) else { return nil }
                    header = time
                } else if let path = paths.first(where: { record.hasSuffix($0.bytes) }),
                    let entry = entry(record, path, number)
                {
                    found[path] = entry
                    if found.count == paths.count { break }
                }
                number += 1
            }
            if found.count == paths.count || bytes.isEmpty { break }
            rest += bytes[start...]
        }
        return header.map { Answer(writtenAt: $0, entries: paths.compactMap { found[$0] }) }
    }

    private static func writtenAt(_ record: ArraySlice<UInt8>) -> Timestamp? {
        let parts = String(decoding: record, as: UTF8.self).split(separator: "\t")
        guard parts.count == 2, parts[0] == schema else { return nil }
        return Timestamp(String(parts[1]))
    }

    /// `nil` if the record is of another path, which ends as `path` does.
    private static func entry(_ record: ArraySlice<UInt8>, _ path: RelativePath, _ number: Int) -> InboxEntry? {
        let fields = record.split(separator: tab, maxSplits: 5, omittingEmptySubsequences: false)
        guard fields.count == 6, fields[5].elementsEqual(path.bytes),
            let state = InboxEntry.State(rawValue: String(decoding: fields[0], as: UTF8.self))
        else { return nil }
        let texts = fields[1...4].map { String(decoding: $0, as: UTF8.self) }
        func time(_ text: String) -> Timestamp? { Int64(text).map { Timestamp(unixMilliseconds: $0) } }
        return InboxEntry(
            path: path, state: state, since: time(texts[0]), due: time(texts[1]),
            change: texts[2].isEmpty ? nil : texts[2], reason: texts[3].isEmpty ? nil : texts[3],
            position: state == .queued ? number : nil)
    }
}

extension ArraySlice<UInt8> {
    fileprivate func hasSuffix(_ other: [UInt8]) -> Bool {
        count > other.count && suffix(other.count).elementsEqual(other)
    }
}
