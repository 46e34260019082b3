internal import Glibc

extension DirectoryHandle {
    /// Makes the new file `name` with `bytes`, flushed to the device. Its *name* is durable only after
    /// `synchronize()`. A crash leaves no file, or one with any part of the bytes.
    package func createDurably(_ name: FileName, _ bytes: [UInt8], mode: UInt32 = 0o640) throws(SystemCallError) {
        let file = try createFile(name, mode: mode)
        do {
            try file.writeAll(bytes, display(name))
            try file.synchronize(display(name))
            try file.close()
        } catch {
            // Best effort: what is half written must not lie about under a name that is tried again.
            _ = try? remove(name)
            throw error
        }
    }

    /// Puts `bytes` under `name`, old content or new after a crash, never a mixture; durable on return.
    ///
    /// Writes `.<name>.new`, flushes it, renames it over `name` and flushes the directory. Only for files that are the
    /// program's own: results are published by `moveNoReplace`.
    package func replaceDurably(_ name: FileName, _ bytes: [UInt8], mode: UInt32 = 0o640) throws(SystemCallError) {
        let temporary = try newFileName(for: name)
        _ = try remove(temporary)
        try createDurably(temporary, bytes, mode: mode)
        try replace(name, with: temporary)
        try synchronize()
    }

    /// Puts `bytes` under `name` so that a reader sees the old content or the new one, without waiting for the
    /// device: for what may be lost in a power cut, such as the status.
    ///
    /// - Parameter staging: where it is written before it is moved into place; here if `nil`. Where several processes
    ///   write the same name, each needs a place of its own: two that shared one would move half of the other's.
    package func replaceAtomically(
        _ name: FileName, _ bytes: [UInt8], mode: UInt32 = 0o640, stagedIn staging: DirectoryHandle? = nil
    ) throws(SystemCallError) {
        let place = staging ?? self
        let temporary = try newFileName(for: name)
        _ = try place.remove(temporary)
        let file = try place.createFile(temporary, mode: mode)
        try file.writeAll(bytes, place.display(temporary))
        try file.close()
        try replace(name, with: temporary, from: place)
    }

    func newFileName(for name: FileName) throws(SystemCallError) -> FileName {
        guard let temporary = FileName([0x2E] + name.bytes + Array(".new".utf8)) else {
            throw SystemCallError(call: "openat", subject: display(name), code: EINVAL)
        }
        return temporary
    }
}
