import Glibc
import TestSupport
import Testing

@Suite("ocrspool-watch: long histories")
struct WatchProgramHistoryTests {
    @Test(
        "after any history of making, renaming and deleting, every directory is watched under its present path",
        arguments: 1...8)
    func anyHistory(seed: UInt64) async throws {
        // Folders end up in folders in folders, so the usual depth is not enough.
        let fixture = try await WatchProgramFixture(options: ["--depth", "64"])
        var generator = SplitMix(state: seed)
        for _ in 0..<300 { try Self.changeSomething(in: fixture.directory, using: &generator) }
        // Nothing is lost so far: the queue holds thousands.
        #expect(try await fixture.records { _ in }.contains("O ") == false)

        let folders = try Self.folders(in: fixture.directory, below: "")
        let records = try await fixture.records { directory in
            for folder in folders { try directory.write(to: "tree/\(folder)file") }
        }
        #expect(records == folders.flatMap { ["C \($0)file", "W \($0)file"] }, "of \(folders.count) folders")
    }

    @Test(
        "after a thousand deleted directories it begins anew, says so, and goes on")
    func beginsAnew() async throws {
        let fixture = try await WatchProgramFixture { try $0.makeDirectory("tree/lasting") }
        // The library keeps a little for each; after 1024 of them the program starts it again.
        var hasBegunAnew = false
        for round in 0..<20 where !hasBegunAnew {
            let names = (0..<100).map { "\(round)-\($0)" }
            for name in names { try fixture.directory.makeDirectory("tree/\(name)") }
            try await fixture.program.waitForOutput { output in
                let latest = output.suffix(4000).split(separator: 0)
                hasBegunAnew = hasBegunAnew || latest.contains { $0.elementsEqual("S".utf8) }
                return hasBegunAnew || latest.contains { $0.elementsEqual("N\(names[99])".utf8) }
            }
            for name in names { fixture.directory.remove("tree/\(name)") }
        }
        try await fixture.waitFor("S ")
        #expect(fixture.records.count { $0 == "S " } == 1)
        _ = fixture.newRecords()
        _ = try await fixture.records { _ in }
        let records = try await fixture.records { try $0.write(to: "tree/lasting/file") }
        #expect(records == ["C lasting/file", "W lasting/file"])
    }

    /// Makes, renames or removes a directory somewhere; often that cannot be done, as the directory is not there.
    private static func changeSomething(in directory: TemporaryDirectory, using generator: inout SplitMix) throws {
        let path = directory.path("tree/\(randomPath(using: &generator))")
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<5: unsafe mkdir(path, 0o777)
        case 5..<9: unsafe rename(path, directory.path("tree/\(randomPath(using: &generator))"))
        default: unsafe rmdir(path)
        }
    }

    private static func randomPath(using generator: inout SplitMix) -> String {
        (0..<Int.random(in: 1...3, using: &generator))
            .map { _ in ["a", "b", "c"].randomElement(using: &generator) ?? "a" }.joined(separator: "/")
    }

    /// The paths of all directories below `tree`, each with a slash at its end; the tree itself is empty.
    private static func folders(in directory: TemporaryDirectory, below folder: String) throws -> [String] {
        // Only directories have been made.
        try [folder]
            + directory.names(in: "tree/\(folder)").filter { !$0.hasPrefix("mark-") }
            .flatMap { try folders(in: directory, below: "\(folder)\($0)/") }
    }
}

/// A small random number generator that gives the same numbers for the same seed.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
