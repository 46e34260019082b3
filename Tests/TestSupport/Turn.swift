import Synchronization

/// The right to load the machine, which only a few tests have at a time; given back with the last reference.
///
/// Tests run side by side, and each of those that start a worker keeps a processor busy: too many of them and every
/// one is late.
package final class Turn: Sendable {
    private struct State {
        var free = 3
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private static let state = Mutex(State())

    private init() {}

    /// Waits until there is one.
    package static func take() async -> Turn {
        await withCheckedContinuation { continuation in
            let mayStart = state.withLock { state in
                if state.free == 0 {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if mayStart { continuation.resume() }
        }
        return Turn()
    }

    deinit {
        let next = Self.state.withLock { state in
            if state.waiting.isEmpty {
                state.free += 1
                return nil as CheckedContinuation<Void, Never>?
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
