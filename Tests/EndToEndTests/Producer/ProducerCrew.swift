import Glibc
import LinuxSupport
import Synchronization
import TestSupport

/// Some producers, each a thread, that fill the inbox of a spool until they are told to stop.
///
/// They do not run ahead of the workers: with a certain number of files in the inbox they wait, so that there is always
/// something to be disturbed and the end is never far.
final class ProducerCrew: Sendable {
    let ledger = ProducerLedger()
    private let threads: [SystemThread]
    private let conduct: Conduct

    private final class Conduct: Sendable {
        let isOver = Mutex(false)
        let ended = Mutex(0)
    }

    /// Files in the inbox beyond those that stay for good.
    private static let most = 30

    init(_ spool: TestSpool, count: Int, seed: UInt64) throws {
        try spool.directory.makeDirectory("outside")
        try UnprivilegedUser.takeOver(spool.directory.path("outside"))
        let conduct = Conduct()
        let ledger = ledger
        threads = try (0..<count).map { number throws(SystemCallError) in
            try SystemThread { Self.work(number, seed, spool, ledger, conduct) }
        }
        self.conduct = conduct
    }

    /// Has the producers end the stories that they are at, and waits for them.
    func end() async throws {
        conduct.isOver.withLock { $0 = true }
        _ = try await eventually(within: .seconds(120)) { conduct.ended.withLock { $0 } == threads.count }
        for thread in threads { thread.join() }
    }

    private static func work(
        _ number: Int, _ seed: UInt64, _ spool: TestSpool, _ ledger: ProducerLedger, _ conduct: Conduct
    ) {
        defer { conduct.ended.withLock { $0 += 1 } }
        let inbox = Array("\(spool.path)/inbox".utf8)
        do {
            try ProducerUser.become(ownerOf: inbox)
            var producer = try Producer(
                number: number, seed: seed, inbox: inbox, outside: Array(spool.directory.path("outside").utf8),
                ledger: ledger)
            while !conduct.isOver.withLock({ $0 }) {
                let waiting = spool.directory.files(below: Array("spool/inbox".utf8)).count
                guard waiting < most + ledger.account.leftovers.count else {
                    usleep(20_000)
                    continue
                }
                producer.tell()
            }
        } catch {
            ledger.enter { $0.troubles.append("producer \(number): \(error)") }
        }
    }
}
