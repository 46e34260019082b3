import TestSupport
import Testing

@Suite("ocrspool-watch: directories")
struct WatchProgramDirectoryTests {
    @Test("what happens in directories that were there at the start is told with their path")
    func presentDirectories() async throws {
        let fixture = try await WatchProgramFixture { try $0.makeDirectory("tree/a/b") }
        let records = try await fixture.records { try $0.write(to: "tree/a/b/file") }
        #expect(records == ["C a/b/file", "W a/b/file"])
    }

    @Test("a new directory appears once, is watched, and is gone when it is deleted")
    func newDirectory() async throws {
        let fixture = try await WatchProgramFixture()
        #expect(try await fixture.records { try $0.makeDirectory("tree/a") } == ["N a"])
        #expect(try await fixture.records { try $0.write(to: "tree/a/file") } == ["C a/file", "W a/file"])
        #expect(try await fixture.records { $0.remove("tree/a") } == ["D a/file", "G a"])
    }

    @Test("of files made at once in a new deep folder each is told, or lies below a directory that is to be scanned")
    func filesInNewFolder() async throws {
        let fixture = try await WatchProgramFixture()
        for round in 1...50 {
            let records = try await fixture.records { directory in
                try directory.makeDirectory("tree/\(round)/b/c/d")
                try directory.write(to: "tree/\(round)/b/c/d/file")
                try directory.write(to: "tree/\(round)/b/file")
            }
            #expect(records.first == "N \(round)")
            #expect(Set(records).count == records.count)
            // From now on all of it is watched.
            #expect(
                try await fixture.records { try $0.write(to: "tree/\(round)/b/c/d/file") } == ["W \(round)/b/c/d/file"])
        }
    }

    @Test("a folder moved in whole appears as one directory, and all below it is watched")
    func movedInWhole() async throws {
        let fixture = try await WatchProgramFixture {
            try $0.makeDirectory("outside/a/b")
            try $0.write(to: "outside/a/b/file")
        }
        #expect(try await fixture.records { try $0.rename("outside", to: "tree/inside") } == ["M inside"])
        #expect(try await fixture.records { try $0.write(to: "tree/inside/a/b/file") } == ["W inside/a/b/file"])
    }

    @Test("a folder renamed inside the tree is gone and appears, and what is in it has the new path at once")
    func renamed() async throws {
        let fixture = try await WatchProgramFixture { try $0.makeDirectory("tree/old/deep/er") }
        let records = try await fixture.records { directory in
            try directory.rename("tree/old", to: "tree/new")
            try directory.write(to: "tree/new/deep/er/file")
        }
        #expect(records == ["G old", "N new", "C new/deep/er/file", "W new/deep/er/file"])
    }

    @Test("a new folder under the name of a renamed one is another one")
    func nameUsedAgain() async throws {
        let fixture = try await WatchProgramFixture { try $0.makeDirectory("tree/a/sub") }
        let moved = try await fixture.records { directory in
            try directory.rename("tree/a", to: "tree/b")
            try directory.makeDirectory("tree/a")
        }
        #expect(moved == ["G a", "N b", "N a"])
        let written = try await fixture.records { directory in
            try directory.write(to: "tree/a/1")
            try directory.write(to: "tree/b/sub/2")
        }
        #expect(written == ["C a/1", "W a/1", "C b/sub/2", "W b/sub/2"])
    }

    @Test("a name deleted and made again many times is watched each time, and renamed after that has its new path")
    func deletedAndMadeAgain() async throws {
        let fixture = try await WatchProgramFixture()
        for _ in 1...20 {
            #expect(try await fixture.records { try $0.makeDirectory("tree/a") } == ["N a"])
            #expect(try await fixture.records { try $0.write(to: "tree/a/file") } == ["C a/file", "W a/file"])
            #expect(try await fixture.records { $0.remove("tree/a") } == ["D a/file", "G a"])
        }
        #expect(try await fixture.records { try $0.makeDirectory("tree/a") } == ["N a"])
        #expect(try await fixture.records { try $0.rename("tree/a", to: "tree/b") } == ["G a", "N b"])
        #expect(try await fixture.records { try $0.write(to: "tree/b/file") } == ["C b/file", "W b/file"])
    }

    @Test("a folder moved out of the tree is gone, and what happens in it says nothing more")
    func movedOut() async throws {
        let fixture = try await WatchProgramFixture { try $0.makeDirectory("tree/a/b") }
        #expect(try await fixture.records { try $0.rename("tree/a", to: "outside") } == ["G a"])
        #expect(try await fixture.records { try $0.write(to: "outside/b/file") }.isEmpty)
    }

    @Test("two folders that change places keep their own files apart")
    func exchanged() async throws {
        let fixture = try await WatchProgramFixture {
            try $0.makeDirectory("tree/a/in-a")
            try $0.makeDirectory("tree/b/in-b")
        }
        let moved = try await fixture.records { directory in
            try directory.rename("tree/a", to: "tree/c")
            try directory.rename("tree/b", to: "tree/a")
            try directory.rename("tree/c", to: "tree/b")
        }
        #expect(moved == ["G a", "N c", "G b", "N a", "G c", "N b"])
        let written = try await fixture.records { directory in
            try directory.write(to: "tree/b/in-a/1")
            try directory.write(to: "tree/a/in-b/2")
        }
        #expect(written == ["C b/in-a/1", "W b/in-a/1", "C a/in-b/2", "W a/in-b/2"])
    }

    @Test("hidden directories and @eaDir are left out until they get another name")
    func leftOut() async throws {
        let fixture = try await WatchProgramFixture { try $0.makeDirectory("tree/.old/sub") }
        let hidden = try await fixture.records { directory in
            try directory.makeDirectory("tree/.new/sub")
            try directory.makeDirectory("tree/@eaDir")
            for name in [".old/sub/1", ".new/sub/2", ".new/3", "@eaDir/4"] { try directory.write(to: "tree/\(name)") }
        }
        #expect(hidden.isEmpty)
        #expect(try await fixture.records { try $0.rename("tree/.old", to: "tree/old") } == ["M old"])
        #expect(try await fixture.records { try $0.write(to: "tree/old/sub/1") } == ["W old/sub/1"])
        #expect(try await fixture.records { try $0.rename("tree/old", to: "tree/.old") } == ["G old"])
        #expect(try await fixture.records { try $0.write(to: "tree/.old/sub/1") }.isEmpty)
    }

    @Test("directories are watched to the given depth and not below it, wherever they are moved")
    func depth() async throws {
        let fixture = try await WatchProgramFixture(options: ["--depth", "2"]) {
            try $0.makeDirectory("tree/1/2/3")
            try $0.makeDirectory("tree/m/n")
        }
        let records = try await fixture.records { directory in
            try directory.write(to: "tree/1/2/file")
            try directory.write(to: "tree/1/2/3/file")
            try directory.makeDirectory("tree/1/2/4")
        }
        #expect(records == ["C 1/2/file", "W 1/2/file"])
        #expect(try await fixture.records { try $0.rename("tree/m", to: "tree/1/m") } == ["G m", "N 1/m"])
        #expect(try await fixture.records { try $0.write(to: "tree/1/m/n/file") }.isEmpty)
        #expect(try await fixture.records { try $0.rename("tree/1/m", to: "tree/m") } == ["G 1/m", "N m"])
        #expect(try await fixture.records { try $0.write(to: "tree/m/n/file") } == ["W m/n/file"])
    }

    @Test("eight levels below the directory are watched unless told otherwise")
    func defaultDepth() async throws {
        let fixture = try await WatchProgramFixture { try $0.makeDirectory("tree/1/2/3/4/5/6/7/8/9") }
        let records = try await fixture.records { directory in
            try directory.write(to: "tree/1/2/3/4/5/6/7/8/9/too-deep")
            try directory.write(to: "tree/1/2/3/4/5/6/7/8/file")
        }
        #expect(records == ["C 1/2/3/4/5/6/7/8/file", "W 1/2/3/4/5/6/7/8/file"])
    }
}
