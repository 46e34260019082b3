internal import LinuxSupport
internal import Spool
internal import StrictJSON

/// Who writes a status.
struct StatusIdentity: Hashable {
    let worker: String
    let processID: Int
    let version: String
    let spool: String
    let startedAt: Timestamp
}

/// What a worker says of itself and of the inbox: `ocrspool.status/1`. Read by `ocrspool status` and `explain`.
struct StatusRecord {
    static let schema = "ocrspool.status/1"

    let identity: StatusIdentity
    let facts: StatusFacts
    let clock: ClockReading

    var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("schema", Self.schema)
            writer.member("worker", identity.worker)
            writer.member("pid", identity.processID)
            writer.member("version", identity.version)
            writer.member("spool", identity.spool)
            writer.member("startedAt", identity.startedAt.description)
            writer.member("updatedAt", clock.wall.description)
            writer.member("state", stateName)
            writePause(&writer)
            writeIntake(&writer)
            writeBrokenDefaults(&writer)
            writeCounts(&writer)
            writeTotals(&writer)
            writeIgnoredByRule(&writer)
            writeQueue(&writer)
            writeChildren(&writer)
            writeJobs(&writer)
            writeFiles(&writer)
            writeSights(&writer)
        }
        return writer.bytes + [0x0A]
    }

    private var snapshot: Dispatcher.Snapshot { facts.snapshot }

    private var stateName: String {
        if snapshot.isStopping { return "stopping" }
        return snapshot.pause == nil ? "running" : "paused"
    }

    private func writePause(_ writer: inout JSONWriter) {
        writer.key("pause")
        guard let pause = snapshot.pause else { return writer.null() }
        writer.object { writer in
            writer.member("code", pause.code.rawValue)
            writer.member("message", pause.message)
            writer.member("since", pause.since.description)
        }
    }

    private func writeIntake(_ writer: inout JSONWriter) {
        writer.key("intake")
        writer.object { writer in
            writer.member("mode", facts.watch.usesEvents ? "events" : "polling")
            writer.member("reason", facts.watch.reason)
            writer.member("events", facts.watch.events)
            writer.member("overflows", facts.watch.overflows)
            writer.member("watcherRestarts", facts.watch.restarts)
            writer.member("scans", facts.watch.scans.count)
            writer.member("lastScanAt", wall(facts.watch.scans.last))
            writer.member("lastScanMilliseconds", facts.watch.scans.duration.wholeMilliseconds)
            writer.member("nextScanAt", wall(facts.nextScan))
            writer.key("ignore")
            writer.array { writer in for glob in facts.ignore { writer.string(glob) } }
            writer.member("requireRequest", facts.table.rules.requiresRequest)
        }
    }

    private func writeBrokenDefaults(_ writer: inout JSONWriter) {
        let broken = facts.table.brokenDefaults.sorted { $0.key < $1.key }
        writer.key("brokenDefaults")
        writer.array { writer in
            for (folder, message) in broken.prefix(StatusFacts.longestList) {
                writer.object { writer in
                    write(folder, &writer)
                    writer.member("message", message)
                }
            }
        }
    }

    private func writeCounts(_ writer: inout JSONWriter) {
        let counts = counts
        writer.key("counts")
        writer.object { writer in
            for (name, count) in counts { writer.member(name, count) }
        }
    }

    /// Gauges, by the states that `explain` names.
    private var counts: [(String, Int)] {
        let counts = facts.table.counts
        let sights = facts.sights.counts
        let examined =
            counts.arriving + counts.awaitingRequest + counts.held + counts.unreadable + counts.paired + counts.orphans
            + counts.ready
        return [
            ("unexamined", facts.table.count - examined), ("arriving", counts.arriving),
            ("awaitingRequest", counts.awaitingRequest), ("held", counts.held), ("unreadable", counts.unreadable),
            ("orphanRequests", counts.orphans), ("requests", counts.paired), ("queued", snapshot.readyCount),
            ("superseded", snapshot.superseded), ("blocked", facts.blocked.count),
            ("claimed", snapshot.activities.count), ("waitingToRetry", snapshot.waiting.count),
            ("ignored", sights.ignored), ("notRegular", sights.notRegular),
            ("unreadableFolders", sights.unreadableFolders), ("brokenDefaults", facts.table.brokenDefaults.count),
        ]
    }

    private func writeIgnoredByRule(_ writer: inout JSONWriter) {
        writer.key("ignoredByRule")
        writer.object { writer in
            for (rule, count) in facts.sights.ignoredByRule.sorted(by: { $0.key < $1.key }) {
                writer.member(rule, count)
            }
        }
    }

    private func writeQueue(_ writer: inout JSONWriter) {
        writer.key("queue")
        writer.object { writer in
            writer.key("byPriority")
            writer.object { writer in
                for (priority, count) in snapshot.countsByPriority.sorted(by: { $0.key > $1.key }) {
                    writer.member(String(priority), count)
                }
            }
            writer.member("recognizers", snapshot.lanes)
            writer.member("millisecondsPerAttempt", snapshot.pace.perAttempt?.wholeMilliseconds)
            writer.member("attemptsMeasured", snapshot.pace.count)
            writer.member("isListed", facts.fitsStatus)
        }
    }

    private func writeTotals(_ writer: inout JSONWriter) {
        let tallies = snapshot.tallies
        writer.key("totals")
        writer.object { writer in
            writer.member("published", tallies.published)
            writer.member("deadLettered", tallies.buriedInAll)
            writer.member("superseded", tallies.superseded)
            writer.member("vanished", tallies.vanished)
            writer.member("failedAttempts", tallies.failedAttempts)
            writer.key("deadLetteredByCode")
            writer.object { writer in
                for (code, count) in tallies.buried.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                    writer.member(code.rawValue, count)
                }
            }
        }
    }

    private func writeChildren(_ writer: inout JSONWriter) {
        writer.key("children")
        writer.array { writer in
            for (lane, process) in snapshot.children.sorted(by: { $0.key < $1.key }) {
                writer.object { writer in
                    writer.member("lane", lane)
                    writer.member("pid", Int(process))
                }
            }
        }
    }

    private func writeJobs(_ writer: inout JSONWriter) {
        writer.key("claimed")
        writer.array { writer in
            for activity in snapshot.activities {
                writer.object { writer in
                    writer.member("job", activity.job.rawValue)
                    write(activity.path, &writer)
                    writer.member("lane", activity.lane)
                    writer.member("attempt", activity.attempt)
                    writer.member("since", activity.since.description)
                }
            }
        }
        writer.key("retrying")
        writer.array { writer in
            for waiting in snapshot.waiting.prefix(StatusFacts.longestList) {
                writer.object { writer in
                    writer.member("job", waiting.job.id.rawValue)
                    write(waiting.job.path, &writer)
                    writer.member("dueAt", wall(waiting.due))
                    writer.member("reason", waiting.reason)
                }
            }
        }
    }

    /// Files of the inbox with their states; queued ones in the order in which they will be taken.
    private func writeFiles(_ writer: inout JSONWriter) {
        writer.key("inbox")
        writer.array { writer in
            for (index, job) in snapshot.ready.enumerated() {
                let entry = InboxEntry(
                    path: job.path, state: .queued, since: clock.wall(job.since), position: index + 1)
                entry.write(to: &writer)
            }
            let superseded = snapshot.supersededPaths.lazy.map { InboxEntry(path: $0, state: .superseded) }
            let others =
                (Array(facts.blocked.keys.prefix(StatusFacts.longestList))
                + facts.table.unsettled.prefix(StatusFacts.longestList)).lazy.compactMap { facts.entry($0, clock) }
            // Only so many are looked at, and then put in order: there may be very many.
            for entry in (Array(superseded) + others).prefix(StatusFacts.longestList).sorted(by: { $0.path < $1.path })
            {
                entry.write(to: &writer)
            }
        }
    }

    private func writeSights(_ writer: inout JSONWriter) {
        writer.key("ignored")
        writer.array { writer in
            for (path, sight) in facts.sights.sights.prefix(StatusFacts.longestList).sorted(by: { $0.key < $1.key }) {
                writer.object { writer in
                    write(path, &writer)
                    writer.member("reason", sight.description)
                }
            }
        }
    }

    private func write(_ path: RelativePath, _ writer: inout JSONWriter) {
        RecordedName.writeMembers(of: RecordedName(bytes: path.bytes), into: &writer)
    }

    private func wall(_ instant: MonotonicInstant) -> String? { clock.wall(instant)?.description }
}

extension StatusRecord {
    /// The same figures for Prometheus' textfile collector (text format 0.0.4).
    var metrics: String {
        var lines: [String] = []
        func metric(_ name: String, _ type: String, _ help: String, _ samples: [(labels: String, value: Int)]) {
            lines.append("# HELP ocrspool_\(name) \(help)")
            lines.append("# TYPE ocrspool_\(name) \(type)")
            lines += samples.map { "ocrspool_\(name)\($0.labels) \($0.value)" }
        }
        let tallies = snapshot.tallies
        metric("results_total", "counter", "Results published.", [("", tallies.published)])
        let buried = tallies.buried.sorted { $0.key.rawValue < $1.key.rawValue }
        metric(
            "dead_letters_total", "counter", "Jobs dead-lettered, by code.",
            buried.map { ("{code=\"\($0.key.rawValue)\"}", $0.value) })
        metric(
            "superseded_frames_total", "counter", "Frames that a newer one of their stream made superfluous.",
            [("", tallies.superseded)])
        metric(
            "vanished_images_total", "counter", "Images that left the inbox before this worker took them.",
            [("", tallies.vanished)])
        metric("failed_attempts_total", "counter", "Attempts that failed.", [("", tallies.failedAttempts)])
        metric(
            "files", "gauge", "Files and jobs, by state.", counts.map { ("{state=\"\($0.0)\"}", $0.1) })
        metric("paused", "gauge", "Whether the worker is paused.", [("", snapshot.pause == nil ? 0 : 1)])
        metric(
            "watch_events", "gauge", "Whether changes are seen by events.", [("", facts.watch.usesEvents ? 1 : 0)])
        metric("watch_overflows_total", "counter", "Overflows of the event queue.", [("", facts.watch.overflows)])
        return lines.joined(separator: "\n") + "\n"
    }
}
