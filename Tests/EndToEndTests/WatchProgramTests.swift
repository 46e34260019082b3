import Glibc
import TestSupport
import Testing

@Suite("ocrspool-watch: files")
struct WatchProgramTests {
    @Test("a file written in place is created and then written")
    func written() async throws {
        let fixture = try await WatchProgramFixture()
        let records = try await fixture.records { try $0.write("text", to: "tree/a.txt") }
        #expect(records == ["C a.txt", "W a.txt"])
    }

    @Test("a file renamed into the tree is moved in, and renamed out of it moved away")
    func movedInAndAway() async throws {
        let fixture = try await WatchProgramFixture { try $0.write("text", to: "outside") }
        #expect(try await fixture.records { try $0.rename("outside", to: "tree/inside") } == ["T inside"])
        #expect(try await fixture.records { try $0.rename("tree/inside", to: "outside") } == ["F inside"])
    }

    @Test("a rename inside the tree tells the old name and then the new one")
    func renamed() async throws {
        let fixture = try await WatchProgramFixture {
            try $0.write("text", to: "tree/old")
            try $0.makeDirectory("tree/folder")
        }
        let records = try await fixture.records { try $0.rename("tree/old", to: "tree/folder/new") }
        #expect(records == ["F old", "T folder/new"])
    }

    @Test("a deleted file is deleted")
    func deleted() async throws {
        let fixture = try await WatchProgramFixture { try $0.write("text", to: "tree/a.txt") }
        #expect(try await fixture.records { $0.remove("tree/a.txt") } == ["D a.txt"])
    }

    @Test("hard links, symbolic links to directories too, and FIFOs are created")
    func specialFiles() async throws {
        let fixture = try await WatchProgramFixture { try $0.write("text", to: "outside") }
        let records = try await fixture.records { directory in
            let tree = directory.path("tree")
            try #require(unsafe link(directory.path("outside"), "\(tree)/hard") == 0)
            try #require(unsafe symlink("/usr", "\(tree)/soft") == 0)
            try #require(unsafe mkfifo("\(tree)/fifo", 0o600) == 0)
        }
        #expect(records == ["C hard", "C soft", "C fifo"])
    }

    @Test("reading, appending without closing, and attributes say nothing")
    func silentChanges() async throws {
        let fixture = try await WatchProgramFixture { try $0.write("text", to: "tree/a.txt") }
        let records = try await fixture.records { directory in
            _ = try directory.content(of: "tree/a.txt")
            try #require(unsafe chmod(directory.path("tree/a.txt"), 0o600) == 0)
            try #require(unsafe utimes(directory.path("tree/a.txt"), nil) == 0)
        }
        #expect(records.isEmpty)
    }

    @Test(
        "names are the kernel's bytes, whole",
        arguments: [
            Array("line\nbreak \t and  spaces".utf8), [0xff, 0xfe, 0x80, 0x2d], Array(repeating: 0x78, count: 255),
            Array("übergrößenträger-図面.png".utf8), Array("-rf".utf8), [0x01, 0x1b, 0x5b, 0x32, 0x4a],
        ])
    func oddNames(name: [UInt8]) async throws {
        let fixture = try await WatchProgramFixture()
        try fixture.directory.write(Array("x".utf8), to: Array("tree/".utf8) + name)
        let expected = [[UInt8(ascii: "C")] + name, [UInt8(ascii: "W")] + name]
        #expect(try await eventually { fixture.rawRecords.dropFirst().elementsEqual(expected) })
    }

    @Test("a path of eight names of 250 bytes arrives whole")
    func longPath() async throws {
        let folder = Array(repeating: String(repeating: "d", count: 250), count: 7).joined(separator: "/")
        let fixture = try await WatchProgramFixture { try $0.makeDirectory("tree/\(folder)") }
        let file = folder + "/" + String(repeating: "f", count: 250)
        #expect(try await fixture.records { try $0.write(to: "tree/\(file)") } == ["C \(file)", "W \(file)"])
    }

    @Test("a thousand files written one after the other are told in that order, none left out")
    func inOrder() async throws {
        let fixture = try await WatchProgramFixture()
        let names = (0..<1000).map { "\($0).png" }
        let records = try await fixture.records { directory in
            for name in names { try directory.write(to: "tree/\(name)") }
        }
        #expect(records == names.flatMap { ["C \($0)", "W \($0)"] })
    }
}
