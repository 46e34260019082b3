import LinuxSupport
import Testing

@testable import Spool

@Suite("Completeness")
struct CompletenessTests {
    private func verdict(
        _ sighting: Sighting, _ request: RequestFacts?, after seconds: Double, size: Int64 = 100, sha256: String? = nil,
        isOpen: Bool? = false
    ) -> Completeness.Verdict {
        let file = InboxFile(
            path: "a.png", status: .of(size: size), sighting: sighting, at: IntakeBench.at(0))
        return Completeness.ofImage(
            file, request: request, rules: IntakeRules(), now: IntakeBench.at(seconds), sha256: { sha256 },
            isOpenForWriting: { isOpen })
    }

    private let start = Completeness.Verdict.complete(since: IntakeBench.at(0))
    private let plain = RequestFacts(isValid: true)

    @Test("holds at once for what was moved in, with a request and without", arguments: [true, false])
    func movedIn(hasRequest: Bool) {
        #expect(verdict(.movedIn, hasRequest ? plain : nil, after: 0) == start)
    }

    @Test("holds at once for what was closed with its request there, and only then")
    func closed() {
        #expect(verdict(.closed, plain, after: 0) == start)
        #expect(verdict(.closed, nil, after: 0) == .arriving(due: IntakeBench.at(2), .changing))
    }

    @Test("of an empty file is that of any other", arguments: [Sighting.scanned, .touched, .closed])
    func empty(sighting: Sighting) {
        #expect(verdict(sighting, nil, after: 1.9, size: 0) == .arriving(due: IntakeBench.at(2), .changing))
        #expect(verdict(sighting, nil, after: 2, size: 0) == .complete(since: IntakeBench.at(2)))
    }

    @Test("follows what the request announces, against a rename and against quiet")
    func announced() {
        let facts = RequestFacts(isValid: true, bytes: 101)
        #expect(verdict(.movedIn, facts, after: 0) == .arriving(due: nil, .wrongSize))
        #expect(verdict(.scanned, facts, after: 1000) == .arriving(due: nil, .wrongSize))
        #expect(verdict(.scanned, facts, after: 0, size: 101) == start)
    }

    @Test("needs both what is announced: bytes and digest")
    func both() {
        let facts = RequestFacts(isValid: true, bytes: 100, sha256: "abc")
        #expect(verdict(.scanned, facts, after: 0, sha256: "abc") == start)
        #expect(verdict(.scanned, facts, after: 0, sha256: "abd") == .arriving(due: nil, .wrongDigest))
        #expect(verdict(.scanned, facts, after: 0, size: 99, sha256: "abc") == .arriving(due: nil, .wrongSize))
    }

    @Test("is left to the claim when the file cannot be read for its digest")
    func unreadable() {
        let facts = RequestFacts(isValid: true, bytes: 100, sha256: "abc")
        #expect(verdict(.movedIn, facts, after: 0, sha256: nil) == start)
    }

    @Test("of a file that is being written is looked for again after the settle time")
    func writer() {
        #expect(
            verdict(.closed, nil, after: 5, isOpen: true) == .arriving(due: IntakeBench.at(7), .openForWriting))
        #expect(verdict(.closed, nil, after: 5, isOpen: nil) == .complete(since: IntakeBench.at(2)))
    }

    @Test("of a file that is too large is told without reading it")
    func tooLargeToHash() {
        var waits = IntakeRules()
        waits.longestHashed = 99
        func verdict(_ facts: RequestFacts, after seconds: Double, size: Int64) -> Completeness.Verdict {
            let file = InboxFile(
                path: "a.png", status: .of(size: size), sighting: .scanned, at: IntakeBench.at(0))
            return Completeness.ofImage(
                file, request: facts, rules: waits, now: IntakeBench.at(seconds),
                sha256: {
                    if size > 99 { Issue.record("a file of \(size) bytes is read") }
                    return "abc"
                }, isOpenForWriting: { false })
        }
        let digest = RequestFacts(isValid: true, sha256: "abc")
        #expect(verdict(digest, after: 2, size: 99) == start)
        #expect(verdict(digest, after: 1, size: 100) == .arriving(due: IntakeBench.at(2), .changing))
        #expect(verdict(digest, after: 2, size: 100) == .complete(since: IntakeBench.at(2)))
        let both = RequestFacts(isValid: true, bytes: 100, sha256: "abc")
        #expect(verdict(both, after: 0, size: 100) == start)
        #expect(verdict(both, after: 2, size: 101) == .arriving(due: nil, .wrongSize))
    }
}

@Suite("InboxFile")
struct InboxFileTests {
    private func file(_ sighting: Sighting) -> InboxFile {
        InboxFile(path: "a", status: .of(size: 1), sighting: sighting, at: IntakeBench.at(0))
    }

    @Test("keeps what a rename proved through a change of mode alone")
    func chmod() {
        var file = file(.movedIn)
        let isChanged = file.observe(.of(size: 1, mode: 0o600), sighting: .touched, at: IntakeBench.at(1))
        #expect(isChanged)
        #expect(file.evidence == .movedIn)
    }

    @Test(
        "loses it through a change of content, size or identity",
        arguments: [
            FileStatus.of(size: 2), .of(size: 1, version: 2), .of(size: 1, inode: 2),
        ])
    func changed(status: FileStatus) {
        var file = file(.movedIn)
        let isChanged = file.observe(status, sighting: .scanned, at: IntakeBench.at(1))
        #expect(isChanged)
        #expect(file.evidence == .none)
        #expect(file.lastChange == IntakeBench.at(1))
    }

    @Test("does not change by a look that finds it the same")
    func same() {
        var file = file(.closed)
        let isChanged = file.observe(.of(size: 1), sighting: .scanned, at: IntakeBench.at(1))
        #expect(!isChanged)
        #expect(file.lastChange == IntakeBench.at(0))
        #expect(file.evidence == .closed)
    }
}
