internal import LinuxSupport
internal import Spool

/// Finds images of which nothing is left in the spool: withdrawn by their producer, or their outcome taken away by
/// somebody else. Twice, two seconds or more apart, they must be neither in the inbox nor in work.
struct SubmissionDoubts {
    static let interval = Duration.seconds(2)
    /// Images that are looked for at a time; the others have their turn later.
    static let portion = 1000

    let places: SpoolPlaces
    private var doubted: Set<Int> = []

    init(_ places: SpoolPlaces) { self.places = places }

    /// - Returns: those of which nothing was found for the second time. Their outcomes are to be looked for once more,
    ///   for they may have come out since.
    mutating func examine(_ images: [(number: Int, ticket: Ticket)]) -> [Int] {
        var missing = images.filter { !isInInbox($0.ticket.path) }
        if !missing.isEmpty {
            // A user who cannot see what is in work is told that it is.
            let workers = (try? Spool(path: places.path)).flatMap { spool in try? spool.workers() }
            let paths = workers.map { Set($0.flatMap { $0.jobs.map(\.claim.source.path) }) }
            missing = missing.filter { paths?.contains($0.ticket.path) == false }
        }
        let numbers = Set(missing.map(\.number))
        let confirmed = numbers.intersection(doubted)
        doubted.subtract(images.map(\.number))
        doubted.formUnion(numbers.subtracting(confirmed))
        return confirmed.sorted()
    }

    private func isInInbox(_ path: RelativePath) -> Bool {
        guard let name = path.name else { return true }
        do throws(SystemCallError) {
            return try places.root.subdirectory(SpoolLayout.inbox).descendant(path.parent).contains(name)
        } catch {
            return !error.isMissing
        }
    }
}
