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

    @Test("lets top folders take turns within a priority, each by arrival")
    func turns() {
        var queue = ReadyQueue()
        for number in 1...4 { queue.insert(job(RelativePath(stringLiteral: "batch/\(number)"))) }
        queue.insert(job("one/x", since: 7))
        queue.insert(job("root", since: 8))
        queue.insert(job("batch/deeper/0", since: 9))
        queue.insert(job("urgent/y", priority: 6, since: 10))
        let order = [
            "urgent/y", "batch/1", "one/x", "root", "batch/2", "batch/3", "batch/4", "batch/deeper/0",
        ]
        #expect(queue.ordered().map(\.path.string) == order)
        #expect(drain(&queue) == order)
    }

    @Test("gives a folder that is new its turn after all others, and goes on where it was when one is done")
    func newFolder() {
        var queue = ReadyQueue()
        for path: RelativePath in ["a/1", "a/2", "b/1", "b/2", "b/3"] { queue.insert(job(path)) }
        #expect(queue.next()?.path == "a/1")
        queue.insert(job("c/1"))
        #expect(drain(&queue) == ["b/1", "a/2", "c/1", "b/2", "b/3"])
    }

    @Test("lets a job whose models are loaded overtake others of its priority, and no job more than sixteen times")
    func affinity() {
        var queue = ReadyQueue()
        queue.insert(job("00", since: 0, models: "de"))
        queue.insert(job("01", since: 1, models: "de"))
        for number in 10..<40 { queue.insert(job(RelativePath(stringLiteral: "\(number)"), since: 2, models: "en")) }
        queue.insert(job("99", priority: 4, models: "fr"))
        let taken = (0..<16).compactMap { _ in queue.next(models: ["en"])?.path.string }
        #expect(taken == (10..<26).map(String.init))
        // Both that were overtaken have waited long enough, and go now, whatever is loaded.
        #expect(queue.next(models: ["en"])?.path == "00")
        #expect(queue.next(models: ["en"])?.path == "01")
        #expect(queue.next(models: ["en"])?.path == "26")
        // Nothing overtakes a higher priority.
        #expect(queue.next(models: ["fr"])?.path == "27")
    }

    @Test("looks no further than the seventeenth for a job whose models are loaded")
    func affinityWindow() {
        var queue = ReadyQueue()
        for number in 10..<27 { queue.insert(job(RelativePath(stringLiteral: "\(number)"), models: "en")) }
        queue.insert(job("50", models: "de"))
        #expect(queue.next(models: ["de"])?.path == "10")
        #expect(queue.next(models: ["de"])?.path == "50")
    }

    @Test("keeps of a stream's frames only the newest, whatever the order in which they come")
    func frames() {
        var queue = ReadyQueue()
        queue.insert(job("1", since: 1, stream: "cam"))
        queue.insert(job("plain", since: 2))
        queue.insert(job("3", since: 3, stream: "cam"))
        queue.insert(job("2", since: 2, stream: "cam"))
        queue.insert(job("other", since: 4, stream: "door"))
        #expect(queue.count == 3)
        #expect(queue.supersededCount == 2)
        #expect(drain(&queue) == ["plain", "3", "other"])
        let superseded = [queue.nextSuperseded()?.path, queue.nextSuperseded()?.path]
        #expect(Set(superseded) == ["1", "2"])
        #expect(queue.nextSuperseded() == nil)
    }

    @Test("forgets a superseded frame that is withdrawn, and takes one that changed for the newest")
    func changedFrame() {
        var queue = ReadyQueue()
        queue.insert(job("1", since: 1, stream: "cam"))
        queue.insert(job("2", since: 2, stream: "cam"))
        queue.remove("1")
        #expect(queue.supersededCount == 0)
        queue.insert(job("1", since: 5, stream: "cam"))
        #expect(queue.nextSuperseded()?.path == "2")
        #expect(drain(&queue) == ["1"])
    }

    @Test("gives no frame to one who wants none, nor what comes after it")
    func noFrames() {
        var queue = ReadyQueue()
        queue.insert(job("1", since: 1, stream: "cam"))
        queue.insert(job("2", since: 2))
        #expect(queue.next(takesFrames: false) == nil)
        #expect(queue.next()?.path == "1")
        #expect(queue.next(takesFrames: false)?.path == "2")
    }
}
