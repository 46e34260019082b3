import Glibc
import StrictJSON
import TestSupport
import Testing

@Suite("ocrspool: commands beside a worker", .serialized)
struct CommandLineWorkTests {
    @Test("submit --text prints the text, --wait the path of the very job's result among others of its name")
    func ownOutcome() async throws {
        let fixture = try await CommandLineFixture()
        let worker = try fixture.start(["worker", "--children", "1"].map { Array($0.utf8) })
        let text = try await fixture.run("submit", "--text", CommandLineFixture.sample("sign.jpg"))
        #expect(text.status == 0)
        #expect(text.text == "FRESH BREAD\nOPEN DAILY\n")
        let first = try await fixture.run("submit", "--wait", "--id", "same", CommandLineFixture.sample("sign.jpg"))
        let second = try await fixture.run("submit", "--wait", "--id", "same", CommandLineFixture.sample("sign.jpg"))
        #expect(first.status == 0)
        #expect(second.status == 0)
        // Three results of one name: the plain one, and two with the job's id.
        #expect(try fixture.directory.names(in: "spool/outbox").count == 3)
        #expect(first.output != second.output)
        for run in [first, second] {
            let path = try #require(run.lines.first)
            #expect(path.hasPrefix(fixture.directory.path("spool/outbox/sign.jpg.")))
            let name = try #require(path.split(separator: "/").last)
            #expect(try fixture.record("outbox/\(name)")["requestId"]?.string == "same")
        }
        worker.send(SIGTERM)
        #expect(try await worker.waitForEnd() == .exited(0))
    }

    @Test("an image that cannot be read fails the wait with its message and status 1; the other's result is printed")
    func failure() async throws {
        let fixture = try await CommandLineFixture()
        let worker = try fixture.start(["worker", "--children", "1"].map { Array($0.utf8) })
        let run = try await fixture.run(
            "submit", "--wait", "--json", CommandLineFixture.sample("cut.jpg"), CommandLineFixture.sample("sign.jpg"))
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix("ocrspool submit: cut.jpg: "))
        #expect(run.errors.contains("See \(fixture.directory.path("spool/dead-letter/cut.jpg"))"))
        let answers = try run.json()
        #expect(answers.map { $0["state"]?.string } == ["failed", "done"])
        #expect(answers.map { $0["code"]?.string } == ["image-undecodable", nil])
        #expect(answers.last?["path"]?.string == fixture.directory.path("spool/outbox/sign.jpg.json"))
        worker.send(SIGTERM)
        #expect(try await worker.waitForEnd() == .exited(0))
    }

    @Test("what failed is listed, goes back with its request, and fails again with its whole history")
    func retry() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write("no picture", to: "wrong.jpg")
        #expect(try await fixture.run("submit", "--id", "mine", "--as", "a b/wrong.jpg", "wrong.jpg").status == 0)
        #expect(try await fixture.drain().status == 3)
        let listed = try await fixture.run("dead-letters", "--json")
        let entry = try #require(try listed.json().first)
        #expect(entry["name"]?.string == "a b/wrong.jpg")
        #expect(entry["code"]?.string == "image-unsupported")
        #expect(entry["requestId"]?.string == "mine")
        let attempts = try #require(entry["attempts"]?.int)

        let run = try await fixture.run("retry", "dead-letter/a b/wrong.jpg/")
        #expect(run.status == 0)
        #expect(run.text == fixture.directory.path("spool/inbox/a b/wrong.jpg") + "\n")
        #expect(try fixture.directory.names(in: "spool/inbox/a b") == ["wrong.jpg", "wrong.jpg.json"])
        #expect(try fixture.directory.names(in: "spool/dead-letter").isEmpty)
        #expect(try fixture.record("inbox/a b/wrong.jpg.json")["id"]?.string == "mine")

        #expect(try await fixture.drain().status == 3)
        let again = try #require(try await fixture.run("dead-letters", "--json").json().first)
        #expect(again["attempts"]?.int == 2 * attempts)
        #expect(again["id"]?.string != entry["id"]?.string)
    }

    @Test("a retry whose name waits in the inbox is refused, and the dead letter is left whole")
    func retryTaken() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write("no picture", to: "spool/inbox/wrong.jpg")
        #expect(try await fixture.drain().status == 3)
        try fixture.directory.write("the next", to: "spool/inbox/wrong.jpg")
        let run = try await fixture.run("retry", "--all")
        #expect(run.status == 5)
        #expect(
            run.errors
                == "ocrspool retry: wrong.jpg: wrong.jpg waits in the inbox already; retry when it has been read\n")
        #expect(try fixture.directory.names(in: "spool/dead-letter/wrong.jpg") == ["error.json", "wrong.jpg"])
        #expect(try fixture.directory.content(of: "spool/inbox/wrong.jpg") == Array("the next".utf8))
    }

    @Test("a retry that was cut off after the image had moved is finished by the next")
    func retryCutOff() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write("no picture", to: "spool/inbox/wrong.jpg")
        #expect(try await fixture.drain().status == 3)
        try fixture.directory.rename("spool/dead-letter/wrong.jpg/wrong.jpg", to: "spool/inbox/wrong.jpg")
        #expect(try await fixture.run("retry", "wrong.jpg").status == 0)
        #expect(try fixture.directory.names(in: "spool/dead-letter").isEmpty)
        #expect(try fixture.directory.names(in: "spool/inbox") == ["wrong.jpg"])
    }

    @Test("a job's id names its dead letter, too; an unknown name is told, and the others still go back")
    func retryByID() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write("no picture", to: "spool/inbox/wrong.jpg")
        #expect(try await fixture.drain().status == 3)
        let id = try #require(try fixture.record("dead-letter/wrong.jpg/error.json")["id"]?.string)
        let run = try await fixture.run("retry", "unknown.jpg", id)
        #expect(run.status == 4)
        #expect(
            run.errors == "ocrspool retry: unknown.jpg is not in the dead letter; see: ocrspool dead-letters\n")
        #expect(try fixture.directory.names(in: "spool/inbox") == ["wrong.jpg"])
    }

    @Test("drained without a failure, the worker ends with status 0; explain and status tell what was done")
    func drained() async throws {
        let fixture = try await CommandLineFixture()
        #expect(try await fixture.run("submit", CommandLineFixture.sample("sign.jpg")).status == 0)
        let before = try await fixture.run("explain", "--json", "sign.jpg")
        #expect(try before.json().first?.array?.first?["state"]?.string == "unseen")
        #expect(before.text.contains("no worker runs on this spool"))
        #expect(try await fixture.drain().status == 0)
        let found = try #require(
            try await fixture.run("explain", "--json", "spool/outbox/sign.jpg.json").json().first?.array)
        #expect(found.contains { $0["state"]?.string == "done" })
        #expect(found.contains { $0["state"]?.string == "archived" })
        let status = try #require(try await fixture.run("status", "--json").json().first)
        #expect(status["results"]?.int == 1)
        #expect(status["archived"]?.int == 1)
        #expect(status["deadLetters"]?.int == 0)
        #expect(status["inbox"]?["source"]?.string == "scan")
        #expect(status["inbox"]?["images"]?.int == 0)
        #expect(status["workers"] == [])
    }

    @Test("a running worker is seen, with its children and what waits for a request")
    func running() async throws {
        let fixture = try await CommandLineFixture()
        let options = ["worker", "--children", "1", "--orphan", "600"]
        let worker = try fixture.start(options.map { Array($0.utf8) })
        try fixture.directory.write("{}", to: "spool/inbox/lonely.png.json")
        var state: String?
        let isSeen = try await self.eventuallySeen {
            let found = try await fixture.run("explain", "--json", "lonely.png.json").json().first?.array?.first
            state = found?["state"]?.string
            return state == "orphan-request" && found?["dueAt"]?.string != nil
        }
        #expect(isSeen, "\(state ?? "nothing")")
        let status = try #require(try await fixture.run("status", "--json").json().first)
        #expect(status["workers"]?.array?.first?["state"]?.string == "running")
        #expect(status["inbox"]?["source"]?.string == "worker")
        #expect(status["inbox"]?["images"]?.int == 0)
        #expect(status["inbox"]?["requests"]?.int == 1)
        worker.send(SIGTERM)
        #expect(try await worker.waitForEnd() == .exited(0))
    }

    private func eventuallySeen(_ condition: () async throws -> Bool) async throws -> Bool {
        let end = ContinuousClock.now + patience
        while try await !condition() {
            guard ContinuousClock.now < end else { return false }
            try await Task.sleep(for: .milliseconds(50))
        }
        return true
    }

    @Test("what is no image to a worker is explained by the rule that holds for it")
    func explained() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write(to: "spool/inbox/a.part")
        try fixture.directory.write(to: "spool/inbox/.hidden.png")
        try fixture.directory.makeDirectory("spool/inbox/@eaDir")
        try fixture.directory.write(to: "spool/inbox/@eaDir/b.png")
        try #require(unsafe symlink("/etc/passwd", fixture.directory.path("spool/inbox/link.png")) == 0)
        try #require(unsafe mkfifo(fixture.directory.path("spool/inbox/pipe.png"), 0o600) == 0)
        for (name, state, word) in [
            ("a.part", "ignored", "name of a temporary file"), (".hidden.png", "ignored", "hidden name"),
            ("@eaDir/b.png", "ignored", "folder of a file server's own"),
            ("link.png", "not-regular", "symbolic link"), ("pipe.png", "not-regular", "no regular file"),
            ("spool/inbox/@eaDir", "ignored", "folder of a file server's own"),
        ] {
            let run = try await fixture.run("explain", "--json", name)
            #expect(run.status == 0)
            let found = try run.json().first?.array?.first
            #expect(found?["state"]?.string == state, "\(name)")
            #expect(found?["message"]?.string?.contains(word) == true, "\(name)")
        }
        let nothing = try await fixture.run("explain", "none.png")
        #expect(nothing.status == 4)
        #expect(nothing.errors == "ocrspool explain: there is nothing of the name none.png in the spool\n")
    }
}
