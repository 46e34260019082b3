import LinuxSupport
import Spool
import Testing

@testable import Worker

@Suite("What lies in the inbox and is no job")
struct InboxSightsTests {
    @Test("is news once, and again only when it is something else")
    func news() {
        var sights = InboxSights()
        let news = [
            sights.note(".a", .ignored(.hidden)), sights.note(".a", .ignored(.hidden)), sights.note(".a", .notRegular),
        ]
        #expect(news == [true, false, true])
    }

    @Test("is forgotten when a look at its folder does not find it, and kept where nobody looked")
    func forgets() {
        var sights = InboxSights()
        for path in ["a/.x", "a/.y", "b/.z", ".top"] as [RelativePath] { _ = sights.note(path, .ignored(.hidden)) }
        sights.keep(["a/.y"], in: "a")
        #expect(Set(sights.sights.keys) == ["a/.y", "b/.z", ".top"])
        sights.keep([".top"], in: RelativePath([]))
        #expect(Set(sights.sights.keys) == [".top"])
    }
}
