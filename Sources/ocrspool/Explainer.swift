internal import LinuxSupport
internal import Spool
internal import StrictJSON
internal import Worker

/// Looks for a file through the whole spool, in the order of a job's life.
struct Explainer {
    private let places: SpoolPlaces
    /// Empty for a user who may not see them.
    private let workers: [WorkerStatus]
    let seesWorkers: Bool

    init(_ places: SpoolPlaces) throws(CommandError) {
        self.places = places
        let found = (try? Spool(path: places.path)).flatMap { spool in try? spool.workers() }
        seesWorkers = found != nil
        workers = (found ?? []).map(WorkerStatus.init)
    }

    /// All that is known of `path`, and, if it is the name of a result or a request, of its image.
    func explain(_ path: RelativePath) throws(CommandError) -> [Explanation] {
        let found = try explainExactly(path)
        guard let name = path.name, name.hasSuffix(".json"), let image = FileName(Array(name.bytes.dropLast(5))) else {
            return found
        }
        return found + (try explainExactly(path.replacingName(image)))
    }

    private func explainExactly(_ path: RelativePath) throws(CommandError) -> [Explanation] {
        let search = OutcomeSearch(
            outbox: try places.open(SpoolLayout.outbox), deadLetter: try places.open(SpoolLayout.deadLetter), path: path
        )
        let outcomes = try calling { () throws(SystemCallError) in try search.outcomes() }
        return [try inbox(path)].compactMap { $0 } + jobs(path)
            + outcomes.filter { $0.kind == .deadLetter }.map(deadLetter)
            + outcomes.filter { $0.kind == .result }.map(result) + archived(path)
    }

    // MARK: - Inbox

    private func inbox(_ path: RelativePath) throws(CommandError) -> Explanation? {
        guard let name = path.name else { return nil }
        let place = places.absolute(SpoolLayout.inbox, path)
        let status: FileStatus?
        do throws(SystemCallError) {
            status = try places.root.subdirectory(SpoolLayout.inbox).descendant(path.parent).status(name)
        } catch {
            if error.isMissing || error.isNoDirectory { return nil }
            throw CommandError(error)
        }
        guard let status else { return nil }
        if let (passed, rule) = WorkerStatus.ignoreRules(of: workers).match(path) {
            let what = passed == path ? "its name" : "the folder \(passed.display)"
            return Explanation(
                .ignored, "it is passed over for \(what) (\(rule)); rename it to have it read", place: place)
        }
        switch status.kind {
        case .regular: return waiting(path, place)
        case .directory:
            return Explanation(.folder, "it is a folder; the images in it are read one by one", place: place)
        case .symbolicLink:
            return Explanation(
                .notRegular, "it is a symbolic link, which is never followed; drop the image itself", place: place)
        case .other:
            return Explanation(
                .notRegular, "it is no regular file and never opened; drop the image itself", place: place)
        }
    }

    private func waiting(_ path: RelativePath, _ place: [UInt8]) -> Explanation {
        let living = workers.filter(\.view.isAlive)
        for worker in living {
            guard let file = worker.inboxFile(path) else { continue }
            var explanation = seen(file, by: worker, place)
            explanation.worker = worker.view.id
            explanation.dueAt = file.dueAt
            return explanation
        }
        guard seesWorkers else {
            return Explanation(.unseen, "it waits in the inbox; as this user one cannot see for what", place: place)
        }
        guard let worker = living.first else {
            return Explanation(
                .unseen, "it waits, and no worker runs on this spool; start one: ocrspool worker", place: place)
        }
        if path.name?.hasSuffix(".json") == true {
            return Explanation(.request, "it is the request of an image, and is taken with it", place: place)
        }
        var explanation = Explanation(
            .unseen, "no worker has it on its list yet\(pause(of: worker)); the inbox is looked at again at dueAt",
            place: place)
        explanation.dueAt = worker.nextScanAt
        return explanation
    }

    private func seen(
        _ file: WorkerStatus.InboxFile, by worker: WorkerStatus, _ place: [UInt8]
    ) -> Explanation {
        let due = file.dueAt.map { "; looked at again at \($0)" } ?? ""
        switch file.state {
        case "queued":
            let position = file.position.map { ", number \($0) of \(worker.count("queued"))" } ?? ""
            return Explanation(
                .queued, "it is complete and waits for its turn\(position)\(pause(of: worker))", place: place)
        case "awaitingRequest":
            return Explanation(
                .awaitingRequest, "it is complete, and its request may still come\(until(file.dueAt))", place: place)
        case "orphanRequest":
            return Explanation(
                .orphanRequest, "it is a request, and there is no image for it\(until(file.dueAt))", place: place)
        default:
            return Explanation(
                .arriving, "it is not held to be complete: \(file.reason ?? "it is still changing")\(due)", place: place
            )
        }
    }

    private func until(_ time: Timestamp?) -> String { time.map { ", until \($0)" } ?? "" }

    private func pause(of worker: WorkerStatus) -> String {
        worker.pauseMessage.map { "; the worker is paused: \(DisplayText.escaped($0))" } ?? ""
    }

    // MARK: - Later

    private func jobs(_ path: RelativePath) -> [Explanation] {
        workers.flatMap { worker in
            worker.view.jobs.filter { $0.claim.source.path == path || $0.claim.request?.path == path }.map { job in
                var explanation = explain(job, of: worker)
                explanation.worker = worker.view.id
                explanation.job = job.claim.id.rawValue
                return explanation
            }
        }
    }

    private func explain(_ job: JobView, of worker: WorkerStatus) -> Explanation {
        let place = places.absolute(
            SpoolLayout.working,
            RelativePath([FileName(worker.view.id), FileName(job.claim.id.rawValue)].compactMap { $0 }))
        guard worker.view.isAlive else {
            return Explanation(
                .working, "a worker had it and is gone; the next worker that starts or looks takes it over",
                place: place)
        }
        if let time = job.notBefore {
            let last = job.attempts.last { $0.code != nil }
            var explanation = Explanation(
                .retrying,
                "\(attempts(job)) failed (\(last?.code?.rawValue ?? "unknown")): \(clause(last?.message)); "
                    + "it is tried again at \(time)", place: place)
            explanation.dueAt = time
            explanation.code = last?.code?.rawValue
            return explanation
        }
        let number = job.attempts.count
        let stage = number == 0 ? "it is about to be read" : "it is being read, attempt \(number)"
        return Explanation(.working, "\(stage)\(pause(of: worker))", place: place)
    }

    /// A message of a record as a part of a sentence.
    private func clause(_ message: String?) -> String {
        let text = DisplayText.escaped(message ?? "no reason is known")
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    private func attempts(_ job: JobView) -> String {
        job.attempts.count == 1 ? "one attempt" : "\(job.attempts.count) attempts"
    }

    private func deadLetter(_ outcome: Outcome) -> Explanation {
        let code = outcome.code ?? "unknown"
        var explanation = Explanation(
            .deadLetter,
            "it failed (\(DisplayText.escaped(code))): \(clause(outcome.message)); "
                + "to try again: ocrspool retry \(outcome.path.display)",
            place: places.absolute(SpoolLayout.deadLetter, outcome.path))
        explanation.code = code
        explanation.job = outcome.record["id"]?.string
        return explanation
    }

    private func result(_ outcome: Outcome) -> Explanation {
        let time = outcome.record["completedAt"]?.string.map { " at \(DisplayText.escaped($0))" } ?? ""
        var explanation = Explanation(
            .done, "it was read\(time)", place: places.absolute(SpoolLayout.outbox, outcome.path))
        explanation.job = outcome.record["id"]?.string
        return explanation
    }

    /// What a user may not see is not told.
    private func archived(_ path: RelativePath) -> [Explanation] {
        guard let name = path.name,
            let folder = try? places.root.subdirectory(SpoolLayout.archive).descendant(path.parent),
            let entries = try? folder.entries()
        else { return [] }
        let own = entries.filter { entry in
            entry == name
                || JobID(ending: entry.bytes).map { OutcomeName.withJob(name, $0, suffix: "") == entry } == true
        }
        return own.filter { (try? folder.status($0))?.kind == .regular }.map { entry in
            Explanation(
                .archived, "the image was put away after its result was durable",
                place: places.absolute(SpoolLayout.archive, path.parent.appending(entry)))
        }
    }
}
