import Foundation

/// A process as `/proc` shows it.
package struct ProcessEntry: Hashable, Sendable {
    package let id: Int32
    package let parent: Int32
    package let group: Int32
    /// The kernel's letter: R, S, D, T (stopped), Z (dead and not reaped) …
    package let state: Character
    /// Its arguments, joined by spaces; empty once it is dead.
    package let command: String
}

/// The processes of this machine.
package enum ProcessTable {
    package static func all() -> [ProcessEntry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.compactMap(entry)
    }

    /// The process `id`; nil when there is none, or it is dead and waits to be reaped.
    package static func living(_ id: Int32) -> ProcessEntry? {
        entry(id).flatMap { "ZX".contains($0.state) ? nil : $0 }
    }

    /// The living processes whose parent is `id`.
    package static func children(of id: Int32) -> [ProcessEntry] {
        all().filter { $0.parent == id && !"ZX".contains($0.state) }
    }

    /// Time on a processor that the process's threads have used, in nanoseconds.
    package static func processorTime(of id: Int32) -> Int {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
        return threads.compactMap { thread in
            text("/proc/\(id)/task/\(thread)/schedstat")?.split(separator: " ").first.flatMap { Int($0) }
        }.reduce(0, +)
    }

    /// Bytes of memory that the process has resident.
    package static func residentBytes(of id: Int32) -> Int { memory("VmRSS:", of: id) }

    /// The most bytes of memory that the process has ever had resident.
    package static func peakResidentBytes(of id: Int32) -> Int { memory("VmHWM:", of: id) }

    private static func memory(_ key: String, of id: Int32) -> Int {
        let line = text("/proc/\(id)/status")?.split(separator: "\n").first { $0.hasPrefix(key) }
        let kilobytes = line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) }
        return (kilobytes ?? 0) * 1024
    }

    private static func entry(_ id: Int32) -> ProcessEntry? {
        // The name, in parentheses, may hold anything, so what follows is counted from the last one.
        guard let stat = text("/proc/\(id)/stat"), let end = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        guard fields.count > 2, let state = fields[0].first, let parent = Int32(fields[1]), let group = Int32(fields[2])
        else { return nil }
        let command = text("/proc/\(id)/cmdline") ?? ""
        return ProcessEntry(
            id: id, parent: parent, group: group, state: state,
            command: command.split(separator: "\0").joined(separator: " "))
    }

    private static func text(_ path: String) -> String? {
        (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) }
    }
}
