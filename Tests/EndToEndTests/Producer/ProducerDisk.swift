import Glibc

/// What a producer does with files, by the kernel's own calls, and what it learns from their answers.
///
/// Paths are absolute and bytes. Where a worker may have been faster, a call says so by its result; every other failure
/// is thrown.
enum ProducerDisk {
    /// Makes the file `path`, which must not be there, with `pieces`, and pauses of so many milliseconds after each but
    /// the last; it stays open meanwhile.
    static func write(_ pieces: [[UInt8]], pauses: [Int] = [], to path: [UInt8]) throws {
        guard let file = try WrittenFile(path, O_CREAT | O_EXCL) else { throw failure("open", path) }
        try file.write(pieces, pauses: pauses)
    }

    /// Moves `old` to `new`, replacing what is there.
    /// - Returns: `false` if `old` is not there.
    static func move(_ old: [UInt8], to new: [UInt8]) throws -> Bool {
        if unsafe rename(terminated(old), terminated(new)) == 0 { return true }
        guard errno == ENOENT else { throw failure("rename", old) }
        return false
    }

    /// - Returns: `false` if `path` is not there.
    static func remove(_ path: [UInt8]) throws -> Bool {
        if unsafe unlink(terminated(path)) == 0 { return true }
        guard errno == ENOENT else { throw failure("unlink", path) }
        return false
    }

    static func link(_ old: [UInt8], to new: [UInt8]) throws {
        guard unsafe Glibc.link(terminated(old), terminated(new)) == 0 else { throw failure("link", new) }
    }

    static func makeFolder(_ path: [UInt8]) throws {
        guard unsafe mkdir(terminated(path), 0o770) == 0 || errno == EEXIST else { throw failure("mkdir", path) }
    }

    static func removeFolder(_ path: [UInt8]) throws {
        guard unsafe rmdir(terminated(path)) == 0 else { throw failure("rmdir", path) }
    }

    static func makeSymbolicLink(_ path: [UInt8], to target: String) throws {
        guard unsafe symlink(target, terminated(path)) == 0 else { throw failure("symlink", path) }
    }

    static func makePipe(_ path: [UInt8]) throws {
        guard unsafe mkfifo(terminated(path), 0o666) == 0 else { throw failure("mkfifo", path) }
    }

    /// The inode of `path`; nil if nothing is there.
    static func inode(_ path: [UInt8]) -> UInt64? {
        var facts = stat()
        return unsafe lstat(terminated(path), &facts) == 0 ? UInt64(facts.st_ino) : nil
    }

    /// The whole content; nil if nothing is there.
    static func content(_ path: [UInt8]) throws -> [UInt8]? {
        guard let file = try WatchedFile(path) else { return nil }
        return try file.content()
    }

    static func pause(milliseconds: Int) {
        if milliseconds > 0 { usleep(UInt32(milliseconds) * 1000) }
    }

    static func failure(_ call: String, _ path: [UInt8]) -> ProducerTrouble {
        let reason = unsafe String(cString: strerror(errno))
        return ProducerTrouble(
            description: "\(call) \(String(decoding: path, as: UTF8.self).debugDescription): \(reason)")
    }

    static func terminated(_ path: [UInt8]) -> [CChar] { path.map { CChar(bitPattern: $0) } + [0] }
}

/// Something that must not happen to a producer.
struct ProducerTrouble: Error, CustomStringConvertible {
    let description: String
}

/// A file that a producer has open for writing; closed with the last reference.
final class WrittenFile {
    private let descriptor: Int32

    /// - Returns: nil if `path` is not there (and is not to be made).
    init?(_ path: [UInt8], _ flags: Int32 = 0, appending: Bool = false) throws {
        let flags = appending ? flags | O_APPEND : flags
        descriptor = unsafe open(ProducerDisk.terminated(path), O_WRONLY | O_CLOEXEC | flags, 0o666)
        if descriptor < 0 {
            guard errno == ENOENT, flags & O_CREAT == 0 else { throw ProducerDisk.failure("open", path) }
            return nil
        }
    }

    deinit { close(descriptor) }

    var inode: UInt64 {
        var facts = stat()
        unsafe fstat(descriptor, &facts)
        return UInt64(facts.st_ino)
    }

    /// Writes `pieces` one after the other from where it stands, with pauses after all but the last.
    func write(_ pieces: [[UInt8]], pauses: [Int] = []) throws {
        for (index, piece) in pieces.enumerated() {
            var rest = piece[...]
            while !rest.isEmpty {
                let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
                guard count > 0 else { throw ProducerDisk.failure("write", []) }
                rest = rest.dropFirst(count)
            }
            if index + 1 < pieces.count, index < pauses.count { ProducerDisk.pause(milliseconds: pauses[index]) }
        }
    }

    func cut(to size: Int) throws {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw ProducerDisk.failure("ftruncate", []) }
    }
}

/// A file that a producer keeps in sight by an open descriptor, whatever becomes of its name.
final class WatchedFile {
    private let descriptor: Int32

    /// - Returns: nil if `path` is not there.
    init?(_ path: [UInt8]) throws {
        descriptor = unsafe open(ProducerDisk.terminated(path), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        if descriptor < 0 {
            guard errno == ENOENT else { throw ProducerDisk.failure("open", path) }
            return nil
        }
    }

    deinit { close(descriptor) }

    /// Whether it has a name anywhere.
    var hasName: Bool {
        var facts = stat()
        return unsafe fstat(descriptor, &facts) == 0 && facts.st_nlink > 0
    }

    func content() throws -> [UInt8] {
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw ProducerDisk.failure("read", []) }
            if count == 0 { return content }
            content += buffer.prefix(count)
        }
    }
}
