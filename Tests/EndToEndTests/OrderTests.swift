import StrictJSON
import TestSupport
import Testing

@Suite("Order: who comes first")
struct OrderTests {
    /// The images in the order in which they were claimed.
    private func order(_ worker: TestWorker) throws -> [String] {
        try worker.log.filter { $0["message"]?.string == "claimed" }.compactMap { $0["path"]?.string }
    }

    @Test("a batch in one folder does not hold up a file in another, and priorities come before turns")
    func turns() async throws {
        let spool = try await TestSpool()
        try spool.makeFolder("batch")
        try spool.makeFolder("one")
        for number in 10..<20 { try spool.drop(try Picture.line(tag: "\(number)"), as: "batch/\(number).png") }
        try spool.drop(try Picture.line(tag: "a"), as: "one/a.png")
        try spool.drop(try Picture.line(tag: "b"), as: "b.png")
        try spool.drop(request: #"{"priority": 6}"#, of: "batch/99.png")
        try spool.drop(try Picture.line(tag: "99"), as: "batch/99.png")
        let worker = try TestWorker(spool, ["--drain", "--pairing", "0"])
        #expect(try await worker.end() == .exited(0))
        let order = try order(worker)
        #expect(order.first == "batch/99.png")
        #expect(Set(order[1...3]) == ["batch/10.png", "one/a.png", "b.png"])
        #expect(order[4...] == (11..<20).map { "batch/\($0).png" }[...])
    }

    @Test("what lay there longest when the worker starts comes first, whatever its name")
    func arrival() async throws {
        let spool = try await TestSpool()
        for name in ["c.png", "a.png", "b.png"] {
            try spool.drop(try Picture.line(tag: name), as: name)
            // The clock that stamps files goes in steps of up to ten milliseconds.
            try await Task.sleep(for: .milliseconds(30))
        }
        let worker = try TestWorker(spool, ["--drain"])
        #expect(try await worker.end() == .exited(0))
        #expect(try order(worker) == ["c.png", "a.png", "b.png"])
    }
}
