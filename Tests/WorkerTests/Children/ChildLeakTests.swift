import LinuxSupport
import TestSupport
import Testing
import Worker

@Suite("What lost children leave")
struct ChildLeakTests {
    private func openDescriptors() throws -> Int {
        try TemporaryDirectory().names(in: "../../proc/self/fd").count
    }

    @Test("forty lost children leave no descriptors")
    func descriptors() throws {
        let before = try openDescriptors()
        for _ in 0..<40 {
            // A new host each time: one host would rightly wait longer and longer.
            let lane = try Lane(FakeChild.program("segv"))
            #expect(try lane.outcome().loss != nil)
        }
        // Each child has a socket, a pipe and a process handle here: 120 in all. Tests in parallel have some, too.
        #expect(try openDescriptors() < before + 60)
    }
}
