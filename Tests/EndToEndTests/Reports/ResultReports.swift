import Foundation
import LinuxSupport
import StrictJSON
import TestSupport
import Testing

@Suite("Reports: results")
struct ResultReports {
    @Test("Q07 the same bytes under two names have a result each, and nothing is left for the next start")
    func duplicates() async throws {
        let spool = try await TestSpool()
        for name in ["a.png", "b.png"] { try spool.drop(try Picture.line(), as: name) }
        let worker = try TestWorker(spool, ["--drain"])
        #expect(try await worker.end() == .exited(0))
        let first = try #require(try spool.result(of: "a.png"))
        let second = try #require(try spool.result(of: "b.png"))
        #expect(first["id"] != second["id"])
        #expect(first.at("image", "sha256") == second.at("image", "sha256"))
        #expect(first["pages"] == second["pages"])
        #expect(spool.inboxFiles.isEmpty)
        let again = try TestWorker(spool, ["--drain"])
        #expect(try await again.end() == .exited(0))
        #expect(spool.outboxFiles == ["a.png.json", "b.png.json"] && spool.deadLetterFiles.isEmpty)
        #expect(try again.publications == 0)
    }

    @Test("Q08 a file of the user's own where the result would go stays as it is, and the result has its job's name")
    func ownFile() async throws {
        let spool = try await TestSpool()
        try spool.directory.write("my notes", to: "spool/outbox/a.png.json")
        try spool.drop(try Picture.line(), as: "a.png")
        let worker = try TestWorker(spool)
        try await worker.wait(for: "a result") { spool.outboxFiles.count == 2 && spool.isAtRest }
        #expect(try spool.directory.content(of: "spool/outbox/a.png.json") == Array("my notes".utf8))
        let name = try #require(spool.outboxFiles.first { $0 != "a.png.json" })
        let result = try #require(try spool.record("outbox/\(name)"))
        #expect(result["text"]?.string == Picture.lineText)
        #expect(name == "a.png.\(try #require(result["id"]?.string)).json")
    }

    /// Words of the letters of `Green river`.
    private static let words = [
        "Green", "river", "never", "nerve", "Genre", "vein", "inner", "even", "Given", "Giver", "Greener", "Genie",
        "reviver", "veneer", "vine", "nine", "reverie", "nervine", "Geneer", "Greenvine",
    ]

    @Test("Q15 of twenty pictures of one word each, read four at a time, each result has its own word and name")
    func notMixed() async throws {
        let spool = try await TestSpool()
        let letters = try Letters()
        for (number, word) in Self.words.enumerated() {
            try spool.drop(letters.picture(of: word), as: "\(number).pgm")
        }
        let worker = try TestWorker(spool, ["--children", "4"])
        try await worker.rest()
        #expect(spool.outboxFiles.count == 20)
        for (number, word) in Self.words.enumerated() {
            let result = try #require(try spool.result(of: "\(number).pgm"))
            #expect(result["text"]?.string == word)
            #expect(result.at("image", "name")?.string == "\(number).pgm")
            let digest = try SHA256.hexadecimal(of: letters.picture(of: word))
            #expect(result.at("image", "sha256")?.string == digest)
        }
    }

    @Test("Q16 the log goes to a file line by line, while the worker runs, with job and name")
    func logInFile() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--log-level", "info"])
        try await worker.wait(for: "its start") { worker.logText.hasSuffix("\n") }
        for name in ["a.png", "b.png"] {
            try spool.drop(try Picture.line(tag: name), as: name)
            let id = try #require(try await worker.result(of: name)["id"]?.string)
            for message in ["claimed", "published"] {
                try await worker.wait(for: "\(message) of \(name)") {
                    try worker.log.contains { line in
                        line["message"]?.string == message && line["job"]?.string == id
                            && line["path"]?.string == name
                    }
                }
            }
        }
        #expect(worker.program.end == nil)
        #expect(try worker.log.count == worker.logText.split(separator: "\n").count)
    }
}

/// The letters of the words `Green river` as they stand in a picture, to make pictures of other words from.
struct Letters {
    private let pixels: [UInt8]
    private let width: Int
    private let height: Int
    /// The columns of each, from the picture's left edge.
    private static let columns: [Character: Range<Int>] = [
        "G": 110..<140, "e": 182..<205, "n": 208..<229, "r": 246..<262, "i": 262..<269, "v": 271..<295,
    ]

    init() throws {
        let file = try Fixture.bytes("images/line.pgm")
        let header = Array("P5\n560 90\n255\n".utf8)
        try #require(file.starts(with: header) && file.count == header.count + 560 * 90)
        (pixels, width, height) = (Array(file.dropFirst(header.count)), 560, 90)
    }

    /// A portable gray map of `word`, black on white.
    func picture(of word: String) -> [UInt8] {
        var columns = Array(repeating: -1, count: 40)
        for letter in word {
            guard let range = Self.columns[letter] else { preconditionFailure("there is no \(letter)") }
            columns += Array(range) + Array(repeating: -1, count: 2)
        }
        columns += Array(repeating: -1, count: 40)
        var bytes = Array("P5\n\(columns.count) \(height)\n255\n".utf8)
        for row in 0..<height { bytes += columns.map { $0 < 0 ? 255 : pixels[row * width + $0] } }
        return bytes
    }
}
