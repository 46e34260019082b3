import Foundation
import Glibc
import LinuxSupport
import StrictJSON
import TestSupport
import Testing

@Suite("Reports: events that do not come, or are lost")
struct EventReports {
    /// Runs a worker where the kernel grants no inotify instance: in a user namespace, which has a limit of its own, so
    /// that no other program is kept from watching. In it the user is root, and no more than a user outside.
    static let withoutInstances = [
        "unshare", "-U", "-r", "sh", "-c", #"echo 0 > /proc/sys/user/max_inotify_instances && exec "$@""#, "sh",
    ]

    enum Obstacle: String, CaseIterable, Sendable {
        case switchedOff, noInstances

        var options: [String] { self == .switchedOff ? ["--events", "off"] : ["--allow-root"] }
        var launcher: [String] { self == .switchedOff ? [] : EventReports.withoutInstances }
    }

    @Test(
        "P08 without events a picture is taken within two looks, and the status says that they are looks",
        arguments: Obstacle.allCases)
    func polling(_ obstacle: Obstacle) async throws {
        let spool = try await TestSpool()
        let waits = ["--poll", "3000", "--rescan", "3600", "--settle", "100", "--pairing", "0"]
        let worker = try TestWorker(spool, obstacle.options + waits, through: obstacle.launcher)
        try await worker.wait(forStatus: "polling") { status in
            status.at("intake", "mode")?.string == "polling" && status.at("intake", "nextScanAt")?.string != nil
        }
        #expect(try worker.status?.at("intake", "reason")?.string?.isEmpty == false)
        let dropped = Timestamp.now
        try spool.drop(try Picture.line(), as: "a.png")
        _ = try await worker.result(of: "a.png")
        let claimed = try worker.time(of: "claimed", path: "a.png")
        #expect(claimed.unixMilliseconds - dropped.unixMilliseconds < 2 * 3000)
        #expect(try worker.status?.at("intake", "mode")?.string == "polling")
    }

    @Test("P09 on a network file system, which tells of no changes by others, the worker says so and polls")
    func networkFileSystem() async throws {
        let spool = try await TestSpool()
        let library = spool.directory.path("as-if-on-nfs.so")
        let source = Fixture.script("as-if-on-nfs.c")
        let compiler = try RunningProgram("clang", ["-shared", "-fPIC", "-o", library, source, "-ldl"])
        try #require(try await compiler.waitForEnd() == .exited(0), "\(compiler.errorText)")
        let worker = try TestWorker(spool, ["--rescan", "3600"], environment: ["LD_PRELOAD": library])
        try await worker.wait(for: "a warning") {
            try worker.log.contains { line in
                line["level"]?.string == "warning" && line["message"]?.string?.contains("NFS") == true
            }
        }
        try spool.drop(try Picture.line(), as: "a.png")
        _ = try await worker.result(of: "a.png")
        #expect(try worker.status?.at("intake", "mode")?.string == "polling")
        #expect(try worker.status?.at("intake", "reason")?.string?.contains("NFS") == true)
        #expect(worker.watcher == nil)
    }

    @Test("P10 where no inotify instance is left the worker names the limit, polls, and reads")
    func noInstances() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--allow-root"], through: Self.withoutInstances)
        try await worker.wait(for: "the limit's name") {
            try worker.log.contains { line in
                line["level"]?.string == "warning"
                    && line["message"]?.string?.contains("fs.inotify.max_user_instances") == true
            }
        }
        try spool.drop(try Picture.line(), as: "a.png")
        _ = try await worker.result(of: "a.png")
        try await worker.wait(forStatus: "polling, and not as it should be") { status in
            status.at("intake", "mode")?.string == "polling" && status.at("intake", "reason")?.string?.isEmpty == false
        }
        #expect(worker.program.end == nil)
        #expect(!worker.logText.contains("No space left"))
    }

    @Test("P12 of thirty pictures whose events were lost none waits for another event")
    func overflow() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--rescan", "3600", "--children", "2"])
        try await worker.watching()
        let watcher = try #require(worker.watcher)
        kill(watcher.id, SIGSTOP)
        try await worker.wait(for: "a stopped watcher") { ProcessTable.living(watcher.id)?.state == "T" }
        // Each rename is two events.
        try spool.write([], to: ".0")
        for number in 0...(try Self.queueLength() / 2) {
            try spool.directory.rename("spool/inbox/.\(number % 2)", to: "spool/inbox/.\((number + 1) % 2)")
        }
        let names = (1...30).map { "\($0).png" }
        for name in names { try spool.drop(try Picture.line(tag: name), as: name) }
        kill(watcher.id, SIGCONT)
        try await worker.wait(for: "thirty results") { spool.outboxFiles.count == 30 }
        try await worker.wait(forStatus: "an overflow") { $0.at("intake", "overflows")?.int == 1 }
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("P12 a picture whose event does not come at all waits no longer than for the next look")
    func rescan() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--rescan", "1"])
        try await worker.watching()
        let watcher = try #require(worker.watcher)
        kill(watcher.id, SIGSTOP)
        try await worker.wait(for: "a stopped watcher") { ProcessTable.living(watcher.id)?.state == "T" }
        try spool.drop(try Picture.line(), as: "a.png")
        _ = try await worker.result(of: "a.png")
        #expect(ProcessTable.living(watcher.id)?.state == "T")
    }

    @Test("P29 an inbox that is taken away and comes back is watched again, and the status tells of the time between")
    func inboxReplaced() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        _ = try await worker.warmUp()
        try spool.directory.rename("spool/inbox", to: "spool/inbox-away")
        try await worker.wait(for: "its word on it") { worker.logText.contains("the inbox cannot be read") }
        try await worker.wait(forStatus: "not as it should be") { $0.at("intake", "reason")?.string?.isEmpty == false }
        try spool.directory.makeDirectory("spool/inbox")
        try UnprivilegedUser.takeOver(spool.directory.path("spool/inbox"))
        try spool.drop(try Picture.line(tag: "back"), as: "a.png")
        _ = try await worker.result(of: "a.png")
        try await worker.wait(forStatus: "all well") { status in
            status.at("intake", "mode")?.string == "events" && status.at("intake", "reason")?.string == ""
        }
        #expect(worker.program.end == nil)
    }

    /// How many events the kernel keeps for a program that does not read them.
    static func queueLength() throws -> Int {
        let text = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        let length = try #require(text.split(separator: "\n").first.flatMap { Int($0) })
        try #require(length <= 100_000, "overflowing so long a queue would take too long")
        return length
    }
}
