import StrictJSON
import TestSupport
import Testing

/// What a producer has dropped, by its own account, and the check that each drop has its one outcome.
struct Ledger {
    struct Entry: Hashable {
        let isGood: Bool
        let name: String
        let sha256: String
    }

    let entries: [Entry]

    /// The producer's account so far.
    init(_ spool: TestSpool) throws {
        let text = String(decoding: try spool.directory.content(of: "outside/ledger"), as: UTF8.self)
        entries = try text.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            try #require(words.count == 3)
            return Entry(isGood: words[0] == "good", name: words[1], sha256: words[2])
        }
    }

    /// Starts the producer, which drops `count` images.
    static func producer(_ spool: TestSpool, count: Int) throws -> RunningProgram {
        try spool.directory.makeDirectory("outside")
        try spool.directory.copy(from: Fixture.path("images/line-1bit.png"), to: "image.png")
        try spool.directory.copy(from: Fixture.script("producer.sh"), to: "producer.sh")
        try UnprivilegedUser.takeOver(spool.directory.path("outside"))
        let outside = spool.directory.path("outside")
        let words = UnprivilegedUser.command([
            "/bin/sh", spool.directory.path("producer.sh"), spool.path, outside, spool.directory.path("image.png"),
            String(count), outside + "/ledger",
        ])
        return try RunningProgram(words[0], Array(words.dropFirst()))
    }

    /// Expects that every drop has exactly one outcome, the right one, with the bytes that were dropped, and that
    /// nothing else is in the spool.
    func expectOneOutcomeEach(in spool: TestSpool) async throws {
        #expect(spool.isAtRest, "\(spool.inventory)")
        let results = try spool.results()
        let errors = try spool.errors()
        #expect(results.count + errors.count == entries.count)
        for entry in entries {
            let result = results[entry.name + ".json"]
            let error = errors[entry.name]
            #expect((result != nil) == entry.isGood && (error != nil) == !entry.isGood, "\(entry.name)")
            if let result {
                #expect(result.at("image", "sha256")?.string == entry.sha256, "\(entry.name)")
                #expect(result["text"]?.string == Picture.lineText, "\(entry.name)")
            }
            if let error { #expect(error["code"]?.string == "image-unsupported", "\(entry.name)") }
        }
        let ids = (Array(results.values) + Array(errors.values)).compactMap { $0["id"]?.string }
        #expect(Set(ids).count == entries.count)
        let originals = spool.archiveFiles + spool.deadLetterFiles.filter { !$0.hasSuffix("/error.json") }
        #expect(originals.count == entries.count)
        let check = try await spool.run(["fsck", "--at-rest", "--spool", spool.path])
        #expect(check.end == .exited(0), "\(check.output)\(check.errors)")
    }
}

/// Looks again and again for what must not be at any moment.
struct Sampler {
    let spool: TestSpool
    private var seen: [String: String] = [:]
    /// What was seen that must not be.
    private(set) var violations: [String] = []

    init(_ spool: TestSpool) { self.spool = spool }

    /// One look: no name has a result and a dead letter, or two of one kind, and no record is half there.
    mutating func look() {
        // Hidden names are the worker's own business, as when it tests the file system.
        let results = spool.outboxFiles.filter { !$0.hasPrefix(".") }
        let errors = spool.deadLetterFiles.filter { $0.hasSuffix("/error.json") }.map { $0.dropLast(11) }
        for name in results {
            note("outbox/\(name)", of: String(name.dropLast(".json".count)))
        }
        for name in errors { note("dead-letter/\(name)/error.json", of: String(name)) }
    }

    private mutating func note(_ record: String, of name: String) {
        guard seen[record] == nil else { return }
        // `job-7.png`, or with a job's name behind.
        let image = name.split(separator: ".").prefix(2).joined(separator: ".")
        if let other = seen.first(where: { $0.value == image }) {
            violations.append("\(record) beside \(other.key)")
        }
        do {
            if try spool.record(record)?["id"]?.string == nil { violations.append("\(record) has no id") }
        } catch {
            violations.append("\(record) is torn: \(error)")
        }
        seen[record] = image
    }
}
