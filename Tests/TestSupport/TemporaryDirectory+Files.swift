package import Foundation
import Glibc

// What tests of whole programs do with files besides writing and reading them. Names are bytes, without NUL, relative to
// the directory; every method throws `SetUpError` with the call that failed.
extension TemporaryDirectory {
    /// Renames `old` to `new`, replacing what is there.
    package func rename(_ old: [UInt8], to new: [UInt8]) throws {
        guard unsafe Glibc.rename(terminated(old), terminated(new)) == 0 else { throw failure("rename", new) }
    }

    /// Whether `name` is there, as anything; a dangling link is.
    package func exists(_ name: [UInt8]) -> Bool {
        var status = stat()
        return unsafe lstat(terminated(name), &status) == 0
    }

    /// Sets the permission bits of `name`; of the directory itself when empty.
    package func setMode(_ mode: UInt32, of name: String) throws {
        guard unsafe chmod(path(name), mode) == 0 else { throw failure("chmod", Array(name.utf8)) }
    }

    /// Makes `name` a symbolic link that says `target`.
    package func makeLink(_ name: String, to target: String) throws {
        guard unsafe symlink(target, path(name)) == 0 else { throw failure("symlink", Array(name.utf8)) }
    }

    /// Gives the file `old` a second name.
    package func makeHardLink(_ new: String, to old: String) throws {
        guard unsafe link(path(old), path(new)) == 0 else { throw failure("link", Array(new.utf8)) }
    }

    package func makeFIFO(_ name: String) throws {
        guard unsafe mkfifo(path(name), 0o666) == 0 else { throw failure("mkfifo", Array(name.utf8)) }
    }

    /// Makes `name` a socket of the file system, which nobody listens at.
    package func makeSocket(_ name: String) throws {
        guard unsafe mknod(path(name), S_IFSOCK | 0o666, 0) == 0 else { throw failure("mknod", Array(name.utf8)) }
    }

    /// Copies a file from anywhere to `name`.
    package func copy(from source: String, to name: String) throws {
        try write(Array(try Data(contentsOf: URL(filePath: source))), to: Array(name.utf8))
    }

    /// Opens `name`, which is made if it is missing, to be written at its end.
    package func openForAppending(_ name: String) throws -> FileHandle {
        let descriptor = unsafe open(path(name), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure("open", Array(name.utf8)) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// The relative paths of all that is below the directory `name` and no directory, as bytes, in no order.
    package func files(below name: [UInt8]) -> [[UInt8]] {
        guard let stream = unsafe opendir(terminated(name)) else { return [] }
        defer { unsafe closedir(stream) }
        var found: [[UInt8]] = []
        while let entry = unsafe readdir(stream) {
            let entryName = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            if entryName == Array(".".utf8) || entryName == Array("..".utf8) { continue }
            if unsafe entry.pointee.d_type == UInt8(DT_DIR) {
                let prefix = entryName + [UInt8(ascii: "/")]
                found += files(below: name + [UInt8(ascii: "/")] + entryName).map { prefix + $0 }
            } else {
                found.append(entryName)
            }
        }
        return found
    }

    /// The same for names that are UTF-8, sorted.
    package func files(below name: String) -> [String] {
        files(below: Array(name.utf8)).map { String(decoding: $0, as: UTF8.self) }.sorted()
    }

    private func terminated(_ name: [UInt8]) -> [CChar] {
        (Array("\(path)/".utf8) + name).map { CChar(bitPattern: $0) } + [0]
    }

    private func failure(_ call: String, _ name: [UInt8]) -> SetUpError {
        SetUpError(call, path(String(decoding: name, as: UTF8.self)))
    }
}
