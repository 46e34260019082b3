internal import LinuxSupport
internal import Spool
internal import StrictJSON

extension Command {
    static let status = Command(
        name: "status", purpose: "Show what is in the spool and what its workers do", options: [.spool, .json],
        notes: [
            "Counts what lies in each directory, and shows each worker's own word: whether it runs, is paused and why, what it "
                + "has done since its start, and whether it sees changes by events or by polling. To be run as the user that "
                + "runs the worker."
        ],
        examples: [
            Example("a look", "ocrspool status --spool /var/spool/ocr"),
            Example("how many images wait", "ocrspool status --spool /var/spool/ocr --json | jq .inbox.images"),
        ]
    ) { (arguments) throws(CommandError) in
        let spool = try SpoolPlaces.wholeSpool(arguments)
        let (census, workers) = try calling { () throws(SystemCallError) in
            let workers = try spool.workers().map(WorkerStatus.init)
            return (try SpoolCensus(spool, rules: WorkerStatus.ignoreRules(of: workers)), workers)
        }
        let summary = StatusSummary(path: spool.path, census: census, workers: workers)
        if arguments.has(.json) {
            try Output.json { summary.write(to: &$0) }
        } else {
            try Output.text(summary.text)
        }
        return .success
    }
}

/// What `ocrspool status` shows.
struct StatusSummary {
    let path: String
    let census: SpoolCensus
    let workers: [WorkerStatus]

    private var jobs: Int { workers.map(\.view.jobs.count).reduce(0, +) }

    var text: String {
        var lines = [
            "Spool \(DisplayText.escaped(path))",
            "  inbox        \(counted(census.images, "image")), \(counted(census.requests, "request")), "
                + "\(census.ignored) ignored",
            "  working      \(counted(jobs, "job"))",
            "  outbox       \(counted(census.results, "result"))",
            "  dead-letter  \(census.deadLetters)",
            "  archive      \(counted(census.archived, "image"))",
            workers.contains(where: \.view.isAlive) ? "Workers" : "No worker runs on this spool.",
        ]
        for worker in workers { lines += Self.lines(of: worker) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(of worker: WorkerStatus) -> [String] {
        guard worker.view.isAlive else {
            return [
                "  \(worker.view.id) is gone; its \(counted(worker.view.jobs.count, "job")) left for the next worker to take over"
            ]
        }
        var facts = [worker.state]
        if let started = worker.record?["startedAt"]?.string { facts.append("since \(DisplayText.escaped(started))") }
        if let children = worker.record?["children"]?.array?.count {
            facts.append(counted(children, "recognizer"))
        }
        if let mode = worker.record?["intake"]?["mode"]?.string { facts.append(Self.modeText(mode, worker)) }
        var lines = ["  \(worker.view.id): \(facts.joined(separator: ", "))"]
        if let message = worker.pauseMessage { lines.append("    paused: \(DisplayText.escaped(message))") }
        if worker.record != nil {
            lines.append(
                "    \(worker.count("queued")) queued, \(worker.count("arriving")) arriving, "
                    + "\(worker.count("awaitingRequest")) awaiting a request, "
                    + "\(counted(worker.count("orphanRequests"), "request")) without an image, \(worker.count("waitingToRetry")) to be tried again"
            )
            lines.append(
                "    since its start: \(counted(worker.total("published"), "result")), "
                    + "\(counted(worker.total("deadLettered"), "dead letter")), "
                    + "\(counted(worker.total("failedAttempts"), "failed attempt"))")
        }
        return lines
    }

    private static func modeText(_ mode: String, _ worker: WorkerStatus) -> String {
        let reason = worker.record?["intake"]?["reason"]?.string ?? ""
        let why = reason.isEmpty ? "" : " (\(DisplayText.escaped(reason)))"
        if mode == "events" { return "sees changes by events" + (why.isEmpty ? "" : " and polls\(why)") }
        return "polls" + why
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("spool", path)
            writer.key("inbox")
            writer.object { writer in
                writer.member("images", census.images)
                writer.member("requests", census.requests)
                writer.member("ignored", census.ignored)
            }
            writer.member("working", jobs)
            writer.member("results", census.results)
            writer.member("deadLetters", census.deadLetters)
            writer.member("archived", census.archived)
            writer.key("workers")
            writer.array { writer in
                for worker in workers {
                    writer.object { writer in
                        writer.member("id", worker.view.id)
                        writer.member("state", worker.state)
                        writer.member("jobs", worker.view.jobs.count)
                        // The worker's own record, as it is; null where there is none.
                        writer.member("status", worker.view.isAlive ? worker.record : nil)
                    }
                }
            }
        }
    }
}

/// `3 images`, `1 image`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
