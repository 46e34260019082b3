import Foundation
import Glibc
import StrictJSON
import TestSupport
import Testing

@Suite("Reports: more files than events")
struct ManyFilesReports {
    @Test(
        "P11 of nine thousand files that come while the worker stands still each has its outcome, and one overflow is told",
        .enabled(if: SlowTests.areWanted))
    func stoppedWorker() async throws {
        // In memory where that can be had, for nine thousand outcomes are flushed to the disk.
        let spool = try await TestSpool(onFileSystemOf: SmallFileSystem.isPossible ? 512 << 20 : nil)
        let options = ["--rescan", "3600", "--children", "2", "--pairing", "0", "--log-level", "info"]
        let worker = try TestWorker(spool, options)
        try await worker.watching()
        let watcher = try #require(worker.watcher)
        for process in [worker.processID, watcher.id] { kill(process, SIGSTOP) }
        try await worker.wait(for: "a stopped worker") {
            [worker.processID, watcher.id].allSatisfy { ProcessTable.living($0)?.state == "T" }
        }
        // Each hundredth is a picture; of the others it need only be said that they are none.
        let pictures = Set(stride(from: 100, through: 9000, by: 100))
        for number in 1...9000 {
            let isPicture = pictures.contains(number)
            let bytes = isPicture ? try Picture.line(tag: String(number)) : Array("file \(number)".utf8)
            try spool.write(bytes, to: "\(number).png")
        }
        for process in [worker.processID, watcher.id] { kill(process, SIGCONT) }
        try await worker.wait(for: "nine thousand outcomes", within: .seconds(240)) {
            try worker.status?.at("totals", "published")?.int == 90
                && worker.status?.at("totals", "deadLettered")?.int == 8910
        }
        try await worker.rest()
        #expect(try worker.status?.at("intake", "overflows")?.int == 1)
        #expect(Set(spool.outboxFiles) == Set(pictures.map { "\($0).png.json" }))
        #expect(spool.deadLetterFiles.count { $0.hasSuffix("/error.json") } == 8910)
        #expect(spool.archiveFiles.count == 90)
    }
}
