internal import Spool
internal import TextRecognition

extension Setting {
    private static let day = 86_400

    /// All settings that have a place in the environment and in the file, in the order of the help.
    package static let all: [Setting] = places + intake + inbox + jobs + limits + running

    private static let places: [Setting] = [
        Setting(
            key: "spool", option: "spool", kind: .text("DIR"), summary: "The spool's directory",
            defaultText: "none: it must be given"
        ) { $0.spool = $1.text },
        Setting(
            key: "children", option: "children", kind: .integer(1...256, "N"), summary: "Recognizer processes",
            defaultText: "one for each processor"
        ) { $0.children = $1.integer },
        Setting(
            key: "modelsDirectory", option: "models", kind: .text("DIR"), summary: "Directory of Tesseract's models",
            defaultText: "$TESSDATA_PREFIX, else /usr/share/tesseract-ocr/5/tessdata"
        ) { $0.modelsDirectory = $1.text },
        Setting(
            key: "defaultLanguages", option: "languages", kind: .languages,
            summary: "Languages of images whose request names none, as BCP 47 tags, best first",
            defaultText: "none: the page decides"
        ) { $0.defaultLanguages = $1.list },
    ]

    private static let intake: [Setting] = [
        Setting(
            key: "settleMilliseconds", option: "settle", kind: .integer(100...3_600_000, "MILLISECONDS"),
            summary: "A file is complete when it has not changed for so long", defaultText: "2000"
        ) { $0.settle = $1.milliseconds },
        Setting(
            key: "pairingMilliseconds", option: "pairing", kind: .integer(0...3_600_000, "MILLISECONDS"),
            summary: "A complete image waits so long for a request", defaultText: "2000"
        ) { $0.pairing = $1.milliseconds },
        Setting(
            key: "orphanSeconds", option: "orphan", kind: .integer(1...7 * day, "SECONDS"),
            summary: "A request waits so long for its image", defaultText: "3600"
        ) { $0.orphan = $1.seconds },
        Setting(
            key: "rescanSeconds", option: "rescan", kind: .integer(1...day, "SECONDS"),
            summary: "Between two looks at the whole inbox", defaultText: "60"
        ) { $0.rescan = $1.seconds },
        Setting(
            key: "pollMilliseconds", option: "poll", kind: .integer(100...3_600_000, "MILLISECONDS"),
            summary: "Between two looks where there are no events", defaultText: "2000"
        ) { $0.poll = $1.milliseconds },
        Setting(
            key: "events", option: "events", kind: .toggle,
            summary: "Whether events of the file system are used; without them the inbox is polled", defaultText: "on"
        ) { $0.usesEvents = $1.flag },
        Setting(
            key: "watchProgram", option: "watch-program", kind: .text("FILE"), summary: "The program ocrspool-watch",
            defaultText: "beside ocrspool, else in $PATH"
        ) { $0.watchProgram = $1.text },
    ]

    private static let inbox: [Setting] = [
        Setting(
            key: "ignore", option: "ignore", kind: .globs,
            summary: "Names or paths below the inbox that are passed over too, as globs", defaultText: "none"
        ) { $0.ignore = $1.list },
        Setting(
            key: "requireRequest", option: "require-request", kind: .presence,
            summary: "Take no image before its request is there", defaultText: "off"
        ) { $0.requiresRequest = $1.flag },
        Setting(
            key: "pruneEmptyFolders", option: "prune-empty-folders", kind: .presence,
            summary: "Remove folders of the inbox that have been empty for an hour", defaultText: "off"
        ) { $0.prunesEmptyFolders = $1.flag },
    ]

    private static let jobs: [Setting] = [
        Setting(
            key: "retirement", option: "retirement", kind: .choice(RetirementPolicy.allCases.map(\.rawValue)),
            summary: "What becomes of an image whose result is durable", defaultText: "archive"
        ) { $0.retirement = $1.choice() },
        Setting(
            key: "maximumAttempts", option: "maximum-attempts", kind: .integer(1...100, "N"),
            summary: "Attempts of a job before it goes to the dead letter", defaultText: "3"
        ) { $0.maximumAttempts = $1.integer },
        Setting(
            key: "maximumInterruptions", option: "maximum-interruptions", kind: .integer(1...1000, "N"),
            summary: "Attempts that may end with the worker's own death before the job is held to be the cause",
            defaultText: "10"
        ) { $0.maximumInterruptions = $1.integer },
        Setting(
            key: "jobTimeoutSeconds", option: "job-timeout", kind: .integer(1...day, "SECONDS"),
            summary: "For a job whose request names no time", defaultText: "300"
        ) { $0.jobTimeout = $1.seconds },
        Setting(
            key: "maximumTimeoutSeconds", option: "maximum-timeout", kind: .integer(1...day, "SECONDS"),
            summary: "The most that a request may ask for", defaultText: "600"
        ) { $0.maximumTimeout = $1.seconds },
        Setting(
            key: "pageTimeoutSeconds", option: "page-timeout", kind: .integer(1...day, "SECONDS"),
            summary: "For one page", defaultText: "120"
        ) { $0.pageTimeout = $1.seconds },
    ]

    private static let limits: [Setting] = [
        Setting(
            key: "maximumImageBytes", option: "maximum-image-bytes", kind: .integer(1...1_000_000_000, "BYTES"),
            summary: "Larger image files are refused", defaultText: "100000000"
        ) { $0.imageLimits.bytes = $1.integer },
        Setting(
            key: "maximumImagePixels", option: "maximum-image-pixels", kind: .integer(1...1_000_000_000, "PIXELS"),
            summary: "Pages with more pixels are refused", defaultText: "100000000"
        ) { $0.imageLimits.pixels = $1.integer },
        Setting(
            key: "maximumImageSide", option: "maximum-image-side", kind: .integer(1...32_767, "PIXELS"),
            summary: "Wider or higher pages are refused", defaultText: "32767"
        ) { $0.imageLimits.side = $1.integer },
        Setting(
            key: "maximumImagePages", option: "maximum-image-pages", kind: .integer(1...10_000, "N"),
            summary: "Files with more pages are refused", defaultText: "500"
        ) { $0.imageLimits.pages = $1.integer },
        Setting(
            key: "minimumFreeBytes", option: "minimum-free-bytes", kind: .integer(0...9_007_199_254_740_991, "BYTES"),
            summary: "With less free on the spool's file system no job is claimed", defaultText: "67108864"
        ) { $0.minimumFreeBytes = $1.integer },
    ]

    private static let running: [Setting] = [
        Setting(
            key: "graceSeconds", option: "grace", kind: .integer(0...3600, "SECONDS"),
            summary: "After SIGTERM, for what is in work", defaultText: "25"
        ) { $0.grace = $1.seconds },
        Setting(
            key: "allowRoot", option: "allow-root", kind: .presence,
            summary: "Let the superuser run the worker", defaultText: "refused"
        ) { $0.allowsRoot = $1.flag },
        Setting(
            key: "logFormat", option: "log-format",
            kind: .choice(Configuration.LogFormat.allCases.map(\.rawValue)),
            summary: "How the log is written; auto is human on a terminal, else json", defaultText: "auto"
        ) { $0.logFormat = $1.choice() },
        Setting(
            key: "logLevel", option: "log-level", kind: .choice(Configuration.LogLevel.allCases.map(\.rawValue)),
            summary: "The least severe messages that are logged", defaultText: "info"
        ) { $0.logLevel = $1.choice() },
    ]
}
