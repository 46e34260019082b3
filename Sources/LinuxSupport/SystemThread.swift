internal import Glibc

/// A thread of the kernel's, for work that consists of blocking calls and so has no place on the cooperative pool.
package final class SystemThread: Sendable {
    private let thread: pthread_t

    /// Starts `body` on a new thread.
    /// - Throws: `EAGAIN` if the process may have no more threads.
    package init(_ body: @escaping @Sendable () -> Void) throws(SystemCallError) {
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(Start(body)).toOpaque()
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context)
        guard code == 0 else {
            unsafe Unmanaged<Start>.fromOpaque(context).release()
            throw SystemCallError(call: "pthread_create", code: code)
        }
        self.thread = thread
    }

    /// Waits until the thread has ended. To be called once.
    package func join() {
        pthread_join(thread, nil)
    }

    private final class Start: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }
}
