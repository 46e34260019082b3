/// How long intake waits for what, and what it does not wait for. All are configurable.
package struct IntakeWaits: Hashable, Sendable {
    /// Without better evidence, a file is complete when nothing about it has changed for so long. Default 2 s,
    /// range 100 ms…1 h.
    package var settle: Duration = .seconds(2)
    /// So long after its image is complete, a request may still come. Default 2 s, range 0…1 h.
    package var pairing: Duration = .seconds(2)
    /// So long a request waits for its image. Default 1 h, range 1 s…7 d.
    package var orphan: Duration = .seconds(3600)

    /// Files with more bytes are not hashed to see whether they are whole: they would be refused all the same, and a
    /// sparse file of some terabytes, which costs its producer nothing, would keep the worker from all else for hours.
    package var longestHashed: Int64 = .max

    package init() {}
}
