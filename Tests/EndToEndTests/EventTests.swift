import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("Events, and doing without")
struct EventTests {
    @Test("with events switched off the inbox is polled, and the status says so")
    func switchedOff() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--events", "off"])
        try await worker.wait(forStatus: "polling") { $0.at("intake", "mode")?.string == "polling" }
        try spool.drop(try Picture.line(), as: "a.png")
        _ = try await worker.result(of: "a.png")
        #expect(try worker.status?.at("intake", "reason")?.string == "events are switched off")
        #expect(worker.watcher == nil)
    }

    @Test("without the watch program the inbox is polled, and the log says so")
    func noProgram() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--watch-program", spool.directory.path("nothing")])
        try spool.drop(try Picture.line(), as: "a.png")
        _ = try await worker.result(of: "a.png")
        try await worker.wait(forStatus: "polling") { status in
            status.at("intake", "mode")?.string == "polling" && status.at("intake", "reason")?.string?.isEmpty == false
        }
        #expect(worker.logText.contains("ocrspool-watch"))
    }

    @Test("a watcher that is killed is started again, and an image that came meanwhile is seen")
    func killedWatcher() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try await worker.watching()
        let watcher = try #require(worker.watcher)
        kill(watcher.id, SIGKILL)
        try spool.drop(try Picture.line(tag: "a"), as: "a.png")
        _ = try await worker.result(of: "a.png", within: .seconds(10))
        try await worker.wait(forStatus: "another watcher") { status in
            status.at("intake", "watcherRestarts")?.int == 1 && status.at("intake", "mode")?.string == "events"
        }
        #expect(worker.watcher.map { $0.id != watcher.id } == true)
        try spool.drop(try Picture.line(tag: "b"), as: "b.png")
        _ = try await worker.result(of: "b.png", within: .seconds(10))
    }
}
