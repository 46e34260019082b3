import Glibc
import StrictJSON
import TestSupport
import Testing

@Suite("status")
struct StatusTests {
    @Test("with more files than a status lists, each is found, in its place, and the counts are the worker's")
    func many() async throws {
        let spool = try await TestSpool()
        let count = 1300
        // So that the order, by arrival and then by name, is that of the numbers.
        for number in 1...count { try spool.drop([1], as: "f\(10_000 + number)") }
        let worker = try TestWorker.paused(spool, ["--pairing", "0"])
        try await worker.wait(forStatus: "all queued") { $0.count("queued") == count }
        #expect(try worker.status?["inbox"]?.array?.count == 1000)
        #expect(try worker.status?.at("queue", "isListed")?.bool == false)
        var positions: Set<Int> = []
        for number in [1, 999, 1000, 1001, count] {
            let found = try await spool.explained("f\(10_000 + number)", as: "queued") {
                $0["queued"]?.int == count && $0["position"]?.int != nil
            }
            positions.insert(try #require(found["position"]?.int))
            #expect(found["seenAt"]?.string != nil)
        }
        #expect(positions.count == 5)
        #expect(positions.allSatisfy { (1...count).contains($0) })
        let status = try await spool.status()
        #expect(status.at("inbox", "source")?.string == "worker")
        #expect(status.at("inbox", "images")?.int == count)
        // With few again the list goes.
        for number in 301...count { spool.directory.remove("spool/inbox/f\(10_000 + number)") }
        try await worker.wait(forStatus: "three hundred queued") { $0.count("queued") == 300 }
        try await worker.wait(for: "no list") {
            !spool.directory.files(below: "spool/working").contains { $0.hasSuffix("inbox.list") }
        }
    }

    @Test("without a worker the inbox is looked at; an image that is called *.json is none of the archive's requests")
    func withoutWorker() async throws {
        let spool = try await TestSpool()
        try spool.drop([1], as: "a.png")
        try spool.drop(request: "{}", of: "a.png")
        for name in ["b.png", "b.png.json", "c.json", "d.json", "d.json.json"] {
            try spool.directory.write([1], to: Array("spool/archive/\(name)".utf8))
        }
        let status = try await spool.status()
        #expect(status.at("inbox", "source")?.string == "scan")
        #expect(status.at("inbox", "images")?.int == 1)
        #expect(status.at("inbox", "requests")?.int == 1)
        #expect(status["archived"]?.int == 3)
        let shown = try await spool.run(["status", "--spool", spool.path])
        #expect(shown.output.hasPrefix("Spool \(spool.path)\n  inbox             1  image, 1 request\n"))
        #expect(shown.output.contains("\n  archive           3  images\nNo worker runs on this spool.\n"))
    }

    @Test("--watch prints block after block where there is no terminal, and ends with status 0 at an interrupt")
    func watch() async throws {
        let spool = try await TestSpool()
        let blocks = try spool.command(["status", "--watch", "1", "--spool", spool.path])
        try await blocks.waitForOutput { bytes in
            String(decoding: bytes, as: UTF8.self).split(separator: "\n").count { $0 == "Spool \(spool.path)" } >= 2
        }
        blocks.send(SIGINT)
        #expect(try await blocks.waitForEnd() == .exited(0))
        #expect(!blocks.output.contains(0x1B))

        let lines = try spool.command(["status", "--json", "--watch=1", "--spool", spool.path])
        try await lines.waitForOutput { $0.count { $0 == 0x0A } >= 2 }
        lines.send(SIGINT)
        #expect(try await lines.waitForEnd() == .exited(0))
        for line in lines.output.split(separator: 0x0A) {
            #expect(try JSONValue(parsing: Array(line))["spool"]?.string == spool.path)
        }
    }

    @Test("--watch takes whole seconds from 1 to 3600")
    func watchSeconds() async throws {
        let spool = try await TestSpool()
        for value in ["0", "3601", "x"] {
            let run = try await spool.run(["status", "--spool", spool.path, "--watch=\(value)"])
            #expect(run.end == .exited(2), "\(value)")
        }
    }

    @Test("--watch redraws in place on a terminal")
    func terminal() async throws {
        let spool = try await TestSpool()
        let program = UnprivilegedUser.command([try UnprivilegedUser.program("ocrspool")])
        let line = (program + ["status", "--watch", "1", "--spool", spool.path]).joined(separator: " ")
        let terminal = try RunningProgram(
            "script", ["-qefc", "stty rows 24 columns 80; exec \(line)", "/dev/null"])
        // From the corner on, each line cleared to its end, and the rest of the screen after the last.
        let frame = "\u{1B}[HSpool "
        try await terminal.waitForOutput { bytes in
            String(decoding: bytes, as: UTF8.self).components(of: frame) >= 2
        }
        terminal.send(SIGTERM)
        _ = try await terminal.waitForEnd()
        let text = String(decoding: terminal.output, as: UTF8.self)
        #expect(text.hasPrefix("\u{1B}[2J\u{1B}[HSpool "))
        #expect(text.contains("No worker runs on this spool.\u{1B}[K\r\n\u{1B}[J"))
    }
}

extension String {
    /// How often `part` stands in it.
    fileprivate func components(of part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let range = rest.firstRange(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
