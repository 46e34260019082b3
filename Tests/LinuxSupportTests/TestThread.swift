import Glibc
import Testing

/// A thread of its own; the pool of tasks may be busy with tests that block.
struct TestThread {
    private let thread: pthread_t

    init(_ body: @escaping @Sendable () -> Void) throws {
        var thread = pthread_t()
        let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        let result = unsafe pthread_create(
            &thread, nil,
            { argument in
                unsafe Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue().body()
                return nil
            }, work)
        try #require(result == 0)
        self.thread = thread
    }

    /// Waits until the thread has ended.
    func join() {
        pthread_join(thread, nil)
    }

    private final class Work {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
