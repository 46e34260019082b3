internal import LinuxSupport
internal import Spool
internal import StrictJSON
internal import Worker

/// Explains what became of images.
struct OutcomeExplainer {
    let scene: ExplainedScene

    func deadLetter(_ outcome: Outcome) -> Explanation {
        let code = outcome.code ?? "unknown"
        var explanation = Explanation(
            .deadLetter,
            "it failed (\(DisplayText.escaped(code))): \(clause(outcome.message)); "
                + "to try again: ocrspool retry \(outcome.path.display)",
            place: scene.places.absolute(SpoolLayout.deadLetter, outcome.path))
        explanation.code = code
        explanation.reason = outcome.message
        explanation.job = outcome.record["id"]?.string
        explanation.since = outcome.record["failedAt"]?.string.flatMap(Timestamp.init(_:))
        let attempts = outcome.record["attempts"]?.array?.count ?? 0
        explanation.attempt = attempts == 0 ? nil : attempts
        return explanation
    }

    func result(_ outcome: Outcome) -> Explanation {
        let time = outcome.record["completedAt"]?.string.flatMap(Timestamp.init(_:))
        var explanation = Explanation(
            .done, "it was read\(time.map { " at \($0)" } ?? ""), and this is the result",
            place: scene.places.absolute(SpoolLayout.outbox, outcome.path))
        explanation.job = outcome.record["id"]?.string
        explanation.since = time
        explanation.attempt = outcome.record["attempts"]?.int
        return explanation
    }

    /// What a user may not see is not told.
    func archived(_ path: RelativePath) -> [Explanation] {
        guard let name = path.name,
            let folder = try? scene.places.root.subdirectory(SpoolLayout.archive).descendant(path.parent)
        else { return [] }
        var own: [FileName] = []
        try? folder.forEachEntryWithKind { entry, kind in
            guard kind == .regular, entry == name || Self.isName(entry, of: name) else { return }
            own.append(entry)
        }
        return own.sorted().map { entry in
            var explanation = Explanation(
                .archived, "the original was put away after its outcome was durable",
                place: scene.places.absolute(SpoolLayout.archive, path.parent.appending(entry)))
            // A rename changes the times of the file's own record.
            explanation.since = (try? folder.status(entry)).flatMap {
                $0.map { Timestamp(unixMilliseconds: $0.changed / 1_000_000) }
            }
            explanation.job = JobID(ending: entry.bytes)?.rawValue
            return explanation
        }
    }

    private static func isName(_ entry: FileName, of image: FileName) -> Bool {
        JobID(ending: entry.bytes).map { OutcomeName.withJob(image, $0, suffix: "") == entry } == true
    }
}
