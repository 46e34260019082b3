internal import LinuxSupport
internal import Spool

/// What lies in a spool's directories.
struct SpoolCensus {
    let inbox: InboxCensus
    private(set) var results = 0
    private(set) var deadLetters = 0
    /// Without requests.
    private(set) var archived = 0

    /// Takes what lies in the inbox from the worker that spoke last, and looks itself only without one.
    init(_ spool: Spool, _ workers: [WorkerStatus]) throws(SystemCallError) {
        if let worker = WorkerStatus.latest(of: workers) {
            inbox = InboxCensus(worker)
        } else {
            inbox = try InboxCensus(spool, rules: WorkerStatus.ignoreRules(of: workers))
        }
        try Self.forEachFolder(below: spool.outbox) { names in results += names.count { $0.hasSuffix(".json") } }
        try Self.forEachFolder(below: spool.archive) { archived += Self.originals($0) }
        try Self.forEachFolder(below: spool.deadLetter) { if $0.contains(SpoolLayout.error) { deadLetters += 1 } }
    }

    /// How many of the files of a folder of the archive are no request: that is one which lies beside its image.
    static func originals(_ names: Set<FileName>) -> Int {
        names.count { name in
            guard name.hasSuffix(".json"), let image = FileName(Array(name.bytes.dropLast(5))) else { return true }
            return !names.contains(image)
        }
    }

    private static func forEachFolder(
        below top: DirectoryHandle, _ body: (Set<FileName>) -> Void
    ) throws(SystemCallError) {
        var open = [top]
        while let directory = open.popLast() {
            var files: Set<FileName> = []
            var folders: [FileName] = []
            try directory.forEachEntryWithKind { name, kind in
                if name.isHidden { return }
                switch kind {
                case .directory: folders.append(name)
                case .regular: files.insert(name)
                case .symbolicLink, .other: return
                }
            }
            for folder in folders {
                do {
                    open.append(try directory.subdirectory(folder))
                } catch  where error.isMissing || error.isNoDirectory {
                    continue  // it went meanwhile
                }
            }
            body(files)
        }
    }
}

/// What lies in the inbox.
struct InboxCensus {
    /// Who has counted.
    enum Source: String {
        case worker
        case scan
    }

    /// The states of files, as a worker counts them; the rest of its counts is about other things.
    static let states = [
        "unexamined", "arriving", "awaitingRequest", "held", "unreadable", "blocked", "queued", "superseded",
        "orphanRequests",
    ]

    let source: Source
    /// The worker that counted, and when.
    private(set) var worker: String?
    private(set) var asOf: Timestamp?
    private(set) var images = 0
    private(set) var requests = 0
    /// Passed over by name.
    private(set) var ignored = 0
    /// Links, pipes and the like.
    private(set) var notRegular = 0
    private(set) var unreadableFolders = 0
    /// By state, in the order of `states`; `nil` where no worker says.
    private(set) var byState: [(name: String, count: Int)]?

    /// By the word of `worker`.
    init(_ worker: WorkerStatus) {
        source = .worker
        self.worker = worker.view.id
        asOf = worker.updatedAt
        let byState = Self.states.map { ($0, worker.count($0)) }
        let waiting = byState.reduce(0) { $0 + $1.1 }
        requests = worker.count("requests") + worker.count("orphanRequests")
        images = waiting - worker.count("orphanRequests")
        ignored = worker.count("ignored")
        notRegular = worker.count("notRegular")
        unreadableFolders = worker.count("unreadableFolders")
        self.byState = byState
    }

    /// By looking. What is named like a request is held to be one.
    init(_ spool: Spool, rules: IgnoreRules) throws(SystemCallError) {
        source = .scan
        try InboxWalk.forEach(in: try spool.inbox(), below: RelativePath([]), rules: rules) { finding in
            switch finding {
            case .file(let path, _):
                if path.name?.hasSuffix(".json") == true { requests += 1 } else { images += 1 }
            case .defaults: break
            case .ignored: ignored += 1
            case .notRegular: notRegular += 1
            case .unreadable: unreadableFolders += 1
            }
        }
    }
}
