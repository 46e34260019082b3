import Glibc
import LinuxSupport
import TestSupport

/// Processes of the group that have not ended, by /proc.
func livingMembers(of group: Int32) throws -> Int {
    try TemporaryDirectory().names(in: "../../proc").count { name in
        guard Int32(name) != nil, let stat = statFields(of: name) else { return false }
        return stat.state != "Z" && stat.group == group
    }
}

/// State and process group; `nil` when the process is gone meanwhile.
private func statFields(of process: String) -> (state: String, group: Int32)? {
    let raw = unsafe open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard raw >= 0, let bytes = try? FileDescriptor(taking: raw).readAll(limit: 4096) else { return nil }
    // The program's name comes second, in parentheses, and may hold anything.
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 2, let group = Int32(fields[2]) else { return nil }
    return (String(fields[0]), group)
}
