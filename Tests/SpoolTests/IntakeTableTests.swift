import LinuxSupport
import Testing

@testable import Spool

@Suite("IntakeTable: when an image is complete, and when its job starts")
final class IntakeStartTests {
    var bench = IntakeBench()

    @Test("(a) an image that was moved in is complete at once, and starts after the pairing wait of 2 s")
    func movedIn() {
        bench.see("scan.png", .movedIn, at: 0)
        bench.step(at: 0)
        #expect(bench.state("scan.png") == .awaitingRequest(due: IntakeBench.at(2), since: IntakeBench.at(0)))
        #expect(bench.table.nextDue == IntakeBench.at(2))
        bench.step(at: 1.999)
        #expect(bench.ready.isEmpty)
        bench.step(at: 2)
        #expect(bench.ready["scan.png"]?.since == IntakeBench.at(0))
        #expect(bench.ready["scan.png"]?.candidate.request == nil)
        #expect(bench.ready["scan.png"]?.failure == nil)
    }

    @Test("counts as unsettled what can neither be claimed nor belongs to an image")
    func unsettled() {
        bench.see("scan.png", .movedIn, at: 0)
        bench.see("lonely.png.json", .movedIn, at: 0)
        #expect(bench.table.unsettled == ["scan.png", "lonely.png.json"])
        bench.step(at: 2)
        #expect(bench.table.unsettled == ["lonely.png.json"])
        bench.see("lonely.png", .touched, at: 3)
        bench.step(at: 3)
        #expect(bench.table.unsettled == ["lonely.png"])
        bench.table.remove("lonely.png")
        bench.step(at: 4)
        #expect(bench.table.unsettled == ["lonely.png.json"])
    }

    @Test(
        "(a) with its request there, an image that was moved in starts at once",
        arguments: ["scan.png.json", "scan.json"])
    func movedInWithRequest(name: String) {
        let request = RelativePath(stringLiteral: name)
        bench.see(request, .movedIn, at: 0)
        bench.see("scan.png", .movedIn, at: 1)
        bench.step(at: 1)
        #expect(bench.ready["scan.png"]?.candidate.request == request)
        #expect(bench.ready["scan.png"]?.candidate.requestStatus != nil)
        #expect(bench.ready["scan.png"]?.since == IntakeBench.at(1))
        #expect(bench.state(request) == .paired)
        #expect(bench.ready.count == 1)
    }

    @Test("a request that comes within the pairing wait starts the job at once")
    func requestInTime() {
        bench.see("scan.png", .movedIn, at: 0)
        bench.step(at: 0)
        bench.see("scan.png.json", .movedIn, at: 1.5)
        bench.step(at: 1.5)
        #expect(bench.ready["scan.png"]?.candidate.request == "scan.png.json")
        #expect(bench.ready["scan.png"]?.since == IntakeBench.at(1.5))
    }

    @Test("(b) an image with announced bytes is complete when it has them, however it came, and not before")
    func announcedBytes() {
        bench.probe.requests["scan.png.json"] = RequestFacts(isValid: true, bytes: 100)
        bench.see("scan.png.json", .movedIn, at: 0)
        bench.see("scan.png", .movedIn, at: 0, size: 60)
        bench.step(at: 0)
        #expect(bench.state("scan.png") == .arriving(due: nil, .wrongSize))
        bench.step(at: 10_000)
        #expect(bench.ready.isEmpty)
        bench.see("scan.png", .touched, at: 10_001, size: 100, version: 2)
        bench.step(at: 10_001)
        #expect(bench.ready["scan.png"]?.since == IntakeBench.at(10_001))
    }

    @Test("(b) an image with an announced digest is complete when it has it, and not before")
    func announcedDigest() {
        bench.probe.requests["scan.png.json"] = RequestFacts(isValid: true, sha256: "abc")
        bench.probe.digests["scan.png"] = "123"
        bench.see("scan.png.json", .movedIn, at: 0)
        bench.see("scan.png", .closed, at: 0)
        bench.step(at: 0)
        #expect(bench.state("scan.png") == .arriving(due: nil, .wrongDigest))
        bench.probe.digests["scan.png"] = "abc"
        bench.see("scan.png", .closed, at: 5, version: 2)
        bench.step(at: 5)
        #expect(bench.ready["scan.png"]?.since == IntakeBench.at(5))
    }

    @Test("(b) a growing image of unknown size is not read again and again for its digest")
    func digestOfGrowingFile() {
        bench.probe.requests["scan.png.json"] = RequestFacts(isValid: true, sha256: "abc")
        bench.probe.digests["scan.png"] = "abc"
        bench.see("scan.png.json", .movedIn, at: 0)
        for number in 0..<50 {
            bench.see("scan.png", .touched, at: Double(number) / 10, size: Int64(number), version: number)
            bench.step(at: Double(number) / 10)
        }
        #expect(bench.probe.digestsMade == 0)
        bench.step(at: 4.9 + 2)
        #expect(bench.probe.digestsMade == 1)
        #expect(bench.ready["scan.png"] != nil)
    }

    @Test("(c) an image that was closed with its whole request there starts at once")
    func closedWithRequest() {
        bench.see("scan.png.json", .closed, at: 0)
        bench.see("scan.png", .touched, at: 0.5)
        bench.step(at: 0.5)
        #expect(bench.state("scan.png") == .arriving(due: IntakeBench.at(2.5), .changing))
        bench.see("scan.png", .closed, at: 1)
        bench.step(at: 1)
        #expect(bench.ready["scan.png"]?.since == IntakeBench.at(1))
    }

    @Test("(d) an image that was closed without a request settles for 2 s, then waits for its request")
    func closedAlone() {
        bench.see("scan.png", .closed, at: 0)
        bench.step(at: 0)
        #expect(bench.state("scan.png") == .arriving(due: IntakeBench.at(2), .changing))
        bench.step(at: 2)
        #expect(bench.state("scan.png") == .awaitingRequest(due: IntakeBench.at(4), since: IntakeBench.at(2)))
        bench.step(at: 4)
        #expect(bench.ready["scan.png"]?.since == IntakeBench.at(2))
    }

    @Test("(d) every change restarts the wait", arguments: ["size", "time", "event alone"])
    func changeRestarts(what: String) {
        bench.see("scan.png", .scanned, at: 0)
        bench.step(at: 1.9)
        switch what {
        case "size": bench.see("scan.png", .scanned, at: 1.9, size: 101)
        case "time": bench.see("scan.png", .scanned, at: 1.9, version: 2)
        default: bench.see("scan.png", .touched, at: 1.9)
        }
        bench.step(at: 2)
        #expect(bench.state("scan.png") == .arriving(due: IntakeBench.at(3.9), .changing))
        bench.step(at: 3.9)
        #expect(bench.state("scan.png") == .awaitingRequest(due: IntakeBench.at(5.9), since: IntakeBench.at(3.9)))
    }

    @Test("(d) a look that finds all as it was does not restart the wait")
    func sameAgain() {
        bench.see("scan.png", .scanned, at: 0)
        bench.see("scan.png", .scanned, at: 1.5)
        bench.step(at: 2)
        #expect(bench.state("scan.png") == .awaitingRequest(due: IntakeBench.at(4), since: IntakeBench.at(2)))
    }

    @Test("(d) an image that is open for writing is looked at again after each settle time")
    func openForWriting() {
        bench.probe.writers = ["scan.png"]
        bench.see("scan.png", .scanned, at: 0)
        bench.step(at: 2)
        #expect(bench.state("scan.png") == .arriving(due: IntakeBench.at(4), .openForWriting))
        bench.probe.writers = []
        bench.step(at: 4)
        bench.step(at: 6)
        #expect(bench.ready["scan.png"] != nil)
    }

    @Test("(d) where writers cannot be known, quiet is enough")
    func unknownWriters() {
        bench.probe.writers = nil
        bench.see("scan.png", .scanned, at: 0)
        bench.step(at: 2)
        bench.step(at: 4)
        #expect(bench.ready["scan.png"] != nil)
    }

    @Test("an image that changes after it was moved in must settle like any other")
    func changedAfterMove() {
        bench.see("scan.png", .movedIn, at: 0)
        bench.step(at: 0)
        bench.see("scan.png", .touched, at: 1, size: 200, version: 2)
        bench.step(at: 1)
        #expect(bench.state("scan.png") == .arriving(due: IntakeBench.at(3), .changing))
    }

    @Test("a ready image that changes is withdrawn")
    func withdrawn() {
        bench.see("scan.png", .movedIn, at: 0)
        bench.step(at: 2)
        bench.see("scan.png", .touched, at: 3, version: 2)
        bench.step(at: 3)
        #expect(bench.withdrawn == ["scan.png"])
    }

    @Test("a request that is half written holds the job up until it is whole")
    func halfRequest() {
        bench.probe.requests["scan.png.json"] = RequestFacts(isValid: false)
        bench.see("scan.png.json", .touched, at: 0)
        bench.see("scan.png", .movedIn, at: 0)
        bench.step(at: 1)
        #expect(bench.state("scan.png") == .awaitingRequest(due: IntakeBench.at(2), since: IntakeBench.at(0)))
        bench.probe.requests["scan.png.json"] = RequestFacts(isValid: true)
        bench.see("scan.png.json", .touched, at: 1.5, version: 2)
        bench.step(at: 1.5)
        #expect(bench.ready["scan.png"]?.candidate.request == "scan.png.json")
    }

    @Test("a request that stays invalid goes with its job, which will say so, after the settle time")
    func invalidRequest() {
        bench.probe.requests["scan.png.json"] = RequestFacts(isValid: false)
        bench.see("scan.png.json", .touched, at: 0)
        bench.see("scan.png", .movedIn, at: 0)
        bench.step(at: 2)
        #expect(bench.ready["scan.png"]?.candidate.request == "scan.png.json")
    }

    @Test("an invalid request that was moved in is whole: its job starts at once")
    func invalidRequestMovedIn() {
        bench.probe.requests["scan.png.json"] = RequestFacts(isValid: false)
        bench.see("scan.png.json", .movedIn, at: 0)
        bench.see("scan.png", .movedIn, at: 0)
        bench.step(at: 0)
        #expect(bench.ready["scan.png"]?.candidate.request == "scan.png.json")
    }

    @Test("what an invalid request announces does not hold the image up")
    func invalidAnnouncement() {
        bench.probe.requests["scan.png.json"] = RequestFacts(isValid: false, bytes: 5)
        bench.see("scan.png.json", .movedIn, at: 0)
        bench.see("scan.png", .movedIn, at: 0)
        bench.step(at: 0)
        #expect(bench.ready["scan.png"] != nil)
    }

    @Test("the job has the request's priority, or 5")
    func priority() {
        bench.probe.requests["a.png.json"] = RequestFacts(isValid: true, priority: 9)
        bench.see("a.png.json", .movedIn, at: 0)
        bench.see("a.png", .movedIn, at: 0)
        bench.see("b.png", .movedIn, at: 0)
        bench.step(at: 2)
        #expect(bench.ready["a.png"]?.priority == 9 || bench.state("a.png") == .ready(since: IntakeBench.at(0)))
        #expect(bench.ready["b.png"]?.priority == 5)
    }

    @Test("a request that comes when its image has gone is an orphan, given up after an hour")
    func orphan() {
        bench.see("scan.png.json", .movedIn, at: 0)
        bench.step(at: 0)
        #expect(bench.state("scan.png.json") == .orphan(due: IntakeBench.at(3600)))
        bench.step(at: 3599.9)
        #expect(bench.ready.isEmpty)
        bench.step(at: 3600)
        let job = bench.ready["scan.png.json"]
        #expect(job?.candidate.subject == .orphanRequest)
        #expect(job?.failure?.code == .imageMissing)
    }

    @Test("a request whose image was claimed without it becomes an orphan")
    func lateRequest() {
        bench.see("scan.png", .movedIn, at: 0)
        bench.step(at: 2)
        bench.table.remove("scan.png")
        bench.see("scan.png.json", .movedIn, at: 3)
        bench.step(at: 3)
        #expect(bench.state("scan.png.json") == .orphan(due: IntakeBench.at(3603)))
    }

    @Test("an image that comes in time saves an orphan")
    func saved() {
        bench.see("scan.png.json", .movedIn, at: 0)
        bench.step(at: 0)
        bench.see("scan.png", .movedIn, at: 3000)
        bench.step(at: 3000)
        #expect(bench.state("scan.png.json") == .paired)
        #expect(bench.ready["scan.png"]?.candidate.request == "scan.png.json")
        bench.step(at: 3600)
        #expect(bench.ready.isEmpty)
    }

    @Test("after a restart, what a scan finds has everything still to prove, however old it is")
    func restart() {
        bench.see("scan.png", .scanned, at: 0, version: -1_000_000)
        bench.step(at: 0)
        #expect(bench.state("scan.png") == .arriving(due: IntakeBench.at(2), .changing))
    }

    @Test("a file named .json that is an image by its content is an image")
    func imageNamedJSON() {
        bench.probe.images = ["scan.json"]
        bench.see("scan.json", .movedIn, at: 0)
        bench.see("scan.png", .movedIn, at: 0)
        bench.step(at: 2)
        #expect(bench.ready.keys.sorted() == ["scan.json", "scan.png"])
        #expect(bench.ready.values.allSatisfy { $0.candidate.request == nil && $0.failure == nil })
    }

    @Test(
        "a hundred thousand files that wait, settle and become ready take seconds, not minutes", .timeLimit(.minutes(2))
    )
    func large() {
        let count = Scale.files
        let names = (0..<count).map { RelativePath(stringLiteral: "folder/scan-\($0).png") }
        let clock = ContinuousClock()
        let spent = clock.measure {
            for name in names { bench.see(name, .scanned, at: 0) }
            bench.step(at: 0)
            bench.step(at: 2)
            bench.step(at: 4)
            for _ in 0..<1000 { bench.step(at: 4) }
        }
        #expect(bench.table.count == count)
        #expect(names.allSatisfy { bench.state($0) == .ready(since: IntakeBench.at(2)) })
        #expect(spent < .seconds(20))
    }

    @Test("half as many files of one stem without a request do not slow each other down", .timeLimit(.minutes(1)))
    func oneStem() {
        for number in 0..<Scale.files / 2 { bench.see(RelativePath(stringLiteral: "scan.\(number)"), .movedIn, at: 0) }
        bench.step(at: 2)
        #expect(bench.ready.count == Scale.files / 2)
    }
}

@Suite("IntakeTable: which request belongs to which image")
final class IntakePairingTests {
    var bench = IntakeBench()

    /// All come by rename at 0 s; returns what each image starts with at 2 s.
    private func pairs(_ names: RelativePath...) -> [RelativePath: RelativePath?] {
        for name in names { bench.see(name, .movedIn, at: 0) }
        bench.step(at: 0)
        var jobs = bench.ready
        bench.step(at: 2)
        jobs.merge(bench.ready) { _, new in new }
        return jobs.mapValues(\.candidate.request)
    }

    @Test("the full form wins, and the other request is an orphan")
    func fullForm() {
        #expect(pairs("scan.png", "scan.json", "scan.png.json") == ["scan.png": "scan.png.json"])
        #expect(bench.state("scan.json") == .orphan(due: IntakeBench.at(3600)))
    }

    @Test("the other request becomes an orphan when the full form comes later, and stays one when both have gone")
    func fullFormLater() {
        bench.see("scan.json", .movedIn, at: 0)
        bench.see("scan.png", .touched, at: 0)
        bench.step(at: 0)
        #expect(bench.state("scan.json") == .paired)
        bench.see("scan.png.json", .movedIn, at: 1)
        bench.step(at: 1)
        #expect(bench.state("scan.json") == .orphan(due: IntakeBench.at(3600)))
        bench.table.remove("scan.png")
        bench.table.remove("scan.png.json")
        bench.step(at: 3600)
        #expect(bench.ready["scan.json"]?.failure?.code == .imageMissing)
    }

    @Test("the short form comes back into its own when the full form is taken away")
    func fullFormGone() {
        bench.see("scan.png", .touched, at: 0)
        bench.see("scan.json", .movedIn, at: 0)
        bench.see("scan.png.json", .movedIn, at: 0)
        bench.step(at: 0)
        bench.table.remove("scan.png.json")
        bench.step(at: 1)
        #expect(bench.state("scan.json") == .paired)
        bench.step(at: 2)
        #expect(bench.ready["scan.png"]?.candidate.request == "scan.json")
    }

    @Test("a short form that could be meant for two images fails both, and names them")
    func ambiguous() {
        #expect(pairs("scan.png", "scan.tif", "scan.json") == ["scan.png": nil, "scan.tif": nil])
        for job in bench.ready.values {
            #expect(job.failure?.code == .requestAmbiguous)
            #expect(job.failure?.message.contains("scan.png, scan.tif") == true)
        }
        #expect(bench.state("scan.json") == .paired)
    }

    @Test("both images of an ambiguous request fail, though the first to go leaves the request to the other")
    func ambiguousToTheEnd() {
        _ = pairs("scan.png", "scan.tif", "scan.json")
        bench.table.remove("scan.png")
        bench.step(at: 3)
        #expect(bench.ready["scan.tif"]?.failure?.code == .requestAmbiguous)
        #expect(bench.state("scan.json") == .paired)
        bench.table.remove("scan.tif")
        bench.step(at: 4)
        #expect(bench.ready["scan.json"]?.candidate.subject == .orphanRequest)
        #expect(bench.ready["scan.json"]?.failure?.code == .requestAmbiguous)
    }

    @Test("an ambiguity ends when the user gives one image a request of its own")
    func ambiguityResolved() {
        bench.see("scan.png", .movedIn, at: 0)
        bench.see("scan.tif", .movedIn, at: 0)
        bench.see("scan.json", .movedIn, at: 0)
        bench.step(at: 0)
        bench.see("scan.png.json", .movedIn, at: 1)
        bench.step(at: 1)
        #expect(bench.ready["scan.png"]?.candidate.request == "scan.png.json")
        #expect(bench.ready["scan.tif"]?.candidate.request == "scan.json")
    }

    @Test("an image without an extension has the short name as its full form")
    func withoutExtension() {
        #expect(pairs("scan", "scan.png", "scan.json") == ["scan": "scan.json", "scan.png": nil])
        #expect(bench.ready["scan.png"]?.failure == nil)
    }

    @Test("requests pair only within their folder")
    func folders() {
        #expect(pairs("a/scan.png", "b/scan.png.json") == ["a/scan.png": nil])
    }

    @Test("names with several dots lose only the last extension")
    func dots() {
        #expect(pairs("2024.01.png", "2024.json", "2024.01.json") == ["2024.01.png": "2024.01.json"])
    }

    @Test("an image in NFD has its request in NFC, and the other way round")
    func normalization() {
        let composed = "\u{E9}"
        let decomposed = "e\u{301}"
        let image = RelativePath(stringLiteral: decomposed + ".png")
        let request = RelativePath(stringLiteral: composed + ".png.json")
        #expect(pairs(image, request) == [image: request])
        bench = IntakeBench()
        let other = RelativePath(stringLiteral: composed + ".png")
        let short = RelativePath(stringLiteral: decomposed + ".json")
        #expect(pairs(other, short) == [other: short])
    }

    @Test("of NFC and NFD twins each has its own request, by bytes", arguments: [".png.json", ".json"])
    func twins(suffix: String) {
        let images = ["\u{E9}", "e\u{301}"].map { RelativePath(stringLiteral: $0 + ".png") }
        let requests = ["\u{E9}", "e\u{301}"].map { RelativePath(stringLiteral: $0 + suffix) }
        #expect(
            pairs(images[0], images[1], requests[0], requests[1]) == [images[0]: requests[0], images[1]: requests[1]])
    }

    @Test("of NFC and NFD twins only that with the request's bytes has it", arguments: [".png.json", ".json"])
    func oneTwin(suffix: String) {
        let images = ["\u{E9}", "e\u{301}"].map { RelativePath(stringLiteral: $0 + ".png") }
        let request = RelativePath(stringLiteral: "\u{E9}" + suffix)
        #expect(pairs(images[0], images[1], request) == [images[0]: request, images[1]: nil])
    }

    @Test("names that are not UTF-8 pair by bytes")
    func bytes() throws {
        let image = try #require(RelativePath([0xFF] + Array(".png".utf8)))
        let request = try #require(RelativePath([0xFF] + Array(".png.json".utf8)))
        let other = try #require(RelativePath([0xFE] + Array(".png.json".utf8)))
        #expect(pairs(image, request, other) == [image: request])
    }

    @Test("a request is never a request's request")
    func requestOfRequest() {
        #expect(pairs("scan.png", "scan.png.json", "scan.png.json.json") == ["scan.png": "scan.png.json"])
        #expect(bench.state("scan.png.json.json") == .orphan(due: IntakeBench.at(3600)))
    }
}
