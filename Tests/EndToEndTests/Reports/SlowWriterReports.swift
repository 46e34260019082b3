import Foundation
import LinuxSupport
import StrictJSON
import TestSupport
import Testing

@Suite("Reports: producers that write slowly")
struct SlowWriterReports {
    @Test(
        "P01 a picture that a scanner opens long before it writes, and then fills slowly, is read once, whole",
        arguments: Pace.all)
    func filledSlowly(_ pace: Pace) async throws { try await fill(pace, events: "on") }

    @Test("P07 the same holds for a worker that polls", arguments: Pace.all)
    func filledSlowlyWhilePolling(_ pace: Pace) async throws { try await fill(pace, events: "off") }

    private func fill(_ pace: Pace, events: String) async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, pace.options + ["--events", events])
        let bytes = try Picture.line(tag: String(repeating: "x", count: 5000))
        let writer = try spool.openForAppending("a.png")
        try await worker.wait(forStatus: "held open") { $0.isHeldOpen("a.png") }
        try await Task.sleep(for: pace.hold)
        for part in bytes.parts(10) {
            try writer.write(contentsOf: part)
            try await Task.sleep(for: pace.pause)
            #expect(spool.outboxFiles.isEmpty && spool.deadLetterFiles.isEmpty)
        }
        #expect(try worker.status?.at("intake", "mode")?.string == (events == "on" ? "events" : "polling"))
        try writer.close()
        let result = try await worker.result(of: "a.png")
        #expect(result.at("image", "sha256")?.string == (try SHA256.hexadecimal(of: bytes)))
        #expect(result["text"]?.string == Picture.lineText)
        try await worker.rest()
        #expect(spool.outboxFiles == ["a.png.json"] && spool.deadLetterFiles.isEmpty)
        #expect(try worker.claims(of: "a.png") == 1)
    }

    struct Appending: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let pause: Duration
        /// Of the worker, longer than any pause.
        let settle: Duration

        static let quick = Appending(
            testDescription: "quickly", pause: .milliseconds(60), settle: .milliseconds(1500))
        static let reported = Appending(testDescription: "as reported", pause: .seconds(1), settle: .seconds(2))
        static let all = SlowTests.areWanted ? [quick, reported] : [quick]
    }

    @Test(
        "P02 a picture that is opened and closed for each of its twelve parts gives one result, from the whole",
        arguments: Appending.all)
    func openedAndClosedOften(_ appending: Appending) async throws {
        let spool = try await TestSpool()
        let milliseconds = Int(appending.settle / .milliseconds(1))
        let worker = try TestWorker(spool, ["--settle", String(milliseconds)])
        try await worker.watching()
        let bytes = try Picture.line(tag: String(repeating: "y", count: 3000))
        // On a busy machine the producer itself may be late; what it wrote then says nothing, and it writes another.
        for name in (1...10).map({ "\($0).png" }) {
            let longestPause = try await append(bytes.parts(12), to: name, of: spool, every: appending.pause)
            guard longestPause < appending.settle - .milliseconds(100) else { continue }
            let result = try await worker.result(of: name)
            #expect(result.at("image", "sha256")?.string == (try SHA256.hexadecimal(of: bytes)))
            try await worker.rest()
            #expect(spool.outboxFiles.filter { $0.hasPrefix("\(name).") } == ["\(name).json"])
            #expect(!spool.deadLetterFiles.contains { $0.hasPrefix(name) })
            #expect(try worker.claims(of: name) == 1)
            return
        }
        Issue.record("the machine is too busy to write in time")
    }

    /// - Returns: the longest time between the ends of two parts.
    private func append(
        _ parts: [[UInt8]], to name: String, of spool: TestSpool, every pause: Duration
    ) async throws -> Duration {
        var longest: Duration = .zero
        var last = ContinuousClock.now
        for (index, part) in parts.enumerated() {
            if index > 0 { try await Task.sleep(for: pause) }
            let writer = try spool.openForAppending(name)
            try writer.write(contentsOf: part)
            try writer.close()
            longest = max(longest, last.duration(to: .now))
            last = .now
        }
        return longest
    }

    @Test("P05 a file of 40 MB that grows for many settle times waits in sight, and is read when it is whole")
    func growsForLong() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--settle", "100"])
        try await worker.watching()
        let writer = try spool.openForAppending("a.tif")
        try writer.write(contentsOf: try Fixture.bytes("images/line-lzw.tif"))
        // What follows the picture is of no interest to its decoder.
        let part = [UInt8](repeating: 0, count: 1_000_000)
        for number in 1...40 {
            try writer.write(contentsOf: part)
            if number.isMultiple(of: 10) {
                try await worker.wait(forStatus: "waiting") { status in
                    status.listed("inbox", "a.tif")?["state"]?.string == "arriving"
                }
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try worker.claims(of: "a.tif") == 0)
        try writer.close()
        let result = try await worker.result(of: "a.tif")
        #expect(result["text"]?.string == Picture.lineText)
        #expect(result.at("image", "bytes")?.int == (try Fixture.bytes("images/line-lzw.tif").count) + 40_000_000)
        try await worker.rest()
        #expect(spool.outboxFiles == ["a.tif.json"] && spool.deadLetterFiles.isEmpty)
    }

    @Test("P19 a picture that is half written when the worker starts is waited for like any other")
    func writerBeforeStart() async throws {
        let spool = try await TestSpool()
        let bytes = try Picture.line(tag: "slow")
        let writer = try spool.openForAppending("a.png")
        try writer.write(contentsOf: bytes.prefix(300))
        let worker = try TestWorker(spool)
        try await worker.wait(forStatus: "held open by its writer") { $0.isHeldOpen("a.png") }
        try writer.write(contentsOf: bytes.dropFirst(300))
        try writer.close()
        let result = try await worker.result(of: "a.png")
        #expect(result.at("image", "bytes")?.int == bytes.count)
        #expect(spool.deadLetterFiles.isEmpty)
    }
}
