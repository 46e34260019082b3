import Foundation
import LinuxSupport
import StrictJSON
import TestSupport
import Testing

@Suite("Reports: what the status and the log say")
struct WordReports {
    @Test("P10 the status names the limit that keeps the worker from watching")
    func limitInStatus() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--allow-root"], through: EventReports.withoutInstances)
        try spool.drop(try Picture.line(), as: "a.png")
        _ = try await worker.result(of: "a.png")
        try await worker.wait(forStatus: "the limit's name") { status in
            status.at("intake", "reason")?.string?.contains("fs.inotify.max_user_instances") == true
        }
    }

    @Test("P10 the limit is told once, however often the watcher is started again")
    func limitToldOnce() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--allow-root"], through: EventReports.withoutInstances)
        try await worker.wait(forStatus: "three starts") { ($0.at("intake", "watcherRestarts")?.int ?? 0) >= 2 }
        let warnings = try worker.log.filter { $0["level"]?.string == "warning" }
        #expect(warnings.count <= 2, "\(worker.logText)")
    }

    @Test("M02 the status tells soon of what a look at the whole inbox has found to be ignored")
    func ignoredFolderInStatus() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--rescan", "1"])
        try await worker.watching()
        try spool.makeFolder(".trash")
        try await worker.wait(for: "a look") { try worker.log.contains { $0["path"]?.string == ".trash" } }
        try await worker.wait(forStatus: "ignored") { $0.listed("ignored", ".trash") != nil }
    }
}
