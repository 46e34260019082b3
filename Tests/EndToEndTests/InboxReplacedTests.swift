import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("Arrival: an inbox that goes and comes back")
struct InboxReplacedTests {
    @Test("an inbox that is moved away and back is said to be missing meanwhile, and then read with what came into it")
    func movedAwayAndBack() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        _ = try await worker.warmUp()
        try spool.directory.rename("spool/inbox", to: "away")
        try await worker.wait(forStatus: "the inbox is missing") { status in
            status.at("intake", "reason")?.string?.hasPrefix("the inbox cannot be read: ") == true
        }
        try spool.directory.write(try Picture.line(tag: "away"), to: Array("away/a.png".utf8))
        try UnprivilegedUser.takeOver(spool.directory.path("away/a.png"))
        try spool.directory.rename("away", to: "spool/inbox")
        _ = try await worker.result(of: "a.png")
        try await worker.wait(forStatus: "all is well again") { status in
            status.at("intake", "reason")?.string == "" && status.at("intake", "mode")?.string == "events"
        }
        try spool.drop(try Picture.line(tag: "later"), as: "b.png")
        _ = try await worker.result(of: "b.png")
        #expect(worker.logText.contains("the inbox can be read again"))
        #expect(worker.program.end == nil)
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("images that wait when the inbox is removed are forgotten, and in the new one others are read")
    func removed() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        let recognizer = try await worker.warmUp()
        kill(recognizer.id, SIGSTOP)
        for number in 1...4 { try spool.drop(try Picture.line(tag: "\(number)"), as: "\(number).png") }
        try await worker.wait(forStatus: "two wait") { $0.count("queued") == 2 && $0.count("claimed") == 2 }
        spool.directory.remove("spool/inbox")
        try await worker.wait(forStatus: "nothing waits") { $0.count("queued") == 0 }
        kill(recognizer.id, SIGCONT)
        try spool.directory.makeDirectory("spool/inbox")
        try UnprivilegedUser.takeOver(spool.directory.path("spool/inbox"))
        try spool.drop(try Picture.line(tag: "new"), as: "new.png")
        _ = try await worker.result(of: "new.png")
        try await worker.rest()
        #expect(spool.outboxFiles.count == 1 + 2 + 1)
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("an inbox that is a symbolic link is not followed and said to be one, and with a folder there all goes on")
    func link() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        _ = try await worker.warmUp()
        try await spool.prepareFolder("elsewhere", ["a.png"])
        try spool.directory.rename("spool/inbox", to: "away")
        try spool.directory.makeLink("spool/inbox", to: "../elsewhere")
        try await worker.wait(forStatus: "it is a link") { status in
            status.at("intake", "reason")?.string?.hasSuffix(
                "inbox is no directory, or a symbolic link, which is not followed") == true
        }
        try spool.directory.write(try Picture.line(tag: "b"), to: Array("elsewhere/b.png".utf8))
        spool.directory.remove("spool/inbox")
        try spool.directory.rename("away", to: "spool/inbox")
        try spool.drop(try Picture.line(tag: "c"), as: "c.png")
        _ = try await worker.result(of: "c.png")
        #expect(spool.directory.files(below: "elsewhere") == ["a.png", "b.png"])
        #expect(spool.outboxFiles == ["c.png.json", "warm-up.png.json"])
        let refused = try await linkedSpool(spool)
        #expect(refused.contains("inbox"))
    }

    /// What a worker says that is started with a link for an inbox.
    private func linkedSpool(_ spool: TestSpool) async throws -> String {
        try spool.directory.rename("spool/inbox", to: "away")
        try spool.directory.makeLink("spool/inbox", to: "../elsewhere")
        let run = try await spool.run(["worker", "--spool", spool.path, "--drain"])
        #expect(run.end == .exited(69))
        return run.errors
    }

    @Test(
        "a mount over the inbox pauses the worker, which says so, and without it the worker goes on",
        .enabled(if: geteuid() == 0, "only root can mount"))
    func mount() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, in: ["unshare", "--mount", "--propagation", "private"])
        _ = try await worker.warmUp()
        try await mount(["mount", "-t", "tmpfs", "-o", "mode=777", "none", "\(spool.path)/inbox"], for: worker)
        try spool.directory.write(try Picture.line(tag: "foreign"), to: Array("foreign".utf8))
        try spool.directory.setMode(0o644, of: "foreign")
        try await mount(["cp", spool.directory.path("foreign"), "\(spool.path)/inbox/a.png"], for: worker)
        try await worker.wait(forStatus: "paused for the mount") { status in
            status.at("pause", "code")?.string == "spool-unwritable"
                && status.at("pause", "message")?.string?.contains("lies on another mount") == true
        }
        // It waits and does not try over and over: one claim, and from then on a look each five seconds.
        let errors = try worker.complaints.count { $0.hasPrefix("paused") }
        #expect(errors == 1)
        try await mount(["umount", "-l", "\(spool.path)/inbox"], for: worker)
        try spool.drop(try Picture.line(tag: "own"), as: "b.png")
        _ = try await worker.result(of: "b.png")
        try await worker.rest()
        #expect(spool.outboxFiles == ["b.png.json", "warm-up.png.json"])
        #expect(spool.deadLetterFiles.isEmpty)
        #expect(try spool.directory.names(in: "spool/inbox").isEmpty)
    }

    @Test(
        "a mount on a folder of the inbox keeps the images of that folder, is told, and holds up no other",
        .enabled(if: geteuid() == 0, "only root can mount"))
    func mountedFolder() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(
            spool, ["--rescan", "1"], in: ["unshare", "--mount", "--propagation", "private"])
        _ = try await worker.warmUp()
        try spool.makeFolder("sub")
        try await mount(["mount", "-t", "tmpfs", "-o", "mode=777", "none", "\(spool.path)/inbox/sub"], for: worker)
        try spool.directory.write(try Picture.line(tag: "foreign"), to: Array("foreign".utf8))
        try spool.directory.setMode(0o644, of: "foreign")
        try await mount(["cp", spool.directory.path("foreign"), "\(spool.path)/inbox/sub/a.png"], for: worker)
        try await worker.wait(forStatus: "why it stays") { status in
            status.listed("inbox", "sub/a.png")?["reason"]?.string
                == "cannot be moved: its folder is on another mount than the spool"
        }
        try spool.drop(try Picture.line(tag: "own"), as: "b.png")
        _ = try await worker.result(of: "b.png")
        #expect(try worker.status?["pause"]?.isNull == true)
        try await mount(["umount", "-l", "\(spool.path)/inbox/sub"], for: worker)
        try spool.drop(try Picture.line(tag: "later"), as: "sub/c.png")
        _ = try await worker.result(of: "sub/c.png")
        #expect(spool.deadLetterFiles.isEmpty)
    }

    /// Runs `command` as root among the mounts that `worker` sees.
    private func mount(_ command: [String], for worker: TestWorker) async throws {
        let program = try RunningProgram("nsenter", ["--mount", "--target", "\(worker.processID)", "--"] + command)
        try #require(try await program.waitForEnd() == .exited(0), "\(command): \(program.errorText)")
    }
}
