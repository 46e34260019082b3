import Foundation
import LinuxSupport
import StrictJSON
import TestSupport

/// What a consumer found in the outbox or the dead letter.
struct FoundOutcome: Sendable {
    let record: JSONValue
    /// The image's path, or the request's.
    let path: [UInt8]
    /// Below the outbox, or of the folder below the dead letter.
    let place: String
    /// Of what was read; of the original where the record does not say it.
    fileprivate(set) var sha256: String?
    /// Of all originals that lie beside the record, at the end: who has one open may still be writing to it.
    fileprivate(set) var originals: [String] = []
    /// Where those are now.
    fileprivate var folder: [UInt8]?

    var code: String? { record["code"]?.string }
}

/// The consumer of a spool: takes away every outcome as soon as it sees it, and notes what no consumer may ever see.
struct ProducerConsumer {
    let spool: TestSpool
    private(set) var outcomes: [FoundOutcome] = []
    private(set) var violations: [String] = []

    init(_ spool: TestSpool) throws {
        self.spool = spool
        try spool.directory.makeDirectory("consumed")
    }

    mutating func look() {
        for name in files("outbox") where !isHidden(name) { takeResult(name) }
        let dead = files("dead-letter").filter { !isHidden($0) }
        for folder in Set(dead.map(\.parentPath)) { takeDeadLetter(folder) }
        for name in ["state/status.json", "state/metrics.prom"] { lookAt(name) }
    }

    private mutating func takeResult(_ name: [UInt8]) {
        let path = absolute("outbox", name)
        let shown = "outbox/" + DisplayText.escaped(name)
        guard let record = read(path, shown) else { return }
        guard record["schema"]?.string == "ocrspool.result/1", let image = record["image"], let read = Self.path(image)
        else { return violations.append("\(shown) is no result") }
        outcomes.append(
            FoundOutcome(
                record: record, path: read, place: DisplayText.escaped(name), sha256: image["sha256"]?.string))
        if (try? ProducerDisk.remove(path)) != true { violations.append("\(shown) went by itself") }
    }

    private mutating func takeDeadLetter(_ folder: [UInt8]) {
        let shown = "dead-letter/" + DisplayText.escaped(folder)
        // Where it is looked at nothing comes or goes any more.
        let taken = spool.directory.path("consumed/\(outcomes.count)-\(UUID())")
        guard (try? ProducerDisk.move(absolute("dead-letter", folder), to: Array(taken.utf8))) == true else {
            return violations.append("\(shown) cannot be moved")
        }
        let names = names(in: Array(taken.utf8))
        guard names.contains(Self.error), let record = read(Array(taken.utf8) / Self.error, shown + "/error.json")
        else {
            return violations.append("\(shown) has no error record: \(names.map { DisplayText.escaped($0) })")
        }
        guard record["schema"]?.string == "ocrspool.error/1", let image = record["image"], let path = Self.path(image)
        else { return violations.append("\(shown)/error.json is no error record") }
        outcomes.append(
            FoundOutcome(
                record: record, path: path, place: DisplayText.escaped(folder), sha256: image["sha256"]?.string,
                folder: Array(taken.utf8)))
    }

    /// All outcomes, with the digests of their originals. To be called when no producer writes any more.
    func outcomesWithOriginals() throws -> [FoundOutcome] {
        try outcomes.map { outcome in
            guard let folder = outcome.folder else { return outcome }
            var outcome = outcome
            for name in names(in: folder) where name != Self.error {
                let sha256 = try SHA256.hexadecimal(of: try ProducerDisk.content(folder / name) ?? [])
                outcome.originals.append(sha256)
                if name == outcome.path.lastName { outcome.sha256 = outcome.sha256 ?? sha256 }
            }
            return outcome
        }
    }

    private static let error = Array("error.json".utf8)

    /// Of all files in a folder of the test's directory.
    private func names(in folder: [UInt8]) -> [[UInt8]] {
        spool.directory.files(below: Array(folder.dropFirst(spool.directory.path.utf8.count + 1)))
    }

    /// A file that the workers replace again and again is whole at every moment.
    private mutating func lookAt(_ name: String) {
        guard let bytes = try? ProducerDisk.content(Array("\(spool.path)/\(name)".utf8)) else { return }
        if name.hasSuffix(".json") {
            if (try? JSONValue(parsing: bytes, limits: Self.limits)) == nil { violations.append("\(name) is torn") }
        } else if bytes.last != UInt8(ascii: "\n") {
            violations.append("\(name) is torn")
        }
    }

    private mutating func read(_ path: [UInt8], _ shown: String) -> JSONValue? {
        do {
            guard let bytes = try ProducerDisk.content(path) else {
                violations.append("\(shown) went by itself")
                return nil
            }
            return try JSONValue(parsing: bytes, limits: Self.limits)
        } catch {
            violations.append("\(shown) is torn: \(error)")
            return nil
        }
    }

    private static let limits = JSONLimits(bytes: 64 << 20, depth: 64)

    private static func path(_ image: JSONValue) -> [UInt8]? {
        if let encoded = image["nameBytes"]?.string { return Data(base64Encoded: encoded).map(Array.init) }
        return image["name"]?.string.map { Array($0.utf8) }
    }

    private func files(_ directory: String) -> [[UInt8]] {
        spool.directory.files(below: Array("spool/\(directory)".utf8))
    }

    private func absolute(_ directory: String, _ name: [UInt8]) -> [UInt8] {
        Array("\(spool.path)/\(directory)".utf8) / name
    }

    /// The workers' own business, as when they test the file system.
    private func isHidden(_ name: [UInt8]) -> Bool { name.lastName.first == UInt8(ascii: ".") }
}

extension [UInt8] {
    /// The last name of a path.
    var lastName: [UInt8] { split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? [] }
}
