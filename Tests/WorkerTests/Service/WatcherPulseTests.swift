import LinuxSupport
import Testing

@testable import Worker

@Suite("Pulse of the watcher")
struct WatcherPulseTests {
    private let start = MonotonicInstant(nanoseconds: 1_000_000_000)

    private func pulse(missing looks: Int) -> WatcherPulse {
        var pulse = WatcherPulse(at: start)
        for number in 0...looks { pulse.look(at: start + .seconds(5 * (number + 1))) }
        return pulse
    }

    @Test("each look that found nothing since the last is one that is missed")
    func missed() {
        #expect(pulse(missing: 0).missed == 0)
        #expect(pulse(missing: 6).missed == 6)
    }

    @Test("whatever is heard makes up for all that was missed")
    func heard() {
        var pulse = pulse(missing: 5)
        pulse.hear()
        #expect(pulse.missed == 0)
        pulse.look(at: start + .seconds(100))
        #expect(pulse.missed == 0)
        pulse.look(at: start + .seconds(105))
        #expect(pulse.missed == 1)
    }

    @Test("looks that come too soon do not count, and one that comes late counts once")
    func pace() {
        var pulse = pulse(missing: 0)
        for _ in 0..<10 { pulse.look(at: start + .seconds(6)) }
        #expect(pulse.missed == 0)
        pulse.look(at: start + .seconds(1000))
        #expect(pulse.missed == 1)
        #expect(pulse.nextLook == start + .seconds(1005))
    }
}
