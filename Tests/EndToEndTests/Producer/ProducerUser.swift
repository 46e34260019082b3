import Glibc

/// The user as whom a producer's thread makes files: the owner of the inbox, like the worker.
enum ProducerUser {
    private typealias SetIdentity = @convention(c) (UInt32) -> Int32

    /// Has the calling thread, and it alone, act on files as the owner of `directory` (setfsuid(2), setfsgid(2)). For
    /// anybody but the superuser it changes nothing.
    static func become(ownerOf directory: [UInt8]) throws {
        var facts = stat()
        guard unsafe stat(ProducerDisk.terminated(directory), &facts) == 0 else {
            throw ProducerDisk.failure("stat", directory)
        }
        guard geteuid() == 0 else { return }
        // The Glibc module lacks both.
        unsafe call("setfsgid", facts.st_gid)
        unsafe call("setfsuid", facts.st_uid)
    }

    @unsafe private static func call(_ name: String, _ identity: UInt32) {
        let address = unsafe dlsym(nil, name)
        _ = unsafe unsafeBitCast(address, to: SetIdentity.self)(identity)
    }
}
