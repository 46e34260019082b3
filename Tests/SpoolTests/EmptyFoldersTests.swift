import Glibc
import LinuxSupport
import TestSupport
import Testing

@testable import Spool

@Suite("EmptyFolders")
struct EmptyFoldersTests {
    let fixture: SpoolFixture

    init() throws { fixture = try SpoolFixture() }

    /// Removes what is empty, by a clock that is so far ahead.
    private func remove(after wait: Duration = .seconds(3700), rules: IgnoreRules = .builtIn) throws -> [String] {
        var removed: [String] = []
        let now = Timestamp(unixMilliseconds: Timestamp.now.unixMilliseconds + wait.components.seconds * 1000)
        EmptyFolders.remove(from: try fixture.spool.inbox(), rules: rules, at: now) { removed.append($0.string) }
        return removed
    }

    private func make(_ folders: String...) throws {
        for folder in folders { try fixture.files.makeDirectory("spool/inbox/\(folder)") }
    }

    @Test("go when they have not changed for an hour, the deepest first, with those that held only such")
    func old() throws {
        try make("a/b/c", "a/d", "e")
        #expect(try remove() == ["a/b/c", "a/b", "a/d", "a", "e"])
        #expect(try fixture.files.names(in: "spool/inbox") == [])
        #expect(try remove() == [])
    }

    @Test("stay while they are younger")
    func young() throws {
        try make("a/b")
        #expect(try remove(after: .seconds(3500)) == [])
        #expect(fixture.files.exists("spool/inbox/a/b"))
    }

    @Test("stay when only their content was dated back: their own last change counts")
    func datedBack() throws {
        try make("a")
        var times = [timespec(tv_sec: 0, tv_nsec: 0), timespec(tv_sec: 0, tv_nsec: 0)]
        try #require(unsafe utimensat(AT_FDCWD, fixture.files.path("spool/inbox/a"), &times, 0) == 0)
        #expect(try remove(after: .zero) == [])
    }

    @Test("are not those that hold anything, be it a hidden file, a link or a folder's defaults")
    func content() throws {
        try fixture.drop("a/image.png")
        try fixture.drop("b/.hidden")
        try fixture.drop("c/.ocrspool.json")
        try make("d/.folder", "e/@eaDir", "f", "g/skipped")
        try #require(unsafe symlink("nothing", fixture.files.path("spool/inbox/f/link")) == 0)
        try #require(unsafe symlink("../f", fixture.files.path("spool/inbox/link")) == 0)
        #expect(try remove(rules: IgnoreRules(globs: ["skipped"])) == [])
    }

    @Test("deeper than eight are not looked for, and keep those above them")
    func deep() throws {
        try make("1/2/3/4/5/6/7/8/9", "2/2/3/4/5/6/7/8")
        #expect(try remove().first == "2/2/3/4/5/6/7/8")
        #expect(fixture.files.exists("spool/inbox/1/2/3/4/5/6/7/8/9"))
        #expect(!fixture.files.exists("spool/inbox/2"))
    }

    @Test("in an inbox that is gone are none")
    func gone() throws {
        try make("a")
        let inbox = try fixture.spool.inbox()
        fixture.files.remove("spool/inbox")
        EmptyFolders.remove(from: inbox, rules: .builtIn, at: .now) { path in Issue.record("removed \(path.string)") }
    }
}
