package import LinuxSupport

/// What intake has decided about a file, and until when.
package enum IntakeState: Hashable, Sendable {
    /// Not complete: looked at again at `due`, or at its next change if that is `nil`.
    case arriving(due: MonotonicInstant?, ArrivalReason)
    /// Complete; its request is not there, or not whole, and may still come until `due`.
    case awaitingRequest(due: MonotonicInstant, since: MonotonicInstant)
    /// A request whose image is there.
    case paired
    /// A request without an image, given up at `due`.
    case orphan(due: MonotonicInstant)
    /// Can be claimed since `since`.
    case ready(since: MonotonicInstant)
}

/// Why a file is not held to be complete.
package enum ArrivalReason: String, Hashable, Sendable {
    case changing = "it changed a moment ago"
    case openForWriting = "a process has it open for writing"
    case wrongSize = "it has not the number of bytes that its request announces"
    case wrongDigest = "it has not the SHA-256 that its request announces"
}

/// The rules of completeness and start, as functions of what is known.
package enum Completeness {
    package enum Verdict: Hashable, Sendable {
        case complete(since: MonotonicInstant)
        case arriving(due: MonotonicInstant?, ArrivalReason)
    }

    /// Whether an image is complete. `request` is the facts of a request that is whole and valid.
    package static func ofImage(
        _ file: InboxFile, request: RequestFacts?, waits: IntakeWaits, now: MonotonicInstant,
        sha256: () -> String?, isOpenForWriting: () -> Bool?
    ) -> Verdict {
        if let request, request.bytes != nil || request.sha256 != nil {
            // (b) The producer has said what is whole; nothing else counts.
            if let bytes = request.bytes, bytes != file.status.size { return .arriving(due: nil, .wrongSize) }
            guard let expected = request.sha256 else { return .complete(since: file.lastChange) }
            guard file.status.size <= waits.longestHashed else {
                // Too large whatever its digest is: it need only be at rest to be refused.
                if request.bytes != nil { return .complete(since: file.lastChange) }
                return ofQuietFile(file, waits: waits, now: now, isOpenForWriting: isOpenForWriting)
            }
            // Do not read a file over and over that is still growing and whose size is not announced.
            let quiet = file.lastChange.advanced(
                by: request.bytes == nil && file.evidence == .none ? waits.settle : .zero)
            if now < quiet { return .arriving(due: quiet, .changing) }
            return sha256() == expected ? .complete(since: file.lastChange) : .arriving(due: nil, .wrongDigest)
        }
        switch file.evidence {
        case .movedIn:  // (a)
            return .complete(since: file.lastChange)
        case .closed where request != nil:  // (c)
            return .complete(since: file.lastChange)
        case .closed, .none:  // (d)
            return ofQuietFile(file, waits: waits, now: now, isOpenForWriting: isOpenForWriting)
        }
    }

    /// Whether a request is whole. One that decodes is: its closing brace is its last byte. One that does not may be
    /// half written, unless it was moved in or has been quiet.
    package static func ofRequest(
        _ file: InboxFile, isValid: Bool, waits: IntakeWaits, now: MonotonicInstant, isOpenForWriting: () -> Bool?
    ) -> Verdict {
        if isValid || file.evidence == .movedIn { return .complete(since: file.lastChange) }
        return ofQuietFile(file, waits: waits, now: now, isOpenForWriting: isOpenForWriting)
    }

    private static func ofQuietFile(
        _ file: InboxFile, waits: IntakeWaits, now: MonotonicInstant, isOpenForWriting: () -> Bool?
    ) -> Verdict {
        let due = file.lastChange.advanced(by: waits.settle)
        if now < due { return .arriving(due: due, .changing) }
        if isOpenForWriting() == true { return .arriving(due: now.advanced(by: waits.settle), .openForWriting) }
        return .complete(since: due)
    }
}
