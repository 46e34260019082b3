import LinuxSupport
import TestSupport
import Testing

@testable import Spool

@Suite("Publication")
struct PublishTests {
    let fixture: SpoolFixture
    let home: WorkerHome

    init() throws {
        fixture = try SpoolFixture()
        home = try WorkerHome.register(in: fixture.spool)
    }

    private func stage(_ job: ClaimedJob, _ suffixes: String...) throws {
        try job.stageResult(
            record: SpoolFixture.result(job.id),
            beside: suffixes.map { JobOutput(suffix: $0, bytes: Array("\(job.id.rawValue)\($0)".utf8)) })
    }

    /// Which job wrote `outbox/<name>`: side outputs of these tests begin with the id, records hold it.
    private func isOf(_ job: ClaimedJob, _ name: String) throws -> Bool {
        try fixture.text("outbox/" + name).contains(job.id.rawValue)
    }

    @Test("puts the record and what belongs to it beside each other, under the image's name")
    func plain() throws {
        let job = try fixture.claimed("a/scan.png", by: home)
        try stage(job, ".txt", ".hocr")
        #expect(try fixture.tree(below: "outbox").isEmpty)
        #expect(try job.publish() == "a/scan.png.json")
        #expect(
            try fixture.tree(below: "outbox")
                == ["outbox/a/scan.png.hocr", "outbox/a/scan.png.json", "outbox/a/scan.png.txt"])
        #expect(try fixture.files.content(of: "spool/outbox/a/scan.png.json") == SpoolFixture.result(job.id))
        #expect(try fixture.files.names(in: "spool/state/tmp").isEmpty)
    }

    @Test("gives folders in the outbox the outbox's own rights, so that a consumer can tidy them up")
    func folderRights() throws {
        try fixture.spool.root.setMode("outbox", 0o2770)
        let job = try fixture.claimed("a/b/scan.png", by: home)
        try stage(job)
        try job.publish()
        for folder in ["a", "a/b"] as [RelativePath] {
            let mode = try fixture.spool.outbox.descendant(folder).status().mode
            #expect(mode == 0o2770)
        }
    }

    @Test(
        "gives results and dead letters the group of where they go",
        .enabled(if: ThisProcess.isRoot, "only root may give files to a group that it is no member of"))
    func groups() throws {
        for folder in ["outbox", "dead-letter"] { try fixture.giveToGroup(60_000, folder) }
        let good = try fixture.claimed("good.png", by: home)
        try stage(good, ".txt")
        try good.publish()
        let bad = try fixture.claimed("bad.png", by: home)
        try bad.decideBurial(record: SpoolFixture.error(bad.id))
        try bad.bury()
        for name in ["good.png.json", "good.png.txt"] as [FileName] {
            #expect(try fixture.spool.outbox.status(name)?.group == 60_000)
        }
        #expect(try fixture.spool.deadLetter.status("bad.png")?.group == 60_000)
        let letter = try fixture.spool.deadLetter.subdirectory("bad.png")
        #expect(try letter.status("error.json")?.group == 60_000)
    }

    @Test("uses the name with the job's id that was chosen at the claim, even if the plain one is free by now")
    func keepsChoice() throws {
        try fixture.files.write("old", to: "spool/outbox/scan.png.json")
        let job = try fixture.claimed("scan.png", by: home)
        fixture.files.remove("spool/outbox/scan.png.json")
        try stage(job, ".txt")
        try job.publish()
        let id = job.id.rawValue
        #expect(try fixture.tree(below: "outbox") == ["outbox/scan.png.\(id).json", "outbox/scan.png.\(id).txt"])
    }

    @Test("never replaces a result that took the name between claim and publication")
    func takenMeanwhile() throws {
        let first = try fixture.claimed("scan.png", by: home)
        let second = try fixture.claimed("scan.png", by: home)
        try stage(first, ".txt")
        try stage(second, ".txt")
        #expect(try first.publish() == "scan.png.json")
        let id = second.id.rawValue
        #expect(try second.publish().string == "scan.png.\(id).json")
        #expect(
            try fixture.tree(below: "outbox")
                == [
                    "outbox/scan.png.\(id).json", "outbox/scan.png.\(id).txt", "outbox/scan.png.json",
                    "outbox/scan.png.txt",
                ])
        #expect(try isOf(first, "scan.png.json") && isOf(first, "scan.png.txt"))
        #expect(try isOf(second, "scan.png.\(id).json") && isOf(second, "scan.png.\(id).txt"))
    }

    @Test("takes its side outputs back when another job's record comes between them and its own")
    func interleaved() throws {
        let first = try fixture.claimed("scan.png", by: home)
        let second = try fixture.claimed("scan.png", by: home)
        try stage(first, ".txt")
        try stage(second)
        // The first is killed after its side output moved, and recovered after the second was published.
        try fixture.spool.temporary.moveNoReplace(
            SpoolLayout.stagedOutput(first.id, suffix: ".txt"), to: fixture.spool.outbox, as: "scan.png.txt")
        #expect(try second.publish() == "scan.png.json")
        let id = first.id.rawValue
        #expect(try home.recover(first.id, policy: .archive).publishedPath?.string == "scan.png.\(id).json")
        #expect(
            try fixture.tree(below: "outbox")
                == ["outbox/scan.png.\(id).json", "outbox/scan.png.\(id).txt", "outbox/scan.png.json"])
        #expect(try isOf(first, "scan.png.\(id).txt"))
    }

    @Test("does not put a record beside the text of an older one")
    func staleSideOutput() throws {
        try fixture.files.write("old text", to: "spool/outbox/scan.png.txt")
        let job = try fixture.claimed("scan.png", by: home)
        try stage(job, ".txt", ".tsv")
        let id = job.id.rawValue
        #expect(try job.publish().string == "scan.png.\(id).json")
        #expect(
            try fixture.tree(below: "outbox")
                == [".json", ".tsv", ".txt"].map { "outbox/scan.png.\(id)\($0)" } + ["outbox/scan.png.txt"])
        #expect(try fixture.text("outbox/scan.png.txt") == "old text")
    }

    @Test("publishes no second result after a consumer removed the first, before the original was put away")
    func consumerWasFast() throws {
        let job = try fixture.claimed("scan.png", by: home)
        try stage(job, ".txt")
        try job.publish()
        fixture.files.remove("spool/outbox/scan.png.json")
        #expect(try job.publish() == "scan.png.json")
        #expect(try home.recover(job.id, policy: .archive).publishedPath == "scan.png.json")
        #expect(try fixture.tree() == ["archive/scan.png", "outbox/scan.png.txt"])
    }

    @Test("goes on when the consumer removed the folder, too", arguments: [true, false])
    func folderRemoved(published: Bool) throws {
        let job = try fixture.claimed("a/b/scan.png", by: home)
        try stage(job)
        if published { try job.publish() }
        fixture.files.remove("spool/outbox/a")
        _ = try home.recover(job.id, policy: .archive)
        #expect(try fixture.tree(below: "outbox") == (published ? [] : ["outbox/a/b/scan.png.json"]))
    }

    @Test("keeps one of two names that a torn rename left to one result")
    func tornRename() throws {
        let job = try fixture.claimed("scan.png", by: home)
        try stage(job)
        let staged = "spool/state/tmp/\(job.id.rawValue).json"
        try fixture.link(staged, to: "spool/outbox/scan.png.json")
        #expect(try job.publish() == "scan.png.json")
        #expect(try fixture.tree(below: "outbox") == ["outbox/scan.png.json"])
        #expect(!fixture.files.exists(staged))
    }

    @Test("goes to the top of the outbox, as JSON, where a file stands in the folder's way")
    func fileInTheWay() throws {
        try fixture.files.write("in the way", to: "spool/outbox/a")
        let job = try fixture.claimed("a/scan.png", by: home)
        let id = job.id.rawValue
        #expect(job.record.resultPath.string == "scan.png.\(id).json")
        try stage(job, ".txt")
        #expect(try job.publish().string == "scan.png.\(id).json")
        #expect(
            try fixture.tree(below: "outbox") == [
                "outbox/a", "outbox/scan.png.\(id).json", "outbox/scan.png.\(id).txt",
            ])
    }

    @Test("does the same where the file came after the claim")
    func fileInTheWayLater() throws {
        let job = try fixture.claimed("a/scan.png", by: home)
        try fixture.files.write("in the way", to: "spool/outbox/a")
        try stage(job, ".txt")
        let id = job.id.rawValue
        #expect(try job.publish().string == "scan.png.\(id).json")
        #expect(
            try fixture.tree(below: "outbox") == [
                "outbox/a", "outbox/scan.png.\(id).json", "outbox/scan.png.\(id).txt",
            ])
    }

    @Test("gives every output of an image with a name of 255 bytes a name that fits")
    func longNames() throws {
        let job = try fixture.claimed(String(repeating: "x", count: 251) + ".png", by: home)
        try stage(job, ".overlay.png", ".txt")
        try job.publish()
        let names = try fixture.files.names(in: "spool/outbox")
        #expect(names.count == 3)
        #expect(names.allSatisfy { $0.utf8.count == 255 })
    }

    @Test("says when somebody took even the name with the job's id")
    func nothingLeft() throws {
        let job = try fixture.claimed("scan.png", by: home)
        try stage(job)
        try fixture.files.write("", to: "spool/outbox/scan.png.json")
        try fixture.files.write("", to: "spool/outbox/scan.png.\(job.id.rawValue).json")
        #expect(throws: SystemCallError.self) { try job.publish() }
        #expect(fixture.files.exists("spool/state/tmp/\(job.id.rawValue).json"))
    }

    @Test("staged again replaces what a former life staged")
    func stagedTwice() throws {
        let job = try fixture.claimed("scan.png", by: home)
        try stage(job, ".txt")
        try job.stageResult(
            record: SpoolFixture.result(job.id), beside: [JobOutput(suffix: ".txt", bytes: Array("new".utf8))])
        try job.publish()
        #expect(try fixture.text("outbox/scan.png.txt") == "new")
    }
}

@Suite("Retirement")
struct RetireTests {
    let fixture: SpoolFixture
    let home: WorkerHome

    init() throws {
        fixture = try SpoolFixture()
        home = try WorkerHome.register(in: fixture.spool)
    }

    private func finish(_ job: ClaimedJob, _ policy: RetirementPolicy = .archive) throws {
        try job.stageResult(record: SpoolFixture.result(job.id), beside: [])
        try job.publish()
        try job.retire(policy)
    }

    @Test("puts image and request into the archive, below the same folders")
    func pair() throws {
        try finish(fixture.claimed("a/scan.png", request: "{}", by: home))
        #expect(
            try fixture.tree() == ["archive/a/scan.png", "archive/a/scan.png.json", "outbox/a/scan.png.json"])
        #expect(try fixture.files.names(in: "spool/working/\(home.id)") == ["lock"])
    }

    @Test(
        "keeps a pair together when the image's or the request's name is taken",
        arguments: ["scan.png", "scan.png.json"])
    func collision(taken: String) throws {
        try fixture.files.write("old", to: "spool/archive/" + taken)
        let job = try fixture.claimed("scan.png", request: "{}", by: home)
        try finish(job)
        let name = "archive/scan.png.\(job.id.rawValue)"
        #expect(try fixture.tree(below: "archive") == [name, name + ".json", "archive/" + taken].sorted())
        #expect(try fixture.text("archive/" + taken) == "old")
    }

    @Test("keeps a pair together when the crash came between image and request", arguments: [true, false])
    func cutOff(plainTaken: Bool) throws {
        if plainTaken { try fixture.files.write("old", to: "spool/archive/scan.png") }
        let job = try fixture.claimed("scan.png", request: "{}", by: home)
        try job.stageResult(record: SpoolFixture.result(job.id), beside: [])
        try job.publish()
        let name = plainTaken ? "scan.png.\(job.id.rawValue)" : "scan.png"
        try job.directory.moveNoReplace("image", to: fixture.spool.archive, as: FileName(stringLiteral: name))
        _ = try home.recover(job.id, policy: .archive)
        let expected = ["archive/\(name)", "archive/\(name).json"] + (plainTaken ? ["archive/scan.png"] : [])
        #expect(try fixture.tree(below: "archive") == expected.sorted())
    }

    @Test("goes to the top of the archive where a file stands in the folder's way")
    func fileInTheWay() throws {
        try fixture.files.write("in the way", to: "spool/archive/a")
        let job = try fixture.claimed("a/scan.png", request: "{}", by: home)
        try finish(job)
        let names = try fixture.files.names(in: "spool/archive")
        #expect(names.count == 3 && names.count { $0.contains(job.id.rawValue) } == 2)
    }

    @Test("removes both under the policy delete")
    func delete() throws {
        try finish(fixture.claimed("scan.png", request: "{}", by: home), .delete)
        #expect(try fixture.tree() == ["outbox/scan.png.json"])
    }

    @Test("of a name of 255 bytes keeps its image's name whole")
    func longName() throws {
        let name = String(repeating: "x", count: 251) + ".png"
        let job = try fixture.claimed(name, by: home)
        try finish(job)
        #expect(try fixture.files.names(in: "spool/archive") == [name])
    }

    @Test("clears outputs that were staged for a way that was not taken")
    func partlyStaged() throws {
        let job = try fixture.claimed("scan.png", by: home)
        try fixture.files.write("half", to: "spool/state/tmp/\(job.id.rawValue).txt")
        try job.decideBurial(record: SpoolFixture.error(job.id))
        try job.bury()
        #expect(try fixture.files.names(in: "spool/state/tmp").isEmpty)
    }

    @Test("never removes an image together with its job")
    func clearingIsSafe() throws {
        let job = try fixture.claimed("scan.png", by: home)
        #expect(throws: SystemCallError.self) { try job.clear() }
        #expect(try home.recover(job.id, policy: .delete).runnable != nil)
    }
}
