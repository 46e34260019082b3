import Glibc
import LinuxSupport
import StrictJSON
import TestSupport
import Testing

@Suite("ocrspool submit --replace", .serialized)
struct CommandLineSubmitReplaceTests {
    let fixture: CommandLineFixture
    var files: TemporaryDirectory { fixture.directory }

    init() async throws { fixture = try await CommandLineFixture() }

    @Test("image and request that wait are replaced together, and nothing else is left")
    func replaced() async throws {
        try files.write("first", to: "a.png")
        #expect(try await fixture.run("submit", "--priority", "1", "a.png").status == 0)
        try files.write("second", to: "a.png")
        #expect(try await fixture.run("submit", "--replace", "--priority", "2", "a.png").status == 0)
        #expect(try files.names(in: "spool/inbox") == ["a.png", "a.png.json"])
        #expect(try files.content(of: "spool/inbox/a.png") == Array("second".utf8))
        #expect(try fixture.record("inbox/a.png.json")["priority"]?.int == 2)
    }

    @Test("an image without a request is replaced, and --replace with nothing to replace submits")
    func withoutRequest() async throws {
        try files.write("second", to: "a.png")
        try files.write("first", to: "spool/inbox/a.png")
        #expect(try await fixture.run("submit", "--replace", "a.png").status == 0)
        #expect(try files.content(of: "spool/inbox/a.png") == Array("second".utf8))
        #expect(try await fixture.run("submit", "--replace", "--as", "b.png", "a.png").status == 0)
        #expect(try files.names(in: "spool/inbox") == ["a.png", "a.png.json", "b.png", "b.png.json"])
    }

    @Test("a folder or a link of the name is not replaced", arguments: ["folder", "link"])
    func notFiles(kind: String) async throws {
        try files.write("x", to: "a.png")
        if kind == "folder" {
            try files.makeDirectory("spool/inbox/a.png")
        } else {
            try files.makeLink("spool/inbox/a.png", to: "elsewhere")
        }
        let run = try await fixture.run("submit", "--replace", "a.png")
        #expect(run.status == 5)
        #expect(run.errors.contains("something that is no file has its name in the inbox"))
        #expect(try files.names(in: "spool/inbox") == ["a.png"])
    }

    @Test("a request alone may be on its way to a worker: neither refusal nor --replace touches it")
    func requestAlone() async throws {
        try files.write("x", to: "a.png")
        try files.write("{}", to: "spool/inbox/a.png.json")
        for options in [[], ["--replace"]] as [[String]] {
            let run = try await fixture.run(bytes: (["submit"] + options + ["a.png"]).map { Array($0.utf8) })
            #expect(run.status == 5)
            #expect(run.errors.contains("the request a.png.json lies in the inbox without its image"))
        }
        #expect(try files.content(of: "spool/inbox/a.png.json") == Array("{}".utf8))
        #expect(try files.names(in: "spool/inbox") == ["a.png.json"])
    }

    @Test("what a replacement that was cut off has left is mended by the next")
    func mended() async throws {
        try files.write("x", to: "a.png")
        try files.write("{}", to: "spool/inbox/a.png.json")
        // As after either rename: the request alone, and a hidden image that bears its identity.
        let inbox = try DirectoryHandle.open(path: files.path("spool/inbox"))
        let request = try #require(try inbox.status("a.png.json"))
        try files.write("old", to: "spool/inbox/.ocrspool-\(request.inode)-\(request.modified).tmp")
        #expect(try await fixture.run("submit", "a.png").status == 5)
        #expect(try await fixture.run("submit", "--replace", "a.png").status == 0)
        #expect(try files.names(in: "spool/inbox") == ["a.png", "a.png.json"])
        #expect(try fixture.record("inbox/a.png.json")["bytes"]?.int == 1)
    }

    @Test("of two calls at once with the same names each image is submitted by one, with its own request")
    func twoAtOnce() async throws {
        try files.makeDirectory("scans")
        for number in 0..<150 { try files.write("x", to: "scans/\(number).png") }
        let runs = try ["one", "two"].map {
            try fixture.start(["submit", "--stream", $0, "scans"].map { Array($0.utf8) })
        }
        var printed: [[String]] = []
        for run in runs {
            let end = try await run.waitForEnd(within: .seconds(120))
            #expect(end == .exited(0) || end == .exited(5))
            printed.append(String(decoding: run.output, as: UTF8.self).split(separator: "\n").map(String.init))
        }
        #expect(printed[0].count + printed[1].count == 150)
        #expect(Set(printed[0] + printed[1]).count == 150)
        #expect(try files.names(in: "spool/inbox/scans").count == 300)
        for (stream, paths) in zip(["one", "two"], printed) {
            for path in paths {
                let name = try #require(path.split(separator: "/").last)
                #expect(try fixture.record("inbox/scans/\(name).json")["stream"]?.string == stream)
            }
        }
    }

    @Test("whoever takes images while two replace them gets each with its own request, and never one without")
    func hammered() async throws {
        let loop = """
            i=0; while [ $i -lt 40 ]; do
                printf %s "$1$i" >"$1" && "$0" submit --spool spool --replace --as x.png --stream "$1$i" "$1" || exit
                i=$((i + 1))
            done
            """
        let programs = try ["a", "long"].map {
            try RunningProgram("sh", ["-c", loop, BuiltProgram.path("ocrspool"), $0], in: files.path)
        }
        var taker = try PairTaker(files, name: "x.png")
        while programs.contains(where: { $0.end == nil }) {
            try taker.take()
            await Task.yield()
        }
        for program in programs { #expect(program.end == .exited(0), "\(program.errorText)") }
        try taker.take()
        #expect(taker.faults == [])
        #expect(taker.count > 1)
        #expect(try files.names(in: "spool/inbox").isEmpty)
    }

    @Test("killed at any point, it leaves pairs and hidden files, and at most a request alone; once more mends it")
    func killed() async throws {
        try files.makeDirectory("scans")
        for number in 0..<40 { try files.write("x", to: "scans/\(number).png") }
        #expect(try await fixture.run("submit", "scans").status == 0)
        for round in 1...8 {
            let run = try fixture.start(["submit", "--replace", "scans"].map { Array($0.utf8) })
            try await run.waitForOutput { $0.count { $0 == 0x0A } >= round * 3 }
            run.send(SIGKILL)
            _ = try await run.waitForEnd()
            let names = Set(try files.names(in: "spool/inbox/scans").filter { !$0.hasPrefix(".") })
            let images = names.filter { !$0.hasSuffix(".json") }
            #expect(images.allSatisfy { names.contains("\($0).json") })
            #expect(images.count >= 40 - round)
        }
        #expect(try await fixture.run("submit", "--replace", "scans").status == 0)
        let names = try files.names(in: "spool/inbox/scans").filter { !$0.hasPrefix(".") }
        #expect(names.count == 80)
    }
}

/// Takes pairs out of an inbox as a worker does: looks at both, renames the image away, then the request if it is still
/// the one that was seen; what it has not seen it gives back.
private struct PairTaker {
    private let inbox: DirectoryHandle
    private let taken: DirectoryHandle
    private let name: FileName
    private let request: FileName
    /// Pairs that were taken.
    private(set) var count = 0
    /// What must not happen.
    private(set) var faults: [String] = []

    init(_ files: TemporaryDirectory, name: FileName) throws {
        try files.makeDirectory("taken")
        inbox = try DirectoryHandle.open(path: files.path("spool/inbox"))
        taken = try DirectoryHandle.open(path: files.path("taken"))
        self.name = name
        request = name.appending(".json")
    }

    mutating func take() throws {
        guard let image = try inbox.status(name), let seen = try inbox.status(request) else { return }
        guard try move(name, as: "image") else { return }
        let moved = try taken.status("image")
        let found = try inbox.status(request)
        if moved?.hasSameContent(as: image) != true || found?.isSameFile(as: seen) != true {
            try giveBack()
        } else if try move(request, as: "request") {
            count += 1
            try check()
        } else {
            faults.append("the request of an image that was taken has gone")
        }
    }

    /// - Returns: `false` if there is none.
    private func move(_ name: FileName, as newName: FileName) throws -> Bool {
        do {
            try inbox.moveNoReplace(name, to: taken, as: newName)
            return true
        } catch {
            if error.isMissing { return false }
            throw error
        }
    }

    private mutating func check() throws {
        let content = String(decoding: try taken.read("image", limit: 100), as: UTF8.self)
        let stream = try JSONValue(parsing: taken.read("request", limit: 1000))["stream"]?.string
        if content != stream { faults.append("image \(content) with the request of \(stream ?? "none")") }
        try taken.remove("image")
        try taken.remove("request")
    }

    private mutating func giveBack() throws {
        do {
            try taken.moveNoReplace("image", to: inbox, as: name)
        } catch {
            faults.append("an image cannot be given back: \(error)")
            try taken.remove("image")
        }
    }
}
