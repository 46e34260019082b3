import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("Reports: what is passed over, and what is not")
struct PassedOverReports {
    @Test("P13 a folder that is moved in as a whole has its pictures read")
    func folderMovedIn() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try await worker.watching()
        try spool.prepare(["1.png": try Picture.line(tag: "1")], in: "outside")
        try spool.prepare(["2.png": try Picture.line(tag: "2")], in: "outside/inner")
        try spool.directory.rename("outside", to: "spool/inbox/moved")
        _ = try await worker.result(of: "moved/1.png")
        _ = try await worker.result(of: "moved/inner/2.png")
    }

    @Test("P13 a folder that is moved in with more below it than is looked into is told of once, with the reason")
    func tooDeep() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--rescan", "1"])
        try await worker.watching()
        for depth in 1...8 { try spool.prepare([:], in: "outside" + String(repeating: "/d", count: depth - 1)) }
        try spool.prepare(["a.png": try Picture.line()], in: "outside" + String(repeating: "/d", count: 8))
        try spool.directory.rename("outside", to: "spool/inbox/deep")
        let folder = "deep" + String(repeating: "/d", count: 8)
        try await worker.wait(forStatus: "ignored") { status in
            status.listed("ignored", folder)?["reason"]?.string == "more than 8 folders deep"
        }
        // Another look at everything says nothing more.
        try spool.drop(try Picture.line(), as: "good.png")
        _ = try await worker.result(of: "good.png")
        #expect(try worker.log.count { $0["path"]?.string == folder } == 1)
        #expect(try worker.status?.count("ignored") == 1)
        #expect(spool.inboxFiles == ["\(folder)/a.png"] && spool.deadLetterFiles.isEmpty)
    }

    @Test("P24 files of desktops and servers are ignored, each by a named rule, and stay")
    func servicesAndDesktops() async throws {
        let spool = try await TestSpool()
        let rules = [
            "._a.png": "hidden name", ".DS_Store": "hidden name", ".DS_STORE": "hidden name",
            ".nfs0001": "hidden name", "Thumbs.db": "file of a desktop's own",
            "desktop.ini": "file of a desktop's own", "~$a.png": "name of a temporary file",
            "a.png~": "name of a temporary file",
        ]
        for name in rules.keys { try spool.drop(try Picture.line(tag: name), as: name) }
        try spool.makeFolder("@eaDir")
        try spool.drop(try Picture.line(tag: "service"), as: "@eaDir/h.png")
        let worker = try TestWorker(spool)
        try spool.drop(try Picture.line(), as: "good.png")
        _ = try await worker.result(of: "good.png")
        try await worker.wait(forStatus: "all listed") { status in
            rules.allSatisfy { status.listed("ignored", $0.key)?["reason"]?.string == $0.value }
                && status.listed("ignored", "@eaDir")?["reason"]?.string == "folder of a file server's own"
                && status.count("ignored") == rules.count + 1
                && status.at("ignoredByRule", "hidden name")?.int == 4
                && status.at("ignoredByRule", "name of a temporary file")?.int == 2
        }
        #expect(spool.inboxFiles == (rules.keys + ["@eaDir/h.png"]).sorted())
        #expect(spool.outboxFiles == ["good.png.json"] && spool.deadLetterFiles.isEmpty)
    }

    @Test(
        "P25 a file that a program writes under a name of its own and renames when it is whole is one job",
        arguments: [".a.png.Ab12Cd", ".syncthing.a.png.tmp", "a.png.part", "a.png.filepart", "a.png.crdownload"])
    func temporaryName(_ temporary: String) async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--settle", "100", "--pairing", "0"])
        try await worker.watching()
        let writer = try spool.openForAppending(temporary)
        for part in try Picture.line().parts(3) {
            try writer.write(contentsOf: part)
            try await worker.wait(for: "ignored") { try worker.log.contains { $0["path"]?.string == temporary } }
            // The producer's pace, longer than the settle time.
            try await Task.sleep(for: .milliseconds(150))
        }
        try writer.close()
        try spool.directory.rename("spool/inbox/\(temporary)", to: "spool/inbox/a.png")
        #expect(try await worker.result(of: "a.png")["text"]?.string == Picture.lineText)
        try await worker.rest()
        #expect(spool.outboxFiles == ["a.png.json"] && spool.deadLetterFiles.isEmpty)
        #expect(try worker.log.count { $0["message"]?.string == "claimed" } == 1)
    }

    @Test("P26 the rename from an ignored name to another is seen by itself, without another look")
    func renamedFromIgnoredName() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--settle", "3600000", "--rescan", "3600"])
        try await worker.watching()
        try spool.write(try Picture.line(), to: "x.png.tmp")
        try await worker.wait(forStatus: "ignored") { $0.listed("ignored", "x.png.tmp") != nil }
        try spool.directory.rename("spool/inbox/x.png.tmp", to: "spool/inbox/x.png")
        _ = try await worker.result(of: "x.png")
        try await worker.wait(forStatus: "nothing ignored") { $0.count("ignored") == 0 }
    }

    @Test("P27 a hard link is read and its other name stays as it is; a symbolic one is refused, with the reason")
    func links() async throws {
        let spool = try await TestSpool()
        let bytes = try Picture.line()
        try spool.prepare(["original.png": bytes], in: "outside")
        let worker = try TestWorker(spool, ["--settle", "3600000"])
        try await worker.watching()
        try spool.directory.makeLink("spool/inbox/y.png", to: "../../outside/original.png")
        try spool.directory.makeHardLink("spool/inbox/x.png", to: "outside/original.png")
        _ = try await worker.result(of: "x.png")
        #expect(try spool.directory.content(of: "outside/original.png") == bytes)
        try await worker.wait(forStatus: "the other refused") { status in
            status.listed("ignored", "y.png")?["reason"]?.string == "not a regular file"
        }
        #expect(spool.inboxFiles == ["y.png"] && spool.outboxFiles == ["x.png.json"])
    }

    @Test("P30 no file stays without a reason: what no rule ignores fails, what lies too deep is explained")
    func explained() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        let folder = (1...9).map(String.init).joined(separator: "/")
        try spool.makeFolder(folder)
        try spool.drop(try Picture.line(), as: "\(folder)/a.png")
        try spool.drop(Array("something else".utf8), as: "notes.xyz")
        #expect(try await worker.failure(of: "notes.xyz").code == "image-unsupported")
        try await worker.wait(forStatus: "ignored") { status in
            status.listed("ignored", folder)?["reason"]?.string == "more than 8 folders deep"
        }
        let said = try await spool.explanation(of: "\(folder)/a.png")
        #expect(said?["state"]?.string == "ignored")
        #expect(said?["message"]?.string?.contains("more than 8 folders deep") == true)
        let status = try await spool.run(["status", "--spool", spool.path])
        #expect(status.output.contains("1 ignored"), "\(status.output)")
    }

    @Test("M02 a picture in a folder that is never looked into is told of with the reason")
    func wrongFolder() async throws {
        let spool = try await TestSpool()
        // Of folders that are passed over there are no events.
        let worker = try TestWorker(spool, ["--rescan", "1"])
        try await worker.watching()
        for (folder, reason) in [(".trash", "hidden name"), ("@eaDir", "folder of a file server's own")] {
            try spool.makeFolder(folder)
            try spool.drop(try Picture.line(tag: folder), as: "\(folder)/a.png")
            try await worker.wait(for: "a look") { try worker.log.contains { $0["path"]?.string == folder } }
            // The status is written when something happens.
            try spool.drop(try Picture.line(), as: "\(folder.dropFirst()).png")
            try await worker.wait(forStatus: "ignored") { $0.listed("ignored", folder)?["reason"]?.string == reason }
            let said = try await spool.explanation(of: "\(folder)/a.png")
            #expect(said?["state"]?.string == "ignored")
            #expect(said?["message"]?.string?.contains(reason) == true)
        }
        #expect(spool.inboxFiles.count { $0.contains("/") } == 2)
    }
}
