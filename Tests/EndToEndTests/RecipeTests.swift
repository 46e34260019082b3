import Glibc
import StrictJSON
import TestSupport
import Testing

/// The scripts that the manual shows, each run as it is shown.
@Suite("Recipes")
struct RecipeTests {
    let fixture: RecipeFixture
    var directory: TemporaryDirectory { fixture.directory }
    var spool: String { fixture.spool.path }

    init() async throws { fixture = try await RecipeFixture() }

    // MARK: - drop.sh

    @Test("drop.sh hands over an image together with its request")
    func dropWithRequest() async throws {
        let worker = try TestWorker(fixture.spool)
        try directory.write(#"{"metadata": {"tray": 7}}"#, to: "request")
        let drop = try await fixture.run(
            "drop.sh", spool, directory.path("sign.jpg"), directory.path("request"))
        #expect(drop.end == .exited(0), "\(drop.errors)")
        #expect(drop.output == "\(spool)/inbox/sign.jpg\n")
        let result = try await worker.result(of: "sign.jpg")
        #expect(result.at("metadata", "tray")?.int == 7)
        #expect(fixture.spool.inboxFiles == [])
    }

    @Test("drop.sh leaves alone what still waits under the same name", arguments: ["sign.jpg", "sign.jpg.json"])
    func dropOfTakenName(taken: String) async throws {
        try directory.write("first", to: "spool/inbox/\(taken)")
        try directory.write("{}", to: "request")
        let drop = try await fixture.run(
            "drop.sh", spool, directory.path("sign.jpg"), directory.path("request"))
        #expect(drop.end == .exited(1))
        #expect(drop.errors == "drop.sh: \(taken) still waits in the inbox\n")
        #expect(try fixture.text(of: "spool/inbox/\(taken)") == "first")
        #expect(try directory.names(in: "spool/inbox") == [taken])
    }

    // MARK: - submit-and-wait.sh

    @Test("submit-and-wait.sh gives every picture a text or a reason, and a second run sends nothing")
    func submitTwice() async throws {
        let worker = try TestWorker(fixture.spool)
        try fixture.makeDirectory("pictures")
        try await fixture.place("sign.jpg", as: "pictures/sign.jpg")
        try await fixture.place("cut.jpg", as: "pictures/name with spaces.jpg")
        try directory.write("still on its way", to: "pictures/new.jpg")
        let arguments = (spool, directory.path("pictures"), directory.path("texts"))

        let first = try await fixture.run("submit-and-wait.sh", arguments.0, arguments.1, arguments.2)
        #expect(first.end == .exited(1))
        #expect(try directory.names(in: "texts") == [".lock", "name with spaces.jpg.failed", "sign.jpg.txt"])
        #expect(try fixture.text(of: "texts/sign.jpg.txt") == RecipeFixture.signText)
        #expect(try fixture.text(of: "texts/name with spaces.jpg.failed")?.hasPrefix("image-undecodable: ") == true)
        #expect(fixture.spool.outboxFiles == [])

        let second = try await fixture.run("submit-and-wait.sh", arguments.0, arguments.1, arguments.2)
        #expect(second.end == .exited(0), "\(second.errors)")
        try await worker.rest()
        #expect(fixture.spool.archiveFiles == ["sign.jpg", "sign.jpg.json"])
    }

    @Test("submit-and-wait.sh ends at once while another run is at work")
    func submitWhileAnotherRuns() async throws {
        try fixture.makeDirectory("pictures")
        try await fixture.place("sign.jpg", as: "pictures/sign.jpg")
        let first = try fixture.start(
            "submit-and-wait.sh", [spool, directory.path("pictures"), directory.path("texts")])
        // Without a worker the picture stays in the inbox, and the first run waits.
        try #require(try await eventually { directory.exists("spool/inbox/sign.jpg") })
        let second = try await fixture.run(
            "submit-and-wait.sh", spool, directory.path("pictures"), directory.path("texts"))
        #expect(second.end == .exited(0))
        #expect(second.errors == "another run is at work\n")
        #expect(first.end == nil)
    }

    // MARK: - watch-outbox.sh

    @Test("watch-outbox.sh hands over what lay there before and what comes later, in folders too")
    func watchOutbox() async throws {
        try fixture.makeDirectory("taken")
        try directory.write("before", to: "spool/outbox/old.png.json")
        try directory.write("beside it", to: "spool/outbox/old.png.txt")
        let watcher = try fixture.start("watch-outbox.sh", [spool, "cp", "-t", directory.path("taken"), "--"])
        try #require(try await eventually { !directory.exists("spool/outbox/old.png.txt") })
        #expect(try fixture.text(of: "taken/old.png.json") == "before")

        let worker = try TestWorker(fixture.spool)
        try await fixture.submitSign()
        try await worker.wait(for: "the result's being taken") {
            directory.exists("taken/sign.jpg.json") && fixture.spool.outboxFiles == []
        }
        #expect(try fixture.text(of: "taken/sign.jpg.json")?.hasPrefix(#"{"schema":"ocrspool.result/1""#) == true)

        try fixture.makeDirectory("spool/outbox/a")
        try directory.write("later", to: "spool/outbox/a/.hidden")
        try directory.rename("spool/outbox/a/.hidden", to: "spool/outbox/a/new.png.json")
        #expect(try await eventually(within: .seconds(90)) { !directory.exists("spool/outbox/a/new.png.json") })
        #expect(try fixture.text(of: "taken/new.png.json") == "later")

        watcher.send(SIGTERM)
        #expect(try await watcher.waitForEnd() == .exited(143))
    }

    @Test("watch-outbox.sh keeps a result whose command failed, and tries again")
    func watchWithFailingCommand() async throws {
        try directory.write("1", to: "spool/outbox/a.png.json")
        let watcher = try fixture.start("watch-outbox.sh", [spool, "cp", "-t", directory.path("taken"), "--"])
        try #require(try await eventually { watcher.errorText.contains("trying again later") })
        #expect(directory.exists("spool/outbox/a.png.json"))

        try fixture.makeDirectory("taken")
        try directory.write("2", to: "spool/outbox/b.png.json")
        #expect(try await eventually { try directory.names(in: "taken") == ["a.png.json", "b.png.json"] })
        #expect(try await eventually { fixture.spool.outboxFiles == [] })
    }

    // MARK: - consume.py

    @Test("consume.py writes the text of a result and removes the result")
    func consume() async throws {
        let worker = try TestWorker(fixture.spool)
        try await fixture.submitSign()
        let consumer = try fixture.start("consume.py", [spool, directory.path("texts"), "--interval", "0.1"])
        try await worker.wait(for: "the result's being taken") {
            directory.exists("texts/sign.jpg.txt") && fixture.spool.outboxFiles == []
        }
        #expect(try fixture.text(of: "texts/sign.jpg.txt") == RecipeFixture.signText)
        #expect(consumer.end == nil, "\(consumer.errorText)")
    }

    @Test("consume.py leaves alone what is no result")
    func consumeForeignFile() async throws {
        try directory.write(#"{"schema": "other/1"}"#, to: "spool/outbox/a.json")
        let consumer = try await fixture.run("consume.py", spool, directory.path("texts"), "--once")
        #expect(consumer.end == .exited(1))
        #expect(try fixture.text(of: "spool/outbox/a.json") == #"{"schema": "other/1"}"#)
    }
}
