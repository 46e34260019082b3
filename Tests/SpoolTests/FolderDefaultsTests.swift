import LinuxSupport
import Testing

@testable import Spool

@Suite("IntakeTable: defaults of folders")
final class FolderDefaultsTests {
    var bench = IntakeBench()

    /// Defaults that name a stream, and take the priority from outer ones.
    private func stream(_ name: String) -> (MergedDefaults?) -> DefaultsAnswer {
        { outer in
            let facts = RequestFacts(isValid: true, priority: outer?.facts.priority ?? 5, stream: name)
            return .valid(MergedDefaults(bytes: (outer?.bytes ?? []) + Array(name.utf8), facts: facts))
        }
    }

    private func priority(_ number: Int) -> (MergedDefaults?) -> DefaultsAnswer {
        { _ in .valid(MergedDefaults(bytes: [UInt8(number)], facts: RequestFacts(isValid: true, priority: number))) }
    }

    private func seeDefaults(of folder: RelativePath, at seconds: Double, version: Int = 1) {
        bench.table.observeDefaults(
            of: folder, .of(size: 9, inode: 77, version: version), sighting: .closed, at: IntakeBench.at(seconds))
    }

    @Test("hold for the images of a folder and of those below it, merged from the root down")
    func merged() {
        bench.probe.folderDefaults[".ocrspool.json"] = priority(7)
        bench.probe.folderDefaults["a/b/.ocrspool.json"] = stream("cam")
        seeDefaults(of: "", at: 0)
        seeDefaults(of: "a/b", at: 0)
        for path: RelativePath in ["1", "a/2", "a/b/3", "a/b/c/4"] { bench.see(path, .movedIn, at: 0) }
        bench.step(at: 2)
        #expect(bench.ready["1"]?.priority == 7)
        #expect(bench.ready["1"]?.stream == nil)
        #expect(bench.ready["a/2"]?.candidate.defaults == [7])
        for path: RelativePath in ["a/b/3", "a/b/c/4"] {
            #expect(bench.ready[path]?.priority == 7)
            #expect(bench.ready[path]?.stream == "cam")
            #expect(bench.ready[path]?.candidate.defaults == [7] + Array("cam".utf8))
        }
    }

    @Test("that change are found anew for images that are queued, and those that go are gone")
    func changed() {
        bench.probe.folderDefaults["a/.ocrspool.json"] = priority(7)
        seeDefaults(of: "a", at: 0)
        bench.see("a/1", .movedIn, at: 0)
        bench.see("2", .movedIn, at: 0)
        bench.step(at: 2)
        bench.probe.folderDefaults["a/.ocrspool.json"] = priority(1)
        seeDefaults(of: "a", at: 3, version: 2)
        bench.step(at: 3)
        #expect(bench.ready.mapValues(\.priority) == ["a/1": 1])
        bench.table.removeDefaults(of: "a")
        bench.step(at: 4)
        #expect(bench.ready.mapValues(\.priority) == ["a/1": 5])
        #expect(bench.ready["a/1"]?.candidate.defaults == nil)
    }

    @Test("that are not valid make the images of their folder wait, and no others, and are said to be so once")
    func broken() {
        bench.see("a/1", .movedIn, at: 0)
        bench.see("2", .movedIn, at: 0)
        bench.step(at: 2)
        #expect(bench.ready.count == 2)
        seeDefaults(of: "a", at: 3)
        bench.step(at: 3)
        #expect(bench.withdrawn == ["a/1"])
        #expect(bench.state("a/1") == .held(folder: "a"))
        // It may be half written: nothing is said before it has been quiet.
        #expect(bench.defaults.isEmpty)
        #expect(bench.table.nextDue == IntakeBench.at(5))
        bench.step(at: 5)
        #expect(bench.defaults == [DefaultsReport(folder: "a", message: "no JSON")])
        #expect(bench.table.brokenDefaults == ["a": "no JSON"])
        #expect(bench.table.nextDue == .never)
        bench.see("a/b/3", .movedIn, at: 6)
        bench.see("4", .movedIn, at: 6)
        bench.step(at: 8)
        #expect(Array(bench.ready.keys) == ["4"])
        #expect(bench.state("a/b/3") == .held(folder: "a"))
        #expect(bench.table.counts.held == 2)
        #expect(!bench.table.hasProspects(except: ["2", "4"]))

        bench.probe.folderDefaults["a/.ocrspool.json"] = priority(6)
        seeDefaults(of: "a", at: 9, version: 2)
        bench.step(at: 9)
        #expect(bench.ready.mapValues(\.priority) == ["a/1": 6, "a/b/3": 6])
        bench.step(at: 11)
        #expect(bench.defaults == [DefaultsReport(folder: "a", message: nil)])
        #expect(bench.table.brokenDefaults.isEmpty)
    }

    @Test("below broken ones are not asked, and are reported on when those are mended")
    func brokenAbove() {
        seeDefaults(of: "", at: 0)
        seeDefaults(of: "a", at: 0)
        bench.see("a/1", .movedIn, at: 0)
        bench.step(at: 2)
        #expect(bench.defaults.map(\.folder) == [""])
        #expect(bench.state("a/1") == .held(folder: ""))
        bench.probe.folderDefaults[".ocrspool.json"] = priority(7)
        seeDefaults(of: "", at: 3, version: 2)
        bench.step(at: 5)
        #expect(
            bench.defaults == [
                DefaultsReport(folder: "", message: nil), DefaultsReport(folder: "a", message: "no JSON"),
            ])
        #expect(bench.state("a/1") == .held(folder: "a"))
    }
}
