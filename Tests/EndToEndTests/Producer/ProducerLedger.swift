import Synchronization

/// An image that was in the inbox, by its producer's account.
struct DroppedImage: Sendable {
    /// What was done to it, for the message of a test that fails.
    var story: String
    /// Its paths below the inbox, of which there are several when its folder was renamed.
    var paths: Set<[UInt8]>
    /// What may have been read. The last are the bytes that it had at the end.
    var contents: [ProducerContent]
    /// Whether it was claimed: then it has exactly one outcome, else none.
    var isTaken = true
    /// Whether it was written to while it was claimed: `image-changed` is right too, and so are further attempts.
    var mayHaveChanged = false
    /// Requests that it may have been read with.
    var requests: [ProducerRequest] = []
    /// Whether it may also have been read without one.
    var mayLackRequest = true
    /// The defaults that it may have been read with, where it has no request; empty if there are none.
    var defaults: [SentDefaults] = []
    /// Whether it may have been put into the archive without an outcome, for a newer frame of its stream.
    var mayBeSuperseded = false
}

/// A request that was in the inbox. Unless it was taken back it is beside the original of an image that was read with
/// it, or a dead letter of its own.
struct SentRequest: Sendable {
    var story: String
    let request: ProducerRequest
    var isWithdrawn = false
}

/// Something that no worker may touch.
struct Leftover: Sendable {
    var story: String
    /// Absolute.
    let path: [UInt8]
    /// Its bytes; nil if it is no regular file.
    let sha256: String?
}

/// What all producers have done, by their own account.
final class ProducerLedger: Sendable {
    struct Account: Sendable {
        var images: [DroppedImage] = []
        var requests: [SentRequest] = []
        var leftovers: [Leftover] = []
        /// What must not happen to a producer and did.
        var troubles: [String] = []
        var stories = 0
    }

    private let state = Mutex(Account())

    var account: Account { state.withLock { $0 } }

    func enter(_ change: (inout Account) -> Void) { state.withLock { change(&$0) } }
}
