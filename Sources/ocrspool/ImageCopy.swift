internal import LinuxSupport
internal import Spool
internal import Worker

/// Copies an image to a hidden name of an inbox folder, and checks it against what its request says of it.
struct ImageCopy {
    let folder: DirectoryHandle
    /// Of the copy, whatever the umask.
    let mode: UInt32
    let name: FileName

    /// - Returns: the image's bytes and, where `digests` asks for it, SHA-256.
    /// - Throws: `Fault.source` for what is the image's, `Fault.spool` for what is the inbox's.
    func write(
        _ reader: borrowing StreamReader, digests: Bool, copied: (Int) -> Void
    ) throws(Fault) -> (bytes: Int, sha256: String?) {
        let copy = try spool { () throws(SystemCallError) in
            let copy = try folder.createFile(name, mode: mode)
            try copy.setMode(mode, folder.display(name))
            return copy
        }
        var hash = try spool { () throws(SystemCallError) in try SHA256() }
        var count = 0
        while true {
            let chunk: [UInt8]
            do { chunk = try reader.read(limit: 1 << 20, whileIdle: { copied(0) }) } catch { throw .source(error) }
            if chunk.isEmpty { break }
            try spool { () throws(SystemCallError) in try copy.writeAll(chunk, folder.display(name)) }
            if digests { hash.update(chunk) }
            count += chunk.count
            copied(chunk.count)
        }
        do { try copy.synchronize(folder.display(name)) } catch { throw .spool(error) }
        do { try copy.close() } catch { throw .spool(error) }
        return (count, digests ? hash.hexadecimal() : nil)
    }

    enum Fault: Error {
        case source(CommandError)
        case spool(SystemCallError)
    }

    private func spool<Value: ~Copyable>(_ body: () throws(SystemCallError) -> Value) throws(Fault) -> Value {
        do { return try body() } catch { throw .spool(error) }
    }
}
