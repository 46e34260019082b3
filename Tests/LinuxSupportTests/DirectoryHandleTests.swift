import Glibc
import LinuxSupport
import TestSupport
import Testing

@Suite("DirectoryHandle")
struct DirectoryHandleTests {
    let files: TemporaryDirectory
    let directory: DirectoryHandle

    init() throws {
        files = try TemporaryDirectory()
        directory = try DirectoryHandle.open(path: files.path)
    }

    @Test("moves nothing over anything: file, folder or link")
    func noReplace() throws {
        try files.write("new", to: "new")
        try files.write("old", to: "file")
        try files.makeDirectory("folder")
        try #require(unsafe symlink("nothing", files.path("link")) == 0)
        for target in ["file", "folder", "link"] as [FileName] {
            let error = #expect(throws: SystemCallError.self) {
                try directory.moveNoReplace("new", to: directory, as: target)
            }
            #expect(error?.isTaken == true)
        }
        #expect(try files.content(of: "file") == Array("old".utf8))
        #expect(try files.content(of: "new") == Array("new".utf8))
    }

    @Test("follows no link on the way down, to open, to read or to look")
    func links() throws {
        try files.makeDirectory("real/deep")
        try files.write("secret", to: "real/file")
        try #require(unsafe symlink("real", files.path("link")) == 0)
        try #require(unsafe symlink("real/file", files.path("file")) == 0)
        #expect(throws: SystemCallError.self) { _ = try directory.subdirectory("link") }
        #expect(throws: SystemCallError.self) { _ = try directory.descendant("link/deep") }
        #expect(throws: SystemCallError.self) { _ = try directory.makeDescendant("link/new") }
        #expect(throws: SystemCallError.self) { _ = try directory.read("file", limit: 100) }
        #expect(try directory.status("link")?.kind == .symbolicLink)
        #expect(!files.exists("real/new"))
    }

    @Test("reads no more than it may, and only regular files")
    func reading() throws {
        try files.write("12345", to: "five")
        #expect(try directory.read("five", limit: 5) == Array("12345".utf8))
        #expect(throws: SystemCallError(call: "read", subject: directory.display("five"), code: EFBIG)) {
            _ = try directory.read("five", limit: 4)
        }
        try #require(unsafe mkfifo(files.path("fifo"), 0o600) == 0)
        #expect(throws: SystemCallError(call: "openat", subject: directory.display("fifo"), code: EINVAL)) {
            _ = try directory.read("fifo", limit: 4)
        }
    }

    @Test("lists a hundred names and more, sorted, again and again, with such as are not UTF-8")
    func entries() throws {
        for number in 0..<150 { try files.write("", to: "\(number)") }
        try files.write([], to: [0xFF])
        let expected = try (0..<150).map { try #require(FileName("\($0)")) } + [try #require(FileName([0xFF]))]
        #expect(try directory.entries() == expected.sorted())
        #expect(try directory.entries().count == 151)
    }

    @Test("makes a folder once and says so")
    func makeDirectory() throws {
        #expect(try directory.makeDirectory("a"))
        #expect(try !directory.makeDirectory("a"))
        _ = try directory.makeDescendant("a/b/c")
        #expect(files.exists("a/b/c"))
    }

    @Test("says of a missing thing that it is missing, and removes it without complaint")
    func missing() throws {
        #expect(try directory.status("nothing") == nil)
        #expect(try !directory.contains("nothing"))
        #expect(try !directory.remove("nothing"))
        #expect(try !directory.removeDirectory("nothing"))
    }

    @Test("does not show a name that would act on a terminal")
    func display() throws {
        try files.makeDirectory("\u{1B}[2J")
        let hostile = try DirectoryHandle.open(path: files.path("\u{1B}[2J"))
        #expect(!hostile.displayPath.contains("\u{1B}"))
        #expect(!hostile.display("\n").contains("\n"))
    }
}

@Suite("Durable files")
struct DurableFileTests {
    let files: TemporaryDirectory
    let directory: DirectoryHandle

    init() throws {
        files = try TemporaryDirectory()
        directory = try DirectoryHandle.open(path: files.path)
    }

    @Test("are new, or not made")
    func create() throws {
        try directory.createDurably("a", [1, 2])
        #expect(throws: SystemCallError.self) { try directory.createDurably("a", [3]) }
        #expect(try files.content(of: "a") == [1, 2])
    }

    @Test("are replaced whole, past what a crash left", arguments: [true, false])
    func replace(durably: Bool) throws {
        try files.write("old", to: "a")
        try files.write("half", to: ".a.new")
        if durably {
            try directory.replaceDurably("a", Array("new".utf8))
        } else {
            try directory.replaceAtomically("a", Array("new".utf8))
        }
        #expect(try files.content(of: "a") == Array("new".utf8))
        #expect(try files.names() == ["a"])
    }
}

@Suite("FileLock")
struct FileLockTests {
    let files: TemporaryDirectory
    let directory: DirectoryHandle

    init() throws {
        files = try TemporaryDirectory()
        directory = try DirectoryHandle.open(path: files.path)
    }

    @Test("is held by one, and free when its owner goes")
    func exclusive() async throws {
        var lock = try FileLock.acquire("lock", in: directory)
        #expect(lock != nil)
        #expect(try FileLock.acquire("lock", in: directory) == nil)
        lock = nil
        // A program that another test is just starting may still hold a copy of the descriptor.
        #expect(try await eventually { try FileLock.acquire("lock", in: directory) != nil })
    }

    @Test("can be asked for without being taken, and without making its file")
    func isHeld() async throws {
        #expect(try !FileLock.isHeld("lock", in: directory))
        #expect(try files.names() == [])
        var lock = try FileLock.acquire("lock", in: directory)
        #expect(lock != nil)
        #expect(try FileLock.isHeld("lock", in: directory))
        lock = nil
        #expect(try await eventually { try !FileLock.isHeld("lock", in: directory) })
    }

    @Test("of a file that was removed meanwhile keeps nobody out")
    func removed() throws {
        let old = try FileLock.acquire("lock", in: directory)
        files.remove("lock")
        #expect(try FileLock.acquire("lock", in: directory) != nil)
        withExtendedLifetime(old) {}
    }

    @Test("survives the start and the end of another program")
    func otherProgram() async throws {
        let lock = try FileLock.acquire("lock", in: directory)
        let program = try RunningProgram("true")
        #expect(try await program.waitForEnd() == .exited(0))
        #expect(try FileLock.isHeld("lock", in: directory))
        withExtendedLifetime(lock) {}
    }
}
