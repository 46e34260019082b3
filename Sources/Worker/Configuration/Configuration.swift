internal import LinuxSupport
package import Spool
package import TextRecognition

/// How a worker works; read once, checked before the first job, and read again as a whole on SIGHUP.
///
/// `ConfigurationSources` fills it from the command line, the environment, a file and the defaults here. Each field
/// gives its default and range.
package struct Configuration: Hashable, Sendable {
    package enum LogFormat: String, CaseIterable, Sendable {
        /// `human` where standard error is a terminal, else `json`.
        case auto
        case human
        /// One JSON object a line.
        case json
    }

    /// The least severe messages that are logged.
    package enum LogLevel: String, CaseIterable, Sendable { case debug, info, notice, warning, error }

    /// The spool's directory, as it was named. No default: a worker must be told.
    package var spool = ""
    /// Recognizer processes. Default: the processors that are online; range 1…256.
    package var children = min(ThisProcess.processors, 256)
    /// Directory of Tesseract's models; default `nil`, which is `TESSDATA_PREFIX` or else Debian's directory.
    package var modelsDirectory: String?
    /// Languages to expect in images whose request and folder name none, as BCP 47 tags, best first; at most 8.
    /// Default: none, the page decides.
    package var defaultLanguages: [String] = []

    /// A file without better evidence is complete when it has not changed for so long. Default 2 s; 100 ms…1 h.
    package var settle: Duration = .seconds(2)
    /// A complete image waits so long for a request. Default 2 s; 0…1 h.
    package var pairing: Duration = .seconds(2)
    /// A request waits so long for its image. Default 1 h; 1 s…7 d.
    package var orphan: Duration = .seconds(3600)
    /// Between two looks at the whole inbox, whatever events say. Default 60 s; 1 s…1 d.
    package var rescan: Duration = .seconds(60)
    /// Between two looks where there are no events. Default 2 s; 100 ms…1 h.
    package var poll: Duration = .seconds(2)
    /// Whether events of the file system are used; default yes. Without them the inbox is polled.
    package var usesEvents = true
    /// Path of `ocrspool-watch`. Default: beside this program, else in `PATH`; `nil` where it is in neither, and the
    /// inbox is polled.
    package var watchProgram: String?

    /// Globs for what in the inbox is passed over beside the built-in rules, as `IgnoreRules` reads them; at most 100.
    /// Default: none.
    package var ignore: [String] = []
    /// Whether an image waits for its request as long as it takes. Default no: it waits for `pairing`.
    package var requiresRequest = false
    /// Whether folders of the inbox that have been empty for an hour are removed. Default no.
    package var prunesEmptyFolders = false

    /// What becomes of an image whose result is durable. Default `archive`.
    package var retirement = RetirementPolicy.archive
    /// Attempts of a job before it goes to the dead letter. Default 3; 1…100.
    package var maximumAttempts = 3
    /// Attempts that may end with the worker's own death, before the job is held to be the cause. Default 10; 1…1000.
    package var maximumInterruptions = 10
    /// For a job whose request has no `timeoutSeconds`. Default 300 s; 1 s…1 d, not over `maximumTimeout`.
    package var jobTimeout: Duration = .seconds(300)
    /// The most that a request's `timeoutSeconds` may say. Default 600 s; 1 s…1 d.
    package var maximumTimeout: Duration = .seconds(600)
    /// For one page. Default 120 s; 1 s…1 d.
    package var pageTimeout: Duration = .seconds(120)
    /// After SIGTERM, for what is in work. Default 25 s; 0…1 h.
    package var grace: Duration = .seconds(25)
    /// What of an image is refused by its header.
    package var imageLimits = ImageLimits()
    /// With less free on the spool's file system no job is claimed. Default 64 MiB; 0…2⁵³−1 bytes.
    package var minimumFreeBytes = 64 << 20

    /// Whether the superuser may run the worker. Default no.
    package var allowsRoot = false
    /// Whether the worker ends when nothing is left to do. Default no; told on the command line only.
    package var drains = false
    package var logFormat = LogFormat.auto
    /// Default `info`.
    package var logLevel = LogLevel.info

    package init() {}

    /// The rules of intake.
    package var intakeRules: IntakeRules {
        var rules = IntakeRules()
        rules.settle = settle
        rules.pairing = pairing
        rules.orphan = orphan
        rules.requiresRequest = requiresRequest
        rules.refusalWaits = (1..<maximumAttempts).map { AttemptBackoff.delay(afterFailures: $0, spread: 0.5) }
        rules.longestHashed = Int64(imageLimits.bytes)
        return rules
    }
}
