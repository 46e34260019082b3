internal import LinuxSupport
internal import Spool
internal import Worker

/// Explains what a worker has taken.
struct JobExplainer {
    let scene: ExplainedScene

    /// The jobs of the image or the request at `path`.
    func explain(_ path: RelativePath) -> [Explanation] {
        scene.workers.flatMap { worker in
            worker.view.jobs.filter { $0.claim.source.path == path || $0.claim.request?.path == path }.map { job in
                var explanation = explain(job, of: worker)
                explanation.worker = worker.view.id
                explanation.job = job.claim.id.rawValue
                if !job.attempts.isEmpty { explanation.attempt = job.attempts.count }
                explanation.since = explanation.since ?? job.claim.receivedAt
                return explanation
            }
        }
    }

    private func explain(_ job: JobView, of worker: WorkerStatus) -> Explanation {
        let place = scene.places.absolute(
            SpoolLayout.working,
            RelativePath([FileName(worker.view.id), FileName(job.claim.id.rawValue)].compactMap { $0 }))
        guard worker.view.isAlive else {
            return Explanation(
                .working, "a worker had it and is gone; the next worker that starts or looks takes it over",
                place: place)
        }
        if job.claim.subject == .supersededFrame {
            return Explanation(
                .superseded, "a newer frame of its stream has come, and it is being put away unread", place: place)
        }
        if let time = job.notBefore { return retrying(job, time, place) }
        let pause = scene.pause(of: worker)
        guard let attempt = job.attempts.last, attempt.endedAt == nil else {
            return Explanation(.working, "it is taken, and about to be read\(pause)", place: place)
        }
        var explanation = Explanation(
            .working, "it is being read, attempt \(job.attempts.count)\(pause)", place: place)
        explanation.since = attempt.startedAt
        return explanation
    }

    private func retrying(_ job: JobView, _ time: Timestamp, _ place: [UInt8]) -> Explanation {
        let last = job.attempts.last { $0.code != nil }
        let attempts = job.attempts.count == 1 ? "one attempt" : "\(job.attempts.count) attempts"
        var explanation = Explanation(
            .retrying,
            "\(attempts) failed (\(last?.code?.rawValue ?? "unknown")): \(clause(last?.message)); "
                + "it is tried again at \(time)", place: place)
        explanation.since = last?.endedAt
        explanation.dueAt = time
        explanation.code = last?.code?.rawValue
        explanation.reason = last?.message
        return explanation
    }
}
