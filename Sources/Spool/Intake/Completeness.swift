package import LinuxSupport

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
        _ file: InboxFile, request: RequestFacts?, rules: IntakeRules, now: MonotonicInstant,
        sha256: () -> String?, isOpenForWriting: () -> Bool?
    ) -> Verdict {
        if let request, request.bytes != nil || request.sha256 != nil {
            // (b) The producer has said what is whole; nothing else counts.
            let complete = Verdict.complete(since: file.complete(after: .zero))
            if let bytes = request.bytes, bytes != file.status.size { return .arriving(due: nil, .wrongSize) }
            guard let expected = request.sha256 else { return complete }
            guard file.status.size <= rules.longestHashed else {
                // Too large whatever its digest is: it need only be at rest to be refused.
                if request.bytes != nil { return complete }
                return ofQuietFile(file, rules: rules, now: now, isOpenForWriting: isOpenForWriting)
            }
            // Do not read a file over and over that is still growing and whose size is not announced.
            let quiet = file.lastChange.advanced(
                by: request.bytes == nil && file.evidence == .none ? rules.settle : .zero)
            if now < quiet { return .arriving(due: quiet, .changing) }
            // What cannot be read is found so by the claim, which knows what to do about it.
            guard let found = sha256() else { return complete }
            return found == expected ? complete : .arriving(due: nil, .wrongDigest)
        }
        switch file.evidence {
        case .movedIn:  // (a)
            return ofFile(file, since: file.lastChange, rules: rules, now: now, isOpenForWriting: isOpenForWriting)
        case .closed where request != nil:  // (c)
            return ofFile(file, since: file.lastChange, rules: rules, now: now, isOpenForWriting: isOpenForWriting)
        case .closed, .none:  // (d)
            return ofQuietFile(file, rules: rules, now: now, isOpenForWriting: isOpenForWriting)
        }
    }

    /// Whether a request is whole. One that decodes is: its closing brace is its last byte. One that does not may be
    /// half written, unless it was moved in or has been quiet.
    package static func ofRequest(
        _ file: InboxFile, isValid: Bool, rules: IntakeRules, now: MonotonicInstant, isOpenForWriting: () -> Bool?
    ) -> Verdict {
        if isValid || file.evidence == .movedIn { return .complete(since: file.complete(after: .zero)) }
        return ofQuietFile(file, rules: rules, now: now, isOpenForWriting: isOpenForWriting)
    }

    private static func ofQuietFile(
        _ file: InboxFile, rules: IntakeRules, now: MonotonicInstant, isOpenForWriting: () -> Bool?
    ) -> Verdict {
        let due = file.lastChange.advanced(by: rules.settle)
        if now < due { return .arriving(due: due, .changing) }
        return ofFile(
            file, since: file.complete(after: rules.settle), rules: rules, now: now, isOpenForWriting: isOpenForWriting)
    }

    /// Events may be late: what was closed or renamed may be open again for another piece.
    private static func ofFile(
        _ file: InboxFile, since: MonotonicInstant, rules: IntakeRules, now: MonotonicInstant,
        isOpenForWriting: () -> Bool?
    ) -> Verdict {
        if isOpenForWriting() == true { return .arriving(due: now.advanced(by: rules.settle), .openForWriting) }
        return .complete(since: since)
    }
}
