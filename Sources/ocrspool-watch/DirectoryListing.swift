// SPDX-License-Identifier: GPL-2.0-only

import Glibc

/// Which directories stand in a directory.
enum DirectoryListing {
    /// Whether a directory of that name is left out, with all below it: hidden ones, and those in which a Synology
    /// keeps its thumbnails.
    static func leavesOut(_ name: [UInt8]) -> Bool {
        name.first == UInt8(ascii: ".") || name == Array("@eaDir".utf8)
    }

    /// The names of the directories in `path` that are not left out, in no order. Links are not followed.
    /// - Throws: `WatchRefusal` with the errno of `open`; it needs the right to read, which a watch needs too.
    static func subdirectories(of path: [UInt8]) throws(WatchRefusal) -> [[UInt8]] {
        let descriptor = unsafe open(path.cString, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw WatchRefusal(errno: errno) }
        guard let stream = unsafe fdopendir(descriptor) else {
            let code = errno
            close(descriptor)
            throw WatchRefusal(errno: code)
        }
        defer { unsafe closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe nameBytes(of: entry)
            guard !leavesOut(name), unsafe isDirectory(entry, name: name, in: descriptor) else { continue }
            names.append(name)
        }
        return names
    }

    /// File systems that do not tell the type in the listing are asked again.
    @unsafe private static func isDirectory(
        _ entry: UnsafeMutablePointer<dirent>, name: [UInt8], in descriptor: Int32
    ) -> Bool {
        guard unsafe Int(entry.pointee.d_type) == Int(DT_UNKNOWN) else {
            return unsafe Int(entry.pointee.d_type) == Int(DT_DIR)
        }
        var status = stat()
        guard unsafe fstatat(descriptor, name.cString, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    @unsafe private static func nameBytes(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
    }
}
