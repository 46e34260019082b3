import TestSupport
import Testing
import Worker

@Suite("What lost children leave")
struct ChildLeakTests {
    private static func openDescriptors() throws -> Int {
        try TemporaryDirectory().names(in: "../../proc/self/fd").count
    }

    private static func loseChild() throws {
        // A new host each time: one host would rightly wait longer and longer.
        let lane = try Lane(FakeChild.program("segv"))
        let outcome = try lane.outcome()
        #expect(outcome.loss != nil)
    }

    /// In a process of its own: other tests open and close descriptors all the time.
    @Test("forty lost children leave no descriptors")
    func descriptors() async {
        await #expect(processExitsWith: .success) {
            try Self.loseChild()  // what is opened once for all stays open
            let before = try Self.openDescriptors()
            for _ in 0..<40 { try Self.loseChild() }
            // Each child has a socket, a pipe and a process handle here: 120 in all, were they kept. The test's own
            // machinery may have one or two more than before.
            let after = try Self.openDescriptors()
            #expect(after < before + 10)
        }
    }
}
