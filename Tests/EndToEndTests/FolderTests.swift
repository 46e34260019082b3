import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("Arrival: folders, and what is passed over")
struct FolderTests {
    @Test("an image in a subfolder has its result, its original and its dead letter under the same path")
    func subfolder() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try await worker.watching()
        try spool.makeFolder("a/b")
        try spool.drop(try Picture.line(), as: "a/b/good.png")
        try spool.drop(Array("no image".utf8), as: "a/b/bad.png")
        let result = try await worker.result(of: "a/b/good.png")
        let error = try await worker.error(of: "a/b/bad.png")
        #expect(result.at("image", "name")?.string == "a/b/good.png")
        #expect(error.at("image", "name")?.string == "a/b/bad.png")
        try await worker.rest()
        #expect(spool.archiveFiles == ["a/b/good.png"])
        #expect(spool.deadLetterFiles == ["a/b/bad.png/bad.png", "a/b/bad.png/error.json"])
    }

    @Test("temporary, hidden and service names are no images, are told in the status, and stay")
    func passedOver() async throws {
        let spool = try await TestSpool()
        let hidden = [".DS_Store", "._a.png", ".hidden.png", ".nfs0001"]
        let temporary = [
            "a.png.tmp", "b.png.part", "c.PARTIAL", "d.png.filepart", "e.png.crdownload", "f.png~", "~$g.png",
        ]
        let desktop = ["Thumbs.db", "desktop.ini"]
        for name in hidden + temporary + desktop { try spool.drop(try Picture.line(tag: name), as: name) }
        try spool.makeFolder("@eaDir")
        try spool.drop(try Picture.line(tag: "service"), as: "@eaDir/h.png")
        let worker = try TestWorker(spool)
        try spool.drop(try Picture.line(), as: "good.png")
        _ = try await worker.result(of: "good.png")
        try await worker.wait(forStatus: "all listed") { status in
            (hidden.allSatisfy { status.listed("ignored", $0)?["reason"]?.string == "hidden name" })
                && (temporary.allSatisfy {
                    status.listed("ignored", $0)?["reason"]?.string == "name of a temporary file"
                })
                && (desktop.allSatisfy {
                    status.listed("ignored", $0)?["reason"]?.string == "file of a desktop's own"
                })
                && status.listed("ignored", "@eaDir")?["reason"]?.string == "folder of a file server's own"
        }
        #expect(spool.inboxFiles == (hidden + temporary + desktop + ["@eaDir/h.png"]).sorted())
        #expect(spool.outboxFiles == ["good.png.json"])
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("links, FIFOs, sockets and folders named like images are never opened; they are told of and stay")
    func notRegular() async throws {
        let spool = try await TestSpool()
        let inbox = "spool/inbox"
        try spool.directory.write("secret", to: "secret")
        try spool.directory.makeLink("\(inbox)/link.png", to: "../../secret")
        try spool.directory.makeLink("\(inbox)/passwd.png", to: "/etc/passwd")
        try spool.directory.makeFIFO("\(inbox)/fifo.png")
        try spool.directory.makeSocket("\(inbox)/socket.png")
        try spool.makeFolder("folder.png")
        let openings = try Openings(of: ["secret", "\(inbox)/fifo.png"].map(spool.directory.path))
        let worker = try TestWorker(spool)
        try spool.drop(try Picture.line(), as: "good.png")
        _ = try await worker.result(of: "good.png")
        let strange = ["fifo.png", "link.png", "passwd.png", "socket.png"]
        try await worker.wait(forStatus: "all four listed") { status in
            strange.allSatisfy { status.listed("ignored", $0)?["reason"]?.string == "not a regular file" }
        }
        for name in strange {
            #expect(try worker.log.contains { $0["path"]?.string == name && $0["level"]?.string == "warning" })
        }
        #expect(openings.count == 0)
        #expect(spool.inboxFiles == strange)
        #expect(spool.directory.exists("\(inbox)/folder.png"))
        #expect(spool.outboxFiles == ["good.png.json"])
        #expect(spool.deadLetterFiles.isEmpty)
    }
}
