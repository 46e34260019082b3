import LinuxSupport
import Testing

@testable import Spool

@Suite("ReadyQueue")
struct ReadyQueueTests {
    private func job(
        _ path: RelativePath, priority: Int = 5, since seconds: Double = 0, stream: String? = nil, models: String = ""
    ) -> ReadyJob {
        ReadyJob(
            candidate: ClaimCandidate(
                subject: .image, path: path, status: .of(size: 1), request: nil, requestStatus: nil),
            facts: RequestFacts(isValid: true, priority: priority, stream: stream, models: models),
            since: IntakeBench.at(seconds))
    }

    private func drain(_ queue: inout ReadyQueue) -> [String] {
        var order: [String] = []
        while let job = queue.next() { order.append(job.path.string) }
        return order
    }

    @Test("gives the highest priority first, then the earliest, then by name")
    func order() {
        var queue = ReadyQueue()
        for job in [
            job("d", since: 2), job("c", since: 1), job("b", since: 1), job("low", priority: 0), job("e", since: 3),
            job("high", priority: 9, since: 9),
        ] { queue.insert(job) }
        #expect(queue.ordered().map(\.path.string) == ["high", "b", "c", "d", "e", "low"])
        #expect(drain(&queue) == ["high", "b", "c", "d", "e", "low"])
        #expect(queue.isEmpty)
    }

    @Test("walks through the whole queue in the order in which jobs are taken, also where one folder is much longer")
    func wholeOrder() {
        var queue = ReadyQueue()
        for folder in ["a", "b", "c"] { queue.insert(job(RelativePath([FileName(stringLiteral: folder), "1"]))) }
        for number in 2...5 { queue.insert(job(RelativePath(["b", FileName(stringLiteral: "\(number)")]))) }
        queue.insert(job("high", priority: 9))
        var walked: [String] = []
        queue.order.forEach { path, _ in walked.append(path.string) }
        #expect(walked == ["high", "a/1", "b/1", "c/1", "b/2", "b/3", "b/4", "b/5"])
        #expect(queue.ordered(4).map(\.path.string) == ["high", "a/1", "b/1", "c/1"])
        #expect(queue.countsByPriority == [9: 1, 5: 7])
        #expect(drain(&queue) == walked)
    }

    @Test("has one job for a path, the last that was put in")
    func replaced() {
        var queue = ReadyQueue()
        queue.insert(job("a", priority: 9))
        queue.insert(job("b"))
        queue.insert(job("a", priority: 1))
        #expect(queue.count == 2)
        #expect(drain(&queue) == ["b", "a"])
    }

    @Test("does not give what was taken out, and gives once what was put in again")
    func removed() {
        var queue = ReadyQueue()
        queue.insert(job("a"))
        queue.insert(job("b"))
        queue.remove("a")
        queue.remove("b")
        queue.insert(job("b"))
        #expect(drain(&queue) == ["b"])
    }

    @Test("gives a hundred thousand jobs in order, some of which changed meanwhile", .timeLimit(.minutes(1)))
    func large() {
        var queue = ReadyQueue()
        // 7919 and the count have no common divisor, so this visits every number once.
        for number in 0..<Scale.files {
            let shuffled = number * 7919 % Scale.files
            queue.insert(job(RelativePath(stringLiteral: "\(shuffled)"), priority: 3, since: 0))
            queue.insert(job(RelativePath(stringLiteral: "\(shuffled)"), since: Double(shuffled)))
        }
        #expect(queue.count == Scale.files)
        #expect(drain(&queue) == (0..<Scale.files).map(String.init))
    }
}
