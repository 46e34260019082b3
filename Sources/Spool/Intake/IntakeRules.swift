internal import LinuxSupport

/// How long intake waits for what, and what it does not wait for. All are configurable.
package struct IntakeRules: Hashable, Sendable {
    /// Without better evidence, a file is complete when nothing about it has changed for so long. Default 2 s,
    /// range 100 ms…1 h.
    package var settle: Duration = .seconds(2)
    /// So long after its image is complete, a request may still come. Default 2 s, range 0…1 h.
    package var pairing: Duration = .seconds(2)
    /// So long a request waits for its image. Default 1 h, range 1 s…7 d.
    package var orphan: Duration = .seconds(3600)
    /// Whether an image without a request waits for one without end. Default no.
    package var requiresRequest = false

    /// Between two tries of a file that the worker may not read; after as many and one more it is given up. Default
    /// 5 s and 30 s.
    package var refusalWaits: [Duration] = [.seconds(5), .seconds(30)]
    /// Files with more bytes are not hashed to see whether they are whole: they would be refused all the same, and a
    /// sparse file of some terabytes, which costs its producer nothing, would keep the worker from all else for hours.
    package var longestHashed: Int64 = .max

    package init() {}

    /// A request that was there before the worker started has the rest of its time, and not less than this: clocks jump,
    /// and its image may come with the worker.
    static let shortestOrphan: Duration = .seconds(60)

    func orphanDue(of request: InboxFile) -> MonotonicInstant {
        request.lastChange.advanced(by: max(orphan - request.age, min(orphan, Self.shortestOrphan)))
    }

    func unreadable(_ error: SystemCallError) -> JobFailure {
        JobFailure(
            .ioError, stage: .intake,
            "The worker may not read it (\(error)), tried \(refusalWaits.count + 1) times; "
                + "let the user or group that runs the worker read it, and try again.")
    }
}
