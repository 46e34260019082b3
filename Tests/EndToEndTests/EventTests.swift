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

    @Test("an image whose event was lost in an overflow is seen all the same, and the overflow is counted")
    func overflow() async throws {
        let limit = try #require(
            try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
                .split(separator: "\n").first.flatMap { Int($0) })
        try #require(limit <= 100_000, "overflowing so long a queue would take too long")
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--rescan", "3600"])
        try await worker.watching()
        let watcher = try #require(worker.watcher)
        kill(watcher.id, SIGSTOP)
        try await worker.wait(for: "a stopped watcher") { ProcessTable.living(watcher.id)?.state == "T" }
        // Each rename is two events.
        try spool.write([], to: ".0")
        for number in 0...(limit / 2) {
            try spool.directory.rename("spool/inbox/.\(number % 2)", to: "spool/inbox/.\((number + 1) % 2)")
        }
        try spool.drop(try Picture.line(), as: "a.png")
        kill(watcher.id, SIGCONT)
        _ = try await worker.result(of: "a.png")
        try await worker.wait(forStatus: "an overflow") { $0.at("intake", "overflows")?.int == 1 }
    }

    @Test("an inbox that is moved away and comes back is watched again")
    func inboxReplaced() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        _ = try await worker.warmUp()
        try spool.directory.rename("spool/inbox", to: "spool/inbox-away")
        try await worker.wait(for: "its word on it") { worker.logText.contains("the inbox cannot be read") }
        try spool.directory.makeDirectory("spool/inbox")
        try UnprivilegedUser.takeOver(spool.directory.path("spool/inbox"))
        try spool.drop(try Picture.line(tag: "back"), as: "a.png")
        _ = try await worker.result(of: "a.png")
        #expect(worker.program.end == nil)
    }
}
