import Glibc
import LinuxSupport
import Testing

@Suite("What wakes a poll")
struct WakingTests {
    @Test("an event counter is readable from its first signal until it is drained")
    func counter() throws {
        let counter = try EventCounter()
        let interest = [Poller.Interest(counter.rawValue)]
        #expect(try Poller.wait(for: interest, until: .now) == [false])
        counter.signal()
        counter.signal()
        #expect(try Poller.wait(for: interest, until: .now) == [true])
        #expect(counter.drain() == 2)
        #expect(counter.drain() == 0)
        #expect(try Poller.wait(for: interest, until: .now) == [false])
    }

    @Test("a signal from another thread ends a wait")
    func otherThread() throws {
        let counter = try EventCounter()
        let thread = try TestThread {
            usleep(20_000)  // most likely the wait has begun by then; the outcome is the same if not
            counter.signal()
        }
        #expect(try Poller.wait(for: [.init(counter.rawValue)], until: .now + .seconds(10)) == [true])
        thread.join()
    }

    @Test("a wait lasts until its deadline, not shorter")
    func deadline() throws {
        let counter = try EventCounter()
        let start = MonotonicInstant.now
        #expect(try Poller.wait(for: [.init(counter.rawValue)], until: start + .microseconds(2500)) == [false])
        #expect(start.duration(to: .now) >= .microseconds(2500))
    }

    @Test("a hang-up counts as ready, a closed descriptor is an error")
    func oddDescriptors() throws {
        let pipe = try Pipe()
        pipe.closeWritingEnd()
        #expect(try Poller.wait(for: [.init(pipe.readingRawValue)], until: .now) == [true])
        let error = #expect(throws: SystemCallError.self) { try Poller.wait(for: [.init(999_999)], until: .now) }
        #expect(error?.code == EBADF)
    }

    @Test("signals arrive at a descriptor, each number once, and end nothing")
    func signals() throws {
        var before = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, nil, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        let signals = try SignalDescriptor([SIGUSR1, SIGHUP])
        #expect(try signals.next() == nil)
        // To this thread: the others of a test process do not block them.
        pthread_kill(pthread_self(), SIGUSR1)
        pthread_kill(pthread_self(), SIGUSR1)
        #expect(try Poller.wait(for: [.init(signals.rawValue)], until: .now + .seconds(10)) == [true])
        #expect(try signals.next() == SIGUSR1)
        #expect(try signals.next() == nil)
    }
}
