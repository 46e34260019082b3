internal import LinuxSupport
internal import Spool
internal import StrictJSON

/// What `ocrspool status` shows of a worker.
struct WorkerSummary {
    let worker: WorkerStatus

    /// Folders with broken defaults that are named; of more, the number is told.
    private static let mostFolders = 5

    var lines: [String] {
        let name = DisplayText.escaped(worker.view.id)
        guard worker.view.isAlive else {
            return [
                "Worker \(name) is gone; its \(counted(worker.view.jobs.count, "job")) left for the next worker to take over"
            ]
        }
        var facts = [worker.state]
        if let started = worker.startedAt { facts.append("since \(started)") }
        if let children = worker.record?["children"]?.array?.count { facts.append(counted(children, "recognizer")) }
        var lines = ["Worker \(name): \(facts.joined(separator: ", "))"]
        guard worker.record != nil else { return lines }
        if !worker.isFresh, let updated = worker.updatedAt { lines.append("  has said nothing since \(updated)") }
        if let message = worker.pauseMessage {
            let since = worker.record?["pause"]?["since"]?.string.map { " since \(DisplayText.escaped($0))" } ?? ""
            lines.append("  paused\(since): \(DisplayText.escaped(message))")
        }
        return lines + broken + [intake] + StatusSummary.table(states) + [totals]
    }

    /// Every state that has any file, and always the queue.
    private var states: [(name: String, count: Int, what: String)] {
        let rows = [
            ("unexamined", "unexamined", "seen a moment ago"), ("arriving", "arriving", "not complete yet"),
            ("awaitingRequest", "awaiting", "complete; their request may, or must, still come"),
            ("held", "held", "complete; the defaults of their folder are not valid"),
            ("unreadable", "unreadable", "the worker may not read them; tried again"),
            ("blocked", "blocked", "the worker may not move them out of their folder"),
            ("queued", "queued", priorities),
            ("superseded", "superseded", "a newer frame has come"),
            ("orphanRequests", "orphans", "requests without an image"), ("claimed", "claimed", "taken, or being read"),
            ("waitingToRetry", "retrying", "to be tried again"),
        ]
        return rows.compactMap { key, name, what in
            let count = worker.count(key)
            return count > 0 || key == "queued" ? (name, count, what) : nil
        }
    }

    private var priorities: String {
        let levels = worker.record?["queue"]?["byPriority"]?.object?.members ?? []
        guard levels.contains(where: { $0.key != "5" }) else { return "" }
        return levels.map { "priority \(DisplayText.escaped($0.key)): \($0.value.int ?? 0)" }.joined(separator: ", ")
    }

    private var broken: [String] {
        let all = worker.brokenDefaults
        var lines = all.prefix(Self.mostFolders).map { folder, message in
            "  \(folder.appending(SpoolLayout.folderDefaults).display) is not valid: \(DisplayText.escaped(message))"
        }
        let count = worker.count("brokenDefaults")
        if count > lines.count { lines.append("  and \(count - lines.count) more folders' defaults are not") }
        return lines
    }

    private var intake: String {
        let intake = worker.record?["intake"]
        let reason = intake?["reason"]?.string.flatMap { $0.isEmpty ? nil : " (\(DisplayText.escaped($0)))" }
        // With events that do not tell all, it does both.
        let means = worker.polls ? "polls" : reason == nil ? "sees changes by events" : "sees changes by events and polls"
        let mode = means + (reason ?? "")
        let counters = [
            ("events", "event"), ("overflows", "overflow"), ("watcherRestarts", "restart"), ("scans", "scan"),
        ].compactMap { key, noun in intake?[key]?.int.map { counted($0, noun) } }
        return "  \(mode); \(counters.joined(separator: ", "))"
    }

    private var totals: String {
        let counts = [
            counted(worker.total("published"), "result"), counted(worker.total("deadLettered"), "dead letter"),
            counted(worker.total("failedAttempts"), "failed attempt"), "\(worker.total("superseded")) superseded",
        ]
        let pace = worker.record?["queue"]?["millisecondsPerAttempt"]?.int.map { ", \($0) ms each" } ?? ""
        return "  since its start: \(counts.joined(separator: ", "))\(pace)"
    }
}
