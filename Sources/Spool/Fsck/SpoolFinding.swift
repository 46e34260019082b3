package import LinuxSupport

/// Something that a check of a spool has to tell.
package struct SpoolFinding: Hashable, Sendable {
    package enum Severity: String, CaseIterable, Sendable {
        /// Against what the spool promises: something was lost, doubled or damaged.
        case violation
        /// In order as long as a worker is there to go on with it.
        case pending
        /// Worth knowing, and in order.
        case note
    }

    /// What it is. Raw values are for scripts: cases are added, none is changed.
    package enum Code: String, CaseIterable, Sendable {
        // Violations.
        case outcomeDoubled = "outcome-doubled"
        case recordTorn = "record-torn"
        case recordIncomplete = "record-incomplete"
        case deadLetterUnrecorded = "dead-letter-unrecorded"
        case deadLetterHollow = "dead-letter-hollow"
        case claimMissing = "claim-missing"
        case claimForeign = "claim-foreign"
        case imageDoubled = "image-doubled"
        case jobDoubled = "job-doubled"
        case decisionDoubled = "decision-doubled"
        case outcomeUndecided = "outcome-undecided"
        case temporaryOrphaned = "temporary-orphaned"
        case unreadable
        // Pending, or violations of a spool at rest.
        case fileWaiting = "file-waiting"
        case jobInWork = "job-in-work"
        case jobAbandoned = "job-abandoned"
        case probeLeft = "probe-left"
        // Notes.
        case foreignFile = "foreign-file"
        case deadLetterEmptied = "dead-letter-emptied"
        case recordUnchecked = "record-unchecked"
    }

    package var severity: Severity
    package var code: Code
    /// Below the spool's root.
    package var path: RelativePath
    /// One sentence for the operator.
    package var message: String
}

/// What a check of a spool found.
package struct SpoolReport: Hashable, Sendable {
    package var findings: [SpoolFinding] = []
    /// Result records in `outbox`.
    package var results = 0
    /// Error records in `dead-letter`.
    package var deadLetters = 0
    /// Files in `archive`.
    package var archived = 0
    /// Files in `inbox` that are not passed over.
    package var waiting = 0
    /// Jobs in `working`.
    package var jobs = 0

    /// Whether the spool keeps what it promises.
    package var isSound: Bool { !findings.contains { $0.severity == .violation } }

    package func count(of severity: SpoolFinding.Severity) -> Int {
        findings.count { $0.severity == severity }
    }
}
