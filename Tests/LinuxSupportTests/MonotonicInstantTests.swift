import LinuxSupport
import Testing

@Suite("MonotonicInstant")
struct MonotonicInstantTests {
    @Test("a deadline is its start plus the duration, to the nanosecond")
    func advances() {
        let start = MonotonicInstant(nanoseconds: 5)
        #expect((start + .milliseconds(3)).nanoseconds == 3_000_005)
        #expect(start.duration(to: start + .seconds(2)) == .seconds(2))
        #expect(start < start + .nanoseconds(1))
    }

    @Test("a deadline beyond the end of time is never reached instead of trapping")
    func saturates() {
        #expect(MonotonicInstant.now + .seconds(Int64.max) == .never)
        #expect(MonotonicInstant.now + .seconds(Int64.min) == MonotonicInstant(nanoseconds: 0))
        #expect(MonotonicInstant.never + .nanoseconds(1) == .never)
    }

    @Test("time does not run backwards")
    func ordered() {
        let first = MonotonicInstant.now
        #expect(MonotonicInstant.now >= first)
    }
}
