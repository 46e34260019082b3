import Glibc
import LinuxSupport
import TestSupport
import Testing

@testable import Spool

@Suite("MovedFolder")
struct MovedFolderTests {
    let fixture: SpoolFixture

    init() throws { fixture = try SpoolFixture() }

    private func folder(_ path: RelativePath) throws -> MovedFolder? {
        let name = try #require(path.name)
        let status = try fixture.spool.inbox().descendant(path.parent).status(name)
        return MovedFolder(try #require(status))
    }

    /// Moves `outside` into the inbox as `moved`, by a tick of the file system's clock later than all in it was made.
    private func moveIn() async throws {
        // Not before the last of them was made.
        try fixture.files.write("", to: "spool/last")
        try await laterThan(try #require(try fixture.spool.root.status("last")).changed)
        try fixture.files.rename("spool/outside", to: "spool/inbox/moved")
    }

    private func laterThan(_ time: Int64) async throws {
        let isLater = try await eventually {
            try fixture.files.write("", to: "spool/tick")
            return try #require(try fixture.spool.root.status("tick")).changed > time
        }
        try #require(isLater)
    }

    @Test("brought the files that were in it, in its folders too")
    func brought() async throws {
        try fixture.files.makeDirectory("spool/outside/inner")
        try fixture.files.write("1", to: "spool/outside/1.png")
        try fixture.files.write("2", to: "spool/outside/inner/2.png")
        try await moveIn()
        let folder = try #require(try folder("moved"))
        #expect(folder.brought(try fixture.status("moved/1.png")))
        #expect(folder.brought(try fixture.status("moved/inner/2.png")))
    }

    @Test("did not bring what was made or written in it since")
    func since() async throws {
        try fixture.files.makeDirectory("spool/outside/inner")
        try fixture.files.write("1", to: "spool/outside/1.png")
        try fixture.files.write("2", to: "spool/outside/2.png")
        try await moveIn()
        let folder = try #require(try folder("moved"))
        try fixture.files.write("longer", to: "spool/inbox/moved/1.png")
        try fixture.files.write("3", to: "spool/inbox/moved/inner/3.png")
        #expect(!folder.brought(try fixture.status("moved/1.png")))
        #expect(folder.brought(try fixture.status("moved/2.png")))
        #expect(!folder.brought(try fixture.status("moved/inner/3.png")))
    }

    @Test("is none when a name in it was made last")
    func changed() async throws {
        try fixture.files.makeDirectory("spool/outside")
        try fixture.files.write("1", to: "spool/outside/1.png")
        try await moveIn()
        try fixture.files.write("2", to: "spool/inbox/moved/2.png")
        #expect(try folder("moved") == nil)
        try fixture.files.makeDirectory("spool/inbox/made")
        #expect(try folder("made") == nil)
    }

    @Test("is no file")
    func file() throws {
        try fixture.drop("a.png")
        #expect(try folder("a.png") == nil)
    }
}
