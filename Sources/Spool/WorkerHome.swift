internal import Glibc
package import LinuxSupport

/// A worker's own directory `working/<worker-id>/`, locked for the worker's life.
///
/// The lock is the only proof that a worker lives: never its process number, never the age of a file.
package final class WorkerHome: Sendable {
    /// `<host>.<pid>.<random>`: a name and no more.
    package let id: String
    package let directory: DirectoryHandle
    package let spool: Spool
    private let lock: FileLock

    private init(id: String, directory: DirectoryHandle, spool: Spool, lock: FileLock) {
        self.id = id
        self.directory = directory
        self.spool = spool
        self.lock = lock
    }

    /// Makes and locks a directory for this process.
    ///
    /// It is made under a hidden name, locked, and only then given its name, so that nobody can take a directory for
    /// abandoned that is about to be used. A crash before leaves a hidden, unlocked directory that any worker removes.
    package static func register(in spool: Spool) throws(SystemCallError) -> WorkerHome {
        while true {
            let id = "\(hostName()).\(getpid()).\(RandomBytes.hexadecimal(4))"
            guard let name = FileName(id) else { preconditionFailure("a host name holds no slash") }
            let hidden = FileName(stringLiteral: ".new-" + id)
            guard try spool.working.makeDirectory(hidden, mode: 0o700) else { continue }
            do {
                let directory = try spool.working.subdirectory(hidden)
                guard let lock = try FileLock.acquire(SpoolLayout.workerLock, in: directory) else { continue }
                try directory.synchronize()
                try spool.working.moveNoReplace(hidden, to: spool.working, as: name)
                try spool.working.synchronize()
                // Opened anew, so that messages show the name that it has now.
                return WorkerHome(id: id, directory: try spool.working.subdirectory(name), spool: spool, lock: lock)
            } catch  where error.isMissing {
                // Another worker's cleaning came between making and locking.
                continue
            }
        }
    }

    /// Whether the directory still has its name: a worker whose directory was removed or moved away has nowhere to put
    /// jobs, and nobody would ever look for them.
    package func isInPlace() throws(SystemCallError) -> Bool {
        guard let name = FileName(id), let named = try spool.working.status(name) else { return false }
        return named.isSameFile(as: try directory.status())
    }

    /// Removes the directory if no job is left in it. Otherwise it stays for another worker to adopt.
    package func leave() {
        guard let name = FileName(id), let entries = try? directory.entries() else { return }
        let own: Set<FileName> = [SpoolLayout.workerLock, Self.statusName, Self.inboxListName]
        guard entries.allSatisfy({ own.contains($0) || $0.isHidden }) else { return }
        for entry in entries { _ = try? directory.remove(entry) }
        _ = try? spool.working.removeDirectory(name)
    }

    /// What the worker says of itself, in its directory.
    package static let statusName: FileName = "status.json"
    /// All files of the inbox as the worker sees them, in its directory, when they are too many for its status.
    package static let inboxListName: FileName = "inbox.list"

    private static func hostName() -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let kept = bytes.filter { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
        }
        return kept.isEmpty ? "localhost" : String(decoding: kept.prefix(63), as: UTF8.self)
    }
}
