import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("Arrival: folders that come, go and change their names")
struct FolderMoveTests {
    @Test("a folder that is moved in as a whole is read at once, whatever the settle time")
    func movedIn() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--settle", "3600000"])
        try await worker.watching()
        try await spool.prepareFolder("outside", ["1.png", "inner/2.png"])
        try spool.directory.rename("outside", to: "spool/inbox/moved")
        _ = try await worker.result(of: "moved/1.png")
        _ = try await worker.result(of: "moved/inner/2.png")
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("a folder that is filled under a hidden name in the inbox and then renamed is read at once")
    func hiddenBefore() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--settle", "3600000"])
        try await worker.watching()
        try await spool.prepareFolder("spool/inbox/.batch", ["1.png"])
        try spool.directory.rename("spool/inbox/.batch", to: "spool/inbox/batch")
        _ = try await worker.result(of: "batch/1.png")
    }

    @Test("an image that is still written in a folder that is moved in is waited for, the others are not")
    func heldOpen() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--settle", "500"])
        try await worker.watching()
        try await spool.prepareFolder("outside", ["1.png", "2.png"])
        let bytes = try Picture.line(tag: "late")
        let writer = try spool.directory.openForAppending("outside/2.png")
        try writer.truncate(atOffset: 100)
        try writer.seek(toOffset: 0)
        try spool.directory.rename("outside", to: "spool/inbox/moved")
        _ = try await worker.result(of: "moved/1.png")
        try await worker.wait(forStatus: "held open by its writer") { status in
            status.listed("inbox", "moved/2.png")?["reason"]?.string == "a process has it open for writing"
        }
        try writer.truncate(atOffset: 0)
        try writer.write(contentsOf: bytes)
        try writer.close()
        #expect(try await worker.result(of: "moved/2.png").at("image", "bytes")?.int == bytes.count)
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("a folder that is copied in has all its images read, each once, in the whole")
    func copied() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--settle", "1000"])
        try await worker.watching()
        let names = (1...8).map { "\($0).png" } + (1...8).map { "inner/\($0).png" }
        try await spool.prepareFolder("outside", names)
        try await spool.shell("cp -r ../outside inbox/copied")
        for name in names {
            let result = try await worker.result(of: "copied/\(name)")
            #expect(result.at("image", "bytes")?.int == (try Picture.line(tag: name)).count)
        }
        try await worker.rest()
        #expect(spool.outboxFiles == names.map { "copied/\($0).json" }.sorted())
        #expect(spool.archiveFiles == names.map { "copied/\($0)" }.sorted())
        #expect(try worker.complaints == [])
    }

    @Test("folders that are made and filled in one command line lose no image")
    func madeAndFilled() async throws {
        let spool = try await TestSpool()
        // No look at the whole inbox helps.
        let worker = try TestWorker(spool, ["--rescan", "86400"])
        try await worker.watching()
        try await spool.inboxShell(
            "for i in 1 2 3 4 5 6 7 8; do mkdir -p $i/b/c && cp \"$1\" $i/b/c/ && cp \"$1\" $i/b/; done", Picture.line()
        )
        for number in 1...8 {
            _ = try await worker.result(of: "\(number)/b/c/picture")
            _ = try await worker.result(of: "\(number)/b/picture")
        }
        try await worker.rest()
        #expect(spool.outboxFiles.count == 16)
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("a folder that is renamed while its images are queued gives each image one outcome, without a complaint")
    func renamedWhileQueued() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        let recognizer = try await worker.warmUp()
        kill(recognizer.id, SIGSTOP)
        try spool.makeFolder("old")
        for number in 1...6 { try spool.drop(try Picture.line(tag: "\(number)"), as: "old/\(number).png") }
        try await worker.wait(forStatus: "four wait in the inbox") {
            $0.count("queued") == 4 && $0.count("claimed") == 2
        }
        try spool.directory.rename("spool/inbox/old", to: "spool/inbox/new")
        try await worker.wait(forStatus: "queued under the new name") { status in
            status.count("queued") == 4 && (1...6).allSatisfy { status.listed("inbox", "old/\($0).png") == nil }
        }
        kill(recognizer.id, SIGCONT)
        try await worker.rest()
        let names = spool.outboxFiles.filter { $0 != "warm-up.png.json" }
        #expect(names.count == 6)
        #expect(Set(names.map { $0.split(separator: "/").last ?? "" }).count == 6)
        #expect(names.count { $0.hasPrefix("old/") } == 2)
        #expect(spool.deadLetterFiles.isEmpty)
        #expect(try worker.complaints == [])
    }

    @Test("a folder that is renamed while an image in it arrives waits for the image under its new name")
    func renamedWhileArriving() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try await worker.watching()
        let bytes = try Picture.line(tag: "slow")
        try spool.makeFolder("old")
        let writer = try spool.openForAppending("old/a.png")
        try writer.write(contentsOf: bytes.prefix(300))
        try await worker.wait(forStatus: "arriving") { $0.listed("inbox", "old/a.png") != nil }
        try spool.directory.rename("spool/inbox/old", to: "spool/inbox/new")
        try await worker.wait(forStatus: "arriving under its new name") { status in
            status.listed("inbox", "old/a.png") == nil
                && status.listed("inbox", "new/a.png")?["reason"]?.string == "a process has it open for writing"
        }
        try writer.write(contentsOf: bytes.dropFirst(300))
        try writer.close()
        #expect(try await worker.result(of: "new/a.png").at("image", "bytes")?.int == bytes.count)
        try await worker.rest()
        #expect(spool.outboxFiles == ["new/a.png.json"])
        #expect(try worker.complaints == [])
    }

    @Test("a folder that is moved out while its images are queued takes them along, without a complaint")
    func movedOut() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        let recognizer = try await worker.warmUp()
        kill(recognizer.id, SIGSTOP)
        try spool.makeFolder("a/b")
        for number in 1...5 { try spool.drop(try Picture.line(tag: "\(number)"), as: "a/b/\(number).png") }
        try await worker.wait(forStatus: "three wait in the inbox") {
            $0.count("queued") == 3 && $0.count("claimed") == 2
        }
        try spool.directory.rename("spool/inbox/a", to: "taken")
        try await worker.wait(forStatus: "nothing waits") { $0.count("queued") == 0 && $0.count("arriving") == 0 }
        kill(recognizer.id, SIGCONT)
        try await worker.rest()
        #expect(spool.outboxFiles.count == 1 + 2)
        #expect(spool.directory.files(below: "taken").count == 3)
        #expect(spool.deadLetterFiles.isEmpty)
        #expect(try worker.complaints == [])
    }

    @Test("a folder that is removed and made again is seen each time")
    func removedAndMade() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--rescan", "86400"])
        try await worker.watching()
        for round in 1...3 {
            try spool.makeFolder("a/b")
            try spool.drop(try Picture.line(tag: "\(round)"), as: "a/b/\(round).png")
            _ = try await worker.result(of: "a/b/\(round).png")
            spool.directory.remove("spool/inbox/a")
        }
        #expect(spool.outboxFiles.count == 3)
        #expect(try worker.complaints == [])
    }

    @Test("of a deep tree that is moved in eight folders are read, and what lies deeper is told and stays")
    func tooDeep() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try await worker.watching()
        try await spool.prepareFolder(
            "1", ["2/3/4/5/6/7/8/in.png", "2/3/4/5/6/7/8/9/out.png", "2/3/4/5/6/7/8/9/10/x.png"])
        try spool.directory.rename("1", to: "spool/inbox/1")
        _ = try await worker.result(of: "1/2/3/4/5/6/7/8/in.png")
        try await worker.wait(forStatus: "the folder that is too deep") { status in
            status.listed("ignored", "1/2/3/4/5/6/7/8/9")?["reason"]?.string == "more than 8 folders deep"
        }
        let (end, text, _) = try await spool.run(
            ["explain", "--spool", spool.path, "1/2/3/4/5/6/7/8/9/10/x.png"])
        #expect(end == .exited(0))
        #expect(
            text.hasPrefix("ignored: it is passed over for the folder 1/2/3/4/5/6/7/8/9 (more than 8 folders deep)"))
        // Nearer to the top it is seen.
        try spool.directory.rename("spool/inbox/1/2/3/4/5/6/7/8/9", to: "spool/inbox/9")
        _ = try await worker.result(of: "9/out.png")
        _ = try await worker.result(of: "9/10/x.png")
        worker.program.send(SIGHUP)
        try await worker.wait(forStatus: "nothing ignored") { $0.count("ignored") == 0 }
    }

    @Test("a folder that is replaced by a file of its name, and that by a folder, are both read")
    func replaced() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--rescan", "86400"])
        try await worker.watching()
        try spool.makeFolder("a")
        try spool.drop(try Picture.line(tag: "1"), as: "a/1.png")
        _ = try await worker.result(of: "a/1.png")
        try await worker.rest()
        spool.directory.remove("spool/inbox/a")
        try spool.drop(try Picture.line(tag: "2"), as: "a")
        _ = try await worker.result(of: "a")
        try await worker.rest()
        try spool.makeFolder("a")
        try spool.drop(try Picture.line(tag: "3"), as: "a/3.png")
        _ = try await worker.result(of: "a/3.png")
        try await worker.rest()
        #expect(try worker.complaints == [])
    }

    @Test("of files and folders that a user moves, renames and removes all the time, two workers complain of none")
    func restlessUser() async throws {
        let spool = try await TestSpool()
        let crew = try (0..<2).map { _ in try TestWorker(spool, ["--settle", "100", "--pairing", "0"]) }
        for worker in crew { try await worker.watching() }
        try await spool.inboxShell(
            """
            i=0
            while [ $i -lt 40 ]; do
                i=$((i + 1))
                cat "$1" >.x; echo $i >>.x; mv .x y$i.png
                mkdir d$i; mv y$i.png d$i/ 2>/dev/null || :
                mv d$i e$i
                if [ $((i % 4)) = 0 ]; then rm -rf e$i; fi
            done
            """, Picture.line())
        try await crew[0].rest(within: .seconds(60))
        let names = spool.outboxFiles.compactMap { $0.split(separator: "/").last.map(String.init) }
        #expect(Set(names).count == names.count)
        // Every fourth was removed, if no worker was faster.
        let stayed = (1...40).filter { $0 % 4 != 0 }.map { "y\($0).png.json" }
        #expect(Set(stayed).subtracting(names) == [])
        #expect(spool.deadLetterFiles.isEmpty)
        for worker in crew {
            #expect(try worker.complaints == [])
            #expect(try worker.status?.at("totals", "failedAttempts")?.int == 0)
        }
    }

    @Test("empty folders are left alone, and with pruneEmptyFolders those that are young")
    func emptyFolders() async throws {
        let spool = try await TestSpool()
        try spool.makeFolder("batch/inner")
        try spool.drop(try Picture.line(), as: "batch/inner/a.png")
        let worker = try TestWorker(spool, ["--prune-empty-folders", "--rescan", "1"])
        _ = try await worker.result(of: "batch/inner/a.png")
        let scans = try worker.status?.at("intake", "scans")?.int ?? 0
        // The status is written when something happens, here each time that the worker reads its configuration.
        try await worker.wait(forStatus: "two more looks") { status in
            worker.program.send(SIGHUP)
            return (status.at("intake", "scans")?.int ?? 0) >= scans + 2
        }
        #expect(spool.directory.exists("spool/inbox/batch/inner"))
    }
}
