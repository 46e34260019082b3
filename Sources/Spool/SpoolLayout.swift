package import LinuxSupport

/// The names of the spool's directories and of the files that a job consists of.
package enum SpoolLayout {
    package static let inbox: FileName = "inbox"
    package static let working: FileName = "working"
    package static let outbox: FileName = "outbox"
    package static let deadLetter: FileName = "dead-letter"
    package static let archive: FileName = "archive"
    package static let state: FileName = "state"
    /// In a folder of the inbox: request fields for the images below it.
    package static let folderDefaults: FileName = ".ocrspool.json"
    /// Below `state`: what is being built, named by job.
    package static let temporary: FileName = "tmp"

    /// In `state`: held by the one worker that adopts or probes.
    package static let adoptionLock: FileName = "adoption.lock"
    /// What the names of probes begin with.
    static let probePrefix = ".probe-"

    package static let directories: [FileName] = [inbox, working, outbox, deadLetter, archive, state]

    /// In a worker's directory: locked by the worker for life.
    package static let workerLock: FileName = "lock"

    /// In a job's directory: what was claimed.
    package static let claim: FileName = "claim.json"
    /// In a job's directory: the image, under this name whatever it was called.
    package static let image: FileName = "image"
    package static let request: FileName = "request.json"
    /// In a job's directory: the defaults of the image's folder, if it had any.
    package static let defaults: FileName = "defaults.json"
    /// In a job's directory: until when it waits, and why.
    package static let retry: FileName = "retry.json"
    /// In a job's directory: the result is complete in `state/tmp` and about to appear.
    package static let publishing: FileName = "publishing.json"
    /// In a job's directory and in a dead letter: the error record.
    package static let error: FileName = "error.json"

    package static func attempt(_ number: Int) -> FileName {
        FileName(stringLiteral: "attempt.\(number)")
    }

    /// In `state/tmp`: an output of `job`, e.g. with suffix `.json`.
    package static func stagedOutput(_ job: JobID, suffix: String) -> FileName {
        FileName(stringLiteral: job.rawValue + suffix)
    }

    /// In `state/tmp`: the dead letter of `job` while it is put together.
    package static func stagedDeadLetter(_ job: JobID) -> FileName {
        FileName(stringLiteral: job.rawValue + ".dead")
    }
}
