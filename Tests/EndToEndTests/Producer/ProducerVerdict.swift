import LinuxSupport
import StrictJSON
import TestSupport

/// Compares what the producers have done with what came of it.
struct ProducerVerdict {
    private let account: ProducerLedger.Account
    private let outcomes: [FoundOutcome]
    /// Of all files that lie in the archive.
    private let archived: [String]
    private(set) var faults: [String] = []
    /// Requests of frames that were superseded, by their digests.
    private(set) var superseded: Set<String> = []
    private(set) var results = 0
    private(set) var deadLetters = 0

    init(_ account: ProducerLedger.Account, _ outcomes: [FoundOutcome], archived: [String]) {
        self.account = account
        self.outcomes = outcomes
        self.archived = archived
        faults = account.troubles
        judgeImages()
        judgeRequests()
        judgeOriginals()
        judgeIdentities()
    }

    var withdrawn: Int { account.images.count { !$0.isTaken } }

    // MARK: - Images

    /// Every outcome belongs to one image of the account, and every image that was taken has one.
    private mutating func judgeImages() {
        var candidates: [[UInt8]: [Int]] = [:]
        for (index, image) in account.images.enumerated() {
            for path in image.paths { candidates[path, default: []].append(index) }
        }
        var found = account.images.map { _ in [FoundOutcome]() }
        for outcome in outcomes where outcome.code != "image-missing" {
            let owners = (candidates[outcome.path] ?? []).filter { index in
                account.images[index].contents.contains { $0.sha256 == outcome.sha256 }
            }
            if owners.count == 1 {
                found[owners[0]].append(outcome)
            } else {
                let stories = (candidates[outcome.path] ?? []).map { account.images[$0].story }
                faults.append("\(shown(outcome)) is of no bytes that anybody dropped (\(stories))")
            }
        }
        for (image, found) in zip(account.images, found) { judge(image, found) }
    }

    private mutating func judge(_ image: DroppedImage, _ found: [FoundOutcome]) {
        let expected = image.isTaken ? 1 : 0
        if image.mayBeSuperseded, found.isEmpty {
            superseded.formUnion(image.requests.map(\.sha256))
        } else if found.count != expected {
            faults.append(
                "\(shown(image)): \(found.count) outcomes instead of \(expected): \(found.map { shown($0) })")
        }
        for outcome in found {
            if let fault = fault(of: outcome, image) {
                faults.append("\(shown(image)): \(fault): \(shown(outcome))")
            }
            if outcome.code == nil { results += 1 } else { deadLetters += 1 }
        }
    }

    private func fault(of outcome: FoundOutcome, _ image: DroppedImage) -> String? {
        if outcome.code == "image-changed" { return image.mayHaveChanged ? nil : "nobody changed it" }
        let request: ProducerRequest?
        if outcome.code == nil {
            let id = outcome.record["requestId"]?.string
            request = image.requests.first { $0.id == id }
            if id != nil, request == nil { return "with a request that is another's" }
        } else {
            request = image.requests.first { outcome.originals.contains($0.sha256) }
        }
        if request == nil, !image.mayLackRequest { return "without its request" }
        guard let content = image.contents.first(where: { $0.sha256 == outcome.sha256 }) else { return "other bytes" }
        return fault(of: outcome, content, request, image)
    }

    private func fault(
        of outcome: FoundOutcome, _ content: ProducerContent, _ request: ProducerRequest?, _ image: DroppedImage
    ) -> String? {
        let record = outcome.record
        if let request, !request.isValid { return outcome.code == "request-invalid" ? nil : "its request is not valid" }
        switch content.outcome {
        case .code(let code): if outcome.code != code { return "not \(code)" }
        case .text(let text): if record["text"]?.string != text { return "not its text" }
        }
        if record["requestId"]?.string != request?.id { return "another requestId" }
        let mark = record.at("metadata", "sent")?.string
        let defaults = request == nil ? image.defaults.first { $0.mark == mark } : nil
        if request == nil, defaults == nil, !image.defaults.isEmpty { return "metadata of other defaults" }
        if mark != request?.id ?? defaults?.mark { return "other metadata" }
        if outcome.code != nil { return nil }
        let priority = request?.priority ?? defaults?.priority ?? 5
        if record.at("request", "priority")?.int != priority { return "another priority" }
        return record["attempts"]?.int == 1 || image.mayHaveChanged ? nil : "read more than once"
    }

    // MARK: - Requests and originals

    /// A request that was not taken back was read with one image, or is a dead letter of its own.
    private mutating func judgeRequests() {
        let orphans = outcomes.filter { $0.code == "image-missing" }
        let missing = Set(orphans.flatMap(\.originals))
        let used = Set(outcomes.compactMap { $0.code == "image-missing" ? nil : $0.record["requestId"]?.string })
        let buried = Set(outcomes.filter { $0.code != nil && $0.code != "image-missing" }.flatMap(\.originals))
        for sent in account.requests {
            let isUsed = used.contains(sent.request.id) || buried.contains(sent.request.sha256)
            let isOrphan = missing.contains(sent.request.sha256)
            if superseded.contains(sent.request.sha256), !isUsed, !isOrphan { continue }
            if sent.isWithdrawn ? isUsed || isOrphan : isUsed == isOrphan {
                faults.append(
                    "\(sent.story): request \(sent.request.id)\(sent.isWithdrawn ? " was taken back and" : "") "
                        + "is used: \(isUsed), an orphan: \(isOrphan)")
            }
        }
        let known = Set(account.requests.map(\.request.sha256))
        for orphan in orphans where !orphan.originals.allSatisfy(known.contains) {
            faults.append("\(shown(orphan)) is no request of anybody")
        }
    }

    /// All bytes that were not taken back lie in the archive or the dead letter, once, and nothing else.
    private mutating func judgeOriginals() {
        var surplus: [String: Int] = [:]
        for sha256 in archived + outcomes.flatMap(\.originals) { surplus[sha256, default: 0] += 1 }
        for image in account.images where image.isTaken {
            if let last = image.contents.last { surplus[last.sha256, default: 0] -= 1 }
        }
        for sent in account.requests where !sent.isWithdrawn { surplus[sent.request.sha256, default: 0] -= 1 }
        for (sha256, count) in surplus where count != 0 {
            faults.append("\(count) originals too many: \(whose(sha256))")
        }
    }

    private mutating func judgeIdentities() {
        let ids = outcomes.compactMap { $0.record["id"]?.string }
        if Set(ids).count != outcomes.count { faults.append("job ids are used twice") }
    }

    // MARK: - Messages

    private func whose(_ sha256: String) -> String {
        let images = account.images.filter { $0.contents.contains { $0.sha256 == sha256 } }.map { shown($0) }
        let requests = account.requests.filter { $0.request.sha256 == sha256 }.map { "request \($0.request.id)" }
        return images.isEmpty && requests.isEmpty ? "\(sha256), of nobody" : "\(images + requests)"
    }

    private func shown(_ image: DroppedImage) -> String {
        "\(image.story), \(image.paths.map { DisplayText.escaped($0, limit: 60) })"
            + (image.isTaken ? "" : ", taken back")
    }

    private func shown(_ outcome: FoundOutcome) -> String {
        let record = outcome.record
        let what = outcome.code ?? "result \((record["text"]?.string ?? "").debugDescription)"
        return "\(outcome.place): \(what), job \(record["id"]?.string ?? ""), sha256 \(outcome.sha256 ?? "none"), "
            + "request \(record["requestId"]?.string ?? "none"), attempts "
            + "\(record["attempts"]?.int.map { "\($0)" } ?? "\(record["attempts"]?.array?.count ?? 0)"): "
            + "\(record["message"]?.string ?? "")"
    }
}
