internal import LinuxSupport
internal import Spool
internal import Worker

/// Puts into words what a worker has said of a file that waits in the inbox.
struct WordExplainer {
    let scene: ExplainedScene
    /// In which the file lies.
    let folder: DirectoryHandle

    func explain(_ word: WorkerWord, _ place: [UInt8]) throws(CommandError) -> Explanation {
        let entry = word.entry
        var explanation: Explanation
        switch entry.state {
        case .unexamined:
            explanation = Explanation(.arriving, "the worker has seen it, and comes to it in a moment", place: place)
        case .arriving: explanation = arriving(entry, place)
        case .awaitingRequest: explanation = try awaitingRequest(entry, word.worker, place)
        case .held: explanation = held(entry, word.worker, place)
        case .unreadable:
            explanation = Explanation(
                .unreadable,
                "the worker may not read it (\(clause(entry.reason)))\(again(entry)); let its user or group read it, "
                    + "or it goes to the dead letter in the end", place: place)
        case .blocked:
            explanation = Explanation(
                .blocked,
                "it is complete, but the worker may not move it out of its folder; give it the right to write there "
                    + "(mode 2770)\(scan(word.worker))", place: place)
        case .orphanRequest: explanation = try orphan(entry, place)
        case .queued: explanation = queued(word, place)
        case .superseded:
            explanation = Explanation(
                .superseded, "a newer frame of its stream has come; it is put away unread in a moment", place: place)
        }
        explanation.worker = word.worker.view.id
        explanation.seenAt = word.saidAt
        explanation.since = entry.since
        explanation.dueAt = entry.due
        explanation.reason = explanation.reason ?? entry.reason
        return explanation
    }

    private func arriving(_ entry: InboxEntry, _ place: [UInt8]) -> Explanation {
        let change = entry.change.map { " (last, \(DisplayText.escaped($0)))" } ?? ""
        let next = entry.due.map { "; looked at again at \($0)" } ?? "; looked at again with its next change"
        var explanation = Explanation(
            .arriving,
            "it is not held to be complete: \(clause(entry.reason ?? "it is still changing"))\(change)\(next)",
            place: place)
        explanation.lastChange = entry.change
        return explanation
    }

    private func awaitingRequest(
        _ entry: InboxEntry, _ worker: WorkerStatus, _ place: [UInt8]
    ) throws(CommandError) -> Explanation {
        let request = entry.path.name?.appending(".json")
        let isThere = try calling { () throws(SystemCallError) in try request.map(folder.contains) ?? false }
        let name = DisplayText.escaped(request?.bytes ?? [])
        let until = entry.due.map { ", until \($0)" } ?? ""
        let message: String
        if isThere {
            message = "it is complete, and its request \(name) is there and not whole yet\(until)"
        } else if entry.due != nil {
            message = "it is complete, and its request \(name) may still come\(until)"
        } else {
            message =
                "it is complete, and waits without end for its request \(name), for the worker is set to require one "
                + "(requireRequest); put one beside it, {} at the least"
        }
        return Explanation(.awaitingRequest, message, place: place)
    }

    private func held(_ entry: InboxEntry, _ worker: WorkerStatus, _ place: [UInt8]) -> Explanation {
        let broken = worker.brokenDefaults.first { entry.path.parent.isWithin($0.folder) }
        let why = broken.map {
            "the defaults in \($0.folder.appending(SpoolLayout.folderDefaults).display) are not valid: "
                + clause($0.message)
        }
        var explanation = Explanation(
            .held, "it is complete, but \(why ?? clause(entry.reason)); \(DefaultsExplainer.advice)", place: place)
        explanation.folder = broken?.folder
        explanation.reason = broken?.message
        return explanation
    }

    private func orphan(_ entry: InboxEntry, _ place: [UInt8]) throws(CommandError) -> Explanation {
        let until = entry.due.map { ", until \($0)" } ?? ""
        if let name = entry.path.name, let image = FileName(Array(name.bytes.dropLast(5))) {
            let path = entry.path.replacingName(image)
            let isTaken = scene.workers.flatMap(\.view.jobs).contains { $0.claim.source.path == path }
            let isRead = try scene.outcomes(of: path).isEmpty == false
            if isTaken || isRead {
                let what = isTaken ? "is in work" : "has its outcome"
                var explanation = Explanation(
                    .orphanRequest,
                    "it came too late: its image \(path.display) was taken without it and \(what); drop both again if it "
                        + "matters; it waits for another image of that name\(until)", place: place)
                explanation.reason = "it came too late"
                return explanation
            }
        }
        return Explanation(
            .orphanRequest,
            "it is a request, and there is no image for it\(until); then it goes to the dead letter", place: place)
    }

    private func queued(_ word: WorkerWord, _ place: [UInt8]) -> Explanation {
        let number = word.entry.position
        let queued = max(word.worker.count("queued"), number ?? 0)
        var message = "it is complete and waits for its turn"
        if let number { message += ", number \(number) of \(queued)" }
        let pause = scene.pause(of: word.worker)
        var explanation: Explanation
        if pause.isEmpty, let number, let wait = wait(for: number) {
            let at = (word.saidAt ?? .now).unixMilliseconds + wait
            message += ", \(Self.spoken(max(0, at - Timestamp.now.unixMilliseconds)))"
            explanation = Explanation(.queued, message, place: place)
            explanation.estimatedAt = Timestamp(unixMilliseconds: at)
        } else {
            explanation = Explanation(.queued, message + pause, place: place)
        }
        explanation.position = number.map { ($0, queued) }
        return explanation
    }

    /// Milliseconds until job `number` of the queue is begun, by what the last attempts of all workers took.
    private func wait(for number: Int) -> Int64? {
        let pace = scene.living.compactMap(\.attemptsPerMillisecond).reduce(0, +)
        return pace > 0 ? Int64(min(Double(number) / pace, 1e15)) : nil
    }

    /// `in about 3 min`.
    private static func spoken(_ milliseconds: Int64) -> String {
        switch (milliseconds + 500) / 1000 {
        case ...1: "in a moment"
        case let seconds where seconds < 100: "in about \(seconds) s"
        case let seconds where seconds < 6000: "in about \((seconds + 30) / 60) min"
        case let seconds: "in about \((seconds + 1800) / 3600) h"
        }
    }

    private func again(_ entry: InboxEntry) -> String { entry.due.map { "; tried again at \($0)" } ?? "" }

    private func scan(_ worker: WorkerStatus) -> String {
        worker.nextScanAt.map { "; tried again after the look at the inbox at \($0)" } ?? ""
    }
}
