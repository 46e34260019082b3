import Glibc
import LinuxSupport
import Testing

@testable import Spool

@Suite("IntakeTable: required requests, refusals, ages and slices")
final class IntakeRulesTests {
    var bench = IntakeBench()

    @Test("an image waits for a required request as long as it takes, and then has it")
    func required() {
        bench.table.rules.requiresRequest = true
        bench.see("scan.png", .movedIn, at: 0)
        bench.step(at: 100_000)
        #expect(bench.state("scan.png") == .awaitingRequest(due: nil, since: IntakeBench.at(0)))
        #expect(bench.table.counts.stuck == 1)
        #expect(!bench.table.hasProspects(except: []))
        bench.see("scan.png.json", .movedIn, at: 100_001)
        bench.step(at: 100_001)
        #expect(bench.ready["scan.png"]?.candidate.request == "scan.png.json")
        #expect(bench.table.counts.stuck == 0)
    }

    @Test("an image that may not be read is tried again after 5 s and 30 s, and the third refusal is the last")
    func refused() {
        let error = SystemCallError(call: "openat", subject: "scan.png", code: EACCES)
        bench.see("scan.png", .movedIn, at: 0)
        bench.step(at: 2)
        bench.table.refuse("scan.png", error, at: IntakeBench.at(2))
        bench.step(at: 2)
        #expect(bench.state("scan.png") == .unreadable(due: IntakeBench.at(7), error))
        #expect(bench.withdrawn == ["scan.png"])
        bench.step(at: 7)
        #expect(bench.ready["scan.png"]?.failure == nil)
        bench.table.refuse("scan.png", error, at: IntakeBench.at(7))
        bench.step(at: 36)
        #expect(bench.ready.isEmpty)
        bench.step(at: 37)
        #expect(bench.ready["scan.png"]?.candidate.mayBeUnreadable == false)
        bench.table.refuse("scan.png", error, at: IntakeBench.at(37))
        bench.step(at: 37)
        #expect(bench.ready["scan.png"]?.failure?.code == .ioError)
        #expect(bench.ready["scan.png"]?.candidate.mayBeUnreadable == true)
    }

    @Test("a change of an image that may not be read begins its tries anew")
    func refusedAndChanged() {
        let error = SystemCallError(call: "openat", subject: "scan.png", code: EACCES)
        bench.see("scan.png", .movedIn, at: 0)
        bench.step(at: 2)
        bench.table.refuse("scan.png", error, at: IntakeBench.at(2))
        bench.step(at: 2)
        bench.see("scan.png", .movedIn, at: 3, version: 2)
        bench.step(at: 5)
        #expect(bench.ready["scan.png"]?.failure == nil)
        #expect(bench.table.counts.unreadable == 0)
    }

    private func scan(_ path: RelativePath, age: Duration, at seconds: Double) {
        bench.table.observe(
            path, .of(size: 100, inode: UInt64(path.bytes[0])), sighting: .scanned, at: IntakeBench.at(seconds),
            age: age, probe: bench.probe)
    }

    @Test(
        "an image that was there before the worker settles under its eyes, and has waited for its request before that")
    func oldImage() {
        scan("b", age: .seconds(100), at: 0)
        scan("a", age: .seconds(50), at: 0)
        scan("c", age: .seconds(1), at: 0)
        bench.step(at: 1.9)
        #expect(bench.table.counts.arriving == 3)
        bench.step(at: 2)
        #expect(bench.ready.keys.sorted() == ["a", "b"])
        // By arrival: what lay there longest comes first.
        #expect(bench.ready["b"]?.since == IntakeBench.at(-98))
        #expect(bench.ready["a"]?.since == IntakeBench.at(-48))
        bench.step(at: 2.9)
        #expect(bench.ready.isEmpty)
        bench.step(at: 3)
        #expect(bench.ready["c"]?.since == IntakeBench.at(1))
    }

    @Test("age counts for nothing once a file changes, and a clock that was set back makes none")
    func ageless() {
        scan("a", age: .seconds(100), at: 0)
        scan("b", age: .seconds(-100), at: 0)
        bench.see("a", .touched, at: 1, version: 2)
        bench.step(at: 4)
        #expect(Array(bench.ready.keys) == ["b"])
        bench.step(at: 5)
        #expect(Array(bench.ready.keys) == ["a"])
    }

    @Test("an orphan's hour goes on over a restart of the worker, which leaves it a minute at least")
    func oldOrphan() {
        scan("1.json", age: .seconds(600), at: 0)
        scan("2.json", age: .seconds(36_000), at: 0)
        bench.step(at: 0)
        #expect(bench.state("1.json") == .orphan(due: IntakeBench.at(3000)))
        #expect(bench.state("2.json") == .orphan(due: IntakeBench.at(60)))
        #expect(bench.orphans.sorted() == ["1.json", "2.json"])
        bench.step(at: 1)
        #expect(bench.orphans.isEmpty)
    }

    @Test("very many files are looked into in slices, the oldest first")
    func slices() {
        let count = 2 * Agenda.slice + 10
        for number in 0..<count {
            let path = RelativePath(stringLiteral: "\(number)")
            bench.table.observe(
                path, .of(size: 100, inode: UInt64(number)), sighting: .scanned, at: IntakeBench.at(0),
                age: .seconds(number), probe: bench.probe)
        }
        var found: [Int] = []
        var calls = 0
        while bench.table.nextDue <= IntakeBench.at(0) {
            _ = bench.table.evaluate(at: IntakeBench.at(0), probe: bench.probe)
            calls += 1
        }
        #expect(calls == 3)
        calls = 0
        while bench.table.nextDue <= IntakeBench.at(5) {
            found += bench.table.evaluate(at: IntakeBench.at(5), probe: bench.probe).ready.compactMap {
                Int($0.path.string)
            }
            calls += 1
        }
        #expect(calls == 3)
        // Not compared as a whole, which would fill pages if it failed.
        #expect(found.count == count && zip(found, (0..<count).reversed()).allSatisfy { $0 == $1 })
        #expect(bench.table.counts.ready == count)
    }
}
