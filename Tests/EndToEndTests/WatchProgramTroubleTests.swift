import Glibc
import TestSupport
import Testing

@Suite("ocrspool-watch: trouble")
struct WatchProgramTroubleTests {
    private static let goneText = "E the watched directory is gone; waiting for it to come back"

    @Test("when the kernel's queue overflows, everything is to be scanned, and watching goes on")
    func overflow() async throws {
        let fixture = try await WatchProgramFixture()
        let limit = try #require(Int(try Self.text(ofFile: "/proc/sys/fs/inotify/max_queued_events")))
        fixture.program.send(SIGSTOP)
        try fixture.directory.makeDirectory("tree/made-while-it-slept")
        // At least one event each: the kernel merges only neighbours that are equal.
        for number in 0...limit { try fixture.directory.write(to: "tree/\(number % 1000)") }
        try fixture.directory.makeDirectory("tree/its-event-is-lost")
        fixture.program.send(SIGCONT)
        try await fixture.waitFor("O ")
        _ = fixture.newRecords()
        let records = try await fixture.records { try $0.write(to: "tree/its-event-is-lost/file") }
        #expect(records == ["C its-event-is-lost/file", "W its-event-is-lost/file"])
    }

    @Test("it ends with status 0 when its reader goes away, though nothing happens")
    func idleReaderGone() async throws {
        let fixture = try await WatchProgramFixture()
        fixture.program.closeOutput()
        #expect(try await fixture.program.waitForEnd() == .exited(0))
    }

    @Test("it ends with status 0 when its reader goes away while it is writing")
    func busyReaderGone() async throws {
        let fixture = try await WatchProgramFixture()
        // More than a pipe holds, so it waits in the middle of a write.
        for number in 0..<4000 { try fixture.directory.write(to: "tree/\(number)-a-name-of-some-length") }
        fixture.program.closeOutput()
        #expect(try await fixture.program.waitForEnd() == .exited(0))
    }

    @Test("SIGTERM and SIGINT end it with status 0", arguments: [SIGTERM, SIGINT])
    func signals(signal: Int32) async throws {
        let fixture = try await WatchProgramFixture()
        fixture.program.send(signal)
        #expect(try await fixture.program.waitForEnd() == .exited(0))
    }

    @Test("SIGTERM ends it while its reader reads nothing and the pipe is full")
    func endsInTheMiddleOfAWrite() async throws {
        let fixture = try await WatchProgramFixture()
        for number in 0..<4000 { try fixture.directory.write(to: "tree/\(number)-a-name-of-some-length") }
        #expect(try await eventually { try Self.isWriting(fixture.program.processID) })
        fixture.program.send(SIGTERM)
        #expect(try await fixture.program.waitForEnd() == .exited(0))
    }

    @Test("the directory itself deleted is gone, and made again appears and is watched", arguments: [false, true])
    func rootDeleted(isHeldOpen: Bool) async throws {
        let fixture = try await WatchProgramFixture { try $0.makeDirectory("tree/a") }
        let holder = isHeldOpen ? unsafe open(fixture.directory.path("tree"), O_RDONLY | O_CLOEXEC) : -1
        defer { if holder >= 0 { close(holder) } }
        fixture.directory.remove("tree")
        try await fixture.waitFor(Self.goneText)
        #expect(fixture.newRecords() == ["G a", "G ", Self.goneText])
        try fixture.directory.makeDirectory("tree/b")
        try await fixture.waitFor("N ")
        _ = fixture.newRecords()
        #expect(try await fixture.records { try $0.write(to: "tree/b/file") } == ["C b/file", "W b/file"])
    }

    @Test("the directory itself moved away is gone, is not followed, and moved back appears")
    func rootMoved() async throws {
        let fixture = try await WatchProgramFixture()
        try fixture.directory.rename("tree", to: "elsewhere")
        try await fixture.waitFor(Self.goneText)
        try fixture.directory.write(to: "elsewhere/unseen")
        #expect(fixture.newRecords() == ["G ", Self.goneText])
        try fixture.directory.rename("elsewhere", to: "tree")
        try await fixture.waitFor("N ")
        #expect(fixture.newRecords() == ["N "])
        #expect(try await fixture.records { $0.remove("tree/unseen") } == ["D unseen"])
    }

    @Test("a directory above the watched one moved away is seen too")
    func parentMoved() async throws {
        let directory = try TemporaryDirectory()
        try directory.makeDirectory("above/tree")
        let program = try RunningProgram(BuiltProgram.path("ocrspool-watch"), [directory.path("above/tree")])
        try await program.waitForOutput { WatchProgramFixture.texts(in: $0) == ["R"] }
        try directory.rename("above", to: "elsewhere")
        try await program.waitForOutput { output in
            WatchProgramFixture.records(in: output).map(\.first) == Array("RGE".utf8)
        }
        program.closeOutput()
        #expect(try await program.waitForEnd() == .exited(0))
    }

    @Test("a link to a directory can be watched, links in it are not followed")
    func links() async throws {
        let directory = try TemporaryDirectory()
        for name in ["tree", "other"] { try directory.makeDirectory(name) }
        try #require(unsafe symlink("tree", directory.path("link")) == 0)
        try #require(unsafe symlink("../other", directory.path("tree/inner")) == 0)
        let program = try RunningProgram(BuiltProgram.path("ocrspool-watch"), [directory.path("link")])
        try await program.waitForOutput { WatchProgramFixture.texts(in: $0) == ["R"] }
        try directory.write(to: "other/unseen")
        try directory.write(to: "tree/seen")
        try await program.waitForOutput { WatchProgramFixture.texts(in: $0) == ["R", "Cseen", "Wseen"] }
    }

    /// The text of a small file of the kernel, without its line end.
    private static func text(ofFile path: String) throws -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        try #require(count > 0)
        return String(decoding: buffer.prefix(count).prefix { $0 != 0x0a }, as: UTF8.self)
    }

    /// Whether the process waits in `write`, which has the number 1 on x86-64 and 64 on 64-bit ARM.
    private static func isWriting(_ processID: Int32) throws -> Bool {
        let call = try text(ofFile: "/proc/\(processID)/syscall")
        return call.hasPrefix("1 0x1 ") || call.hasPrefix("64 0x1 ")
    }
}
