import LinuxSupport
import Synchronization
import TestSupport

/// A producer of very many files, which writes them in place, one after the other, as fast as it can.
enum BulkProducer {
    /// Makes `count` files in the inbox, `scan-0.png` and so on, each with `bytes`.
    static func fill(_ spool: TestSpool, count: Int, with bytes: [UInt8]) async throws {
        let ending = Ending()
        let inbox = Array("\(spool.path)/inbox".utf8)
        let thread = try SystemThread {
            let trouble: String?
            do {
                try ProducerUser.become(ownerOf: inbox)
                for number in 0..<count { try ProducerDisk.write([bytes], to: inbox / Array(name(number).utf8)) }
                trouble = nil
            } catch {
                trouble = "\(error)"
            }
            ending.trouble.withLock { $0 = .some(trouble) }
        }
        _ = try await eventually(within: .seconds(600)) { ending.trouble.withLock { $0 != nil } }
        thread.join()
        if let trouble = ending.trouble.withLock({ $0 ?? nil }) { throw ProducerTrouble(description: trouble) }
    }

    /// The name of file `number`.
    static func name(_ number: Int) -> String { "scan-\(number).png" }

    /// How it went; nil while it has not ended.
    private final class Ending: Sendable {
        let trouble = Mutex<String??>(nil)
    }
}
