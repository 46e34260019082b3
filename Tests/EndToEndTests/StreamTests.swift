import StrictJSON
import TestSupport
import Testing

@Suite("Streams")
struct StreamTests {
    private func drop(frame name: String, of spool: TestSpool) throws {
        try spool.drop(request: #"{"stream": "cam", "id": "\#(name.replacing("/", with: "-"))"}"#, of: name)
        try spool.drop(try Picture.line(tag: name), as: name)
    }

    @Test(
        "of two hundred frames only the first and the newest are read, the others are put away, and nobody is starved")
    func burst() async throws {
        let spool = try await TestSpool()
        try spool.makeFolder("cam")
        let worker = try TestWorker(spool)
        try await worker.watching()
        // While the recognizer is busy with this, all that follows waits.
        try spool.drop(Picture.noise(width: 700, height: 700), as: "busy.pgm")
        try await worker.wait(for: "the job's being in work") { spool.attemptsInWork == 1 }
        for number in 100..<300 { try drop(frame: "cam/\(number).png", of: spool) }
        for number in 1...3 { try spool.drop(try Picture.line(tag: "\(number)"), as: "plain-\(number).png") }
        for number in 1...3 { _ = try await worker.result(of: "plain-\(number).png") }
        let newest = try await worker.result(of: "cam/299.png")
        #expect(newest["requestId"]?.string == "cam-299.png")
        try await worker.rest()

        let read = try spool.results().keys.filter { $0.hasPrefix("cam/") }.sorted()
        // Others may have been the newest for a moment, while the inbox was filling.
        #expect(read.count < 100)
        try await worker.wait(forStatus: "superseded frames counted") {
            $0.at("totals", "superseded")?.int == 200 - read.count
        }
        #expect(spool.deadLetterFiles.isEmpty)
        // Frames and their requests are put away like any other original.
        let archived = spool.archiveFiles
        #expect(archived.count { $0.hasPrefix("cam/") && $0.hasSuffix(".png") } == 200)
        #expect(archived.count { $0.hasPrefix("cam/") && $0.hasSuffix(".png.json") } == 200)
        let check = try await spool.run(["fsck", "--at-rest", "--spool", spool.path])
        #expect(check.end == .exited(0), "\(check.output)\(check.errors)")
    }

    @Test("frames that were there before the worker started are superseded as well, and deleted where originals are")
    func deleted() async throws {
        let spool = try await TestSpool()
        for number in 1...5 { try drop(frame: "\(number).png", of: spool) }
        let worker = try TestWorker(spool, ["--drain", "--retirement", "delete"])
        #expect(try await worker.end() == .exited(0))
        #expect(spool.outboxFiles == ["5.png.json"])
        #expect(spool.archiveFiles.isEmpty && spool.inboxFiles.isEmpty)
    }

    @Test("a folder may be a stream by its defaults")
    func folder() async throws {
        let spool = try await TestSpool()
        try spool.makeFolder("cam")
        try spool.drop(Array(#"{"stream": "door"}"#.utf8), as: "cam/.ocrspool.json")
        for number in 1...3 { try spool.drop(try Picture.line(tag: "\(number)"), as: "cam/\(number).png") }
        let worker = try TestWorker(spool, ["--drain"])
        #expect(try await worker.end() == .exited(0))
        #expect(spool.outboxFiles == ["cam/3.png.json"])
        #expect(spool.archiveFiles.sorted() == ["cam/1.png", "cam/2.png", "cam/3.png"])
    }
}
