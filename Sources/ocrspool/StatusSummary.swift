internal import LinuxSupport
internal import Spool
internal import StrictJSON

/// What `ocrspool status` shows.
struct StatusSummary {
    let path: String
    let census: SpoolCensus
    let workers: [WorkerStatus]

    /// Looks at `spool`.
    init(_ spool: Spool) throws(CommandError) {
        path = spool.path
        (census, workers) = try calling { () throws(SystemCallError) in
            let workers = try spool.workers().map(WorkerStatus.init)
            return (try SpoolCensus(spool, workers), workers)
        }
    }

    private var jobs: Int { workers.map(\.view.jobs.count).reduce(0, +) }
    private var inbox: InboxCensus { census.inbox }

    var text: String {
        var lines = ["Spool \(DisplayText.escaped(path))"]
        let others = [
            (inbox.requests, inbox.requests == 1 ? "request" : "requests"), (inbox.ignored, "ignored"),
            (inbox.notRegular, "not regular"), (inbox.unreadableFolders, "folders that cannot be read"),
        ]
        let beside = others.filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
        lines += Self.table([
            ("inbox", inbox.images, (inbox.images == 1 ? "image" : "images") + beside),
            ("working", jobs, jobs == 1 ? "job" : "jobs"),
            ("outbox", census.results, census.results == 1 ? "result" : "results"),
            ("dead-letter", census.deadLetters, census.deadLetters == 1 ? "dead letter" : "dead letters"),
            ("archive", census.archived, census.archived == 1 ? "image" : "images"),
        ])
        if !workers.contains(where: \.view.isAlive) { lines.append("No worker runs on this spool.") }
        for worker in workers { lines += WorkerSummary(worker: worker).lines }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Lines of names, counts and what is counted, each under the other.
    static func table(_ rows: [(name: String, count: Int, what: String)]) -> [String] {
        let width = max(12, rows.map(\.name.count).max() ?? 0)
        let digits = max(6, rows.map { String($0.count).count }.max() ?? 0)
        return rows.map { name, count, what in
            let number = String(count)
            let gap = String(repeating: " ", count: width - name.count + 1 + digits - number.count)
            return "  \(name)\(gap)\(number)" + (what.isEmpty ? "" : "  \(what)")
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("spool", path)
            writer.member("at", Timestamp.now.description)
            writeInbox(&writer)
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

    private func writeInbox(_ writer: inout JSONWriter) {
        writer.key("inbox")
        writer.object { writer in
            writer.member("source", inbox.source.rawValue)
            writer.member("worker", inbox.worker)
            writer.member("asOf", inbox.asOf?.description)
            writer.member("images", inbox.images)
            writer.member("requests", inbox.requests)
            writer.member("ignored", inbox.ignored)
            writer.member("notRegular", inbox.notRegular)
            writer.member("unreadableFolders", inbox.unreadableFolders)
            writer.key("byState")
            guard let states = inbox.byState else { return writer.null() }
            writer.object { writer in for (name, count) in states { writer.member(name, count) } }
        }
    }
}

/// `3 images`, `1 image`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
