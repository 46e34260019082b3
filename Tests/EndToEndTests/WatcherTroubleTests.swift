import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("Events: a watcher in trouble")
struct WatcherTroubleTests {
    /// Starts a worker whose watcher is the shell script `script`.
    private func worker(_ spool: TestSpool, watchedBy script: String, _ options: [String] = []) throws -> TestWorker {
        try spool.directory.write("#!/bin/sh\n\(script)\n", to: "watcher")
        try spool.directory.setMode(0o755, of: "watcher")
        return try TestWorker(spool, ["--watch-program", spool.directory.path("watcher")] + options)
    }

    /// Starts a worker whose watcher is the real one in a user namespace of its own, where the kernel grants less.
    private func worker(_ spool: TestSpool, limit: String, to value: Int) throws -> TestWorker {
        let program = try UnprivilegedUser.program("ocrspool-watch")
        let inner = #"echo \#(value) >/proc/sys/user/\#(limit) && exec "$0" "$@""#
        return try worker(
            spool, watchedBy: #"exec unshare --user --map-root-user sh -c '\#(inner)' \#(program) "$@""#)
    }

    @Test("without an inotify instance the inbox is polled, and the status names the kernel's limit")
    func noInstance() async throws {
        let spool = try await TestSpool()
        let worker = try worker(spool, limit: "max_inotify_instances", to: 0)
        try await worker.wait(for: "its word on it") {
            worker.logText.contains("no inotify instance is left: fs.inotify.max_user_instances is ")
        }
        try spool.drop(try Picture.line(), as: "a.png")
        _ = try await worker.result(of: "a.png")
        #expect(try worker.status?.at("intake", "mode")?.string == "polling")
    }

    @Test("with too few watches the inbox is polled beside events, and the status names the kernel's limit")
    func fewWatches() async throws {
        let spool = try await TestSpool()
        for name in ["a", "b", "c"] { try spool.makeFolder(name) }
        let worker = try worker(spool, limit: "max_inotify_watches", to: 2)
        try await worker.wait(forStatus: "which limit") { status in
            status.at("intake", "reason")?.string?.contains("fs.inotify.max_user_watches is ") == true
        }
        let shown = try await spool.run(["status", "--spool", spool.path])
        #expect(shown.output.contains(", sees changes by events and polls (2 not watched, first "), "\(shown.output)")
        for name in ["a/1.png", "b/2.png", "c/3.png"] { try spool.write(try Picture.line(tag: name), to: name) }
        for name in ["a/1.png", "b/2.png", "c/3.png"] { _ = try await worker.result(of: name) }
    }

    @Test(
        "a watcher that sends nonsense, ends at once or cannot be run is not relied on: the inbox is polled",
        arguments: [
            ("echo nonsense; printf 'more\\0nonsense\\0'; sleep 60", "ocrspool-watch ended: it sent something"),
            ("exit 1", "ocrspool-watch ended: it"), ("printf 'R\\0'; kill -9 $$", "ocrspool-watch ended: it"),
            ("exec /nonexistent", "ocrspool-watch ended: it"),
            ("head -c 100000 /dev/zero | tr '\\0' W; sleep 60", "ocrspool-watch ended: it sent something"),
        ])
    func broken(script: String, word: String) async throws {
        let spool = try await TestSpool()
        let worker = try worker(spool, watchedBy: script)
        try await worker.wait(for: "its word on it") {
            try worker.complaints.contains { $0.hasPrefix("polling the inbox: \(word)") }
        }
        try spool.drop(try Picture.line(), as: "a.png")
        _ = try await worker.result(of: "a.png")
        try await worker.wait(forStatus: "why") { status in
            status.at("intake", "reason")?.string?.hasPrefix("ocrspool-watch ended: it") == true
        }
        #expect(try worker.status?.at("intake", "mode")?.string == "polling")
    }

    @Test("a watcher that never stops talking keeps no image from being read")
    func chatterbox() async throws {
        let spool = try await TestSpool()
        let worker = try worker(
            spool, watchedBy: "printf 'R\\0'; while :; do printf 'Cnothing\\0Wa/b\\0Nc\\0Mc\\0Gc\\0T../x\\0'; done")
        try await worker.watching()
        try spool.drop(try Picture.line(), as: "a.png")
        _ = try await worker.result(of: "a.png")
        worker.program.send(SIGTERM)
        #expect(try await worker.end() == .exited(0))
    }

    @Test("a watcher whose program is removed goes on, and when it is killed the inbox is polled")
    func deletedProgram() async throws {
        let spool = try await TestSpool()
        try spool.directory.copy(from: try UnprivilegedUser.program("ocrspool-watch"), to: "watcher")
        try spool.directory.setMode(0o755, of: "watcher")
        let worker = try TestWorker(spool, ["--watch-program", spool.directory.path("watcher")])
        try await worker.watching()
        spool.directory.remove("watcher")
        try spool.drop(try Picture.line(tag: "a"), as: "a.png")
        _ = try await worker.result(of: "a.png")
        let watcher = try #require(worker.watcher)
        kill(watcher.id, SIGKILL)
        try await worker.wait(forStatus: "it cannot be started") { status in
            status.at("intake", "mode")?.string == "polling"
                && status.at("intake", "reason")?.string?.hasPrefix("ocrspool-watch cannot be started") == true
        }
        try spool.drop(try Picture.line(tag: "b"), as: "b.png")
        _ = try await worker.result(of: "b.png")
    }

    @Test("on a file system without events the worker polls, and says at the start and in the status which it is")
    func network() async throws {
        let spool = try await TestSpool()
        // As if the kernel had said so of every directory.
        try spool.directory.write(
            """
            #include <sys/vfs.h>
            int fstatfs(int descriptor, struct statfs *facts) {
                (void)descriptor;
                *facts = (struct statfs){.f_type = 0x6969};
                return 0;
            }
            """, to: "nfs.c")
        let library = spool.directory.path("nfs.so")
        let compiler = try RunningProgram("cc", ["-shared", "-fPIC", "-o", library, spool.directory.path("nfs.c")])
        try #require(try await compiler.waitForEnd() == .exited(0), "\(compiler.errorText)")
        let worker = try TestWorker(spool, in: ["env", "LD_PRELOAD=\(library)"])
        try await worker.wait(for: "a warning") {
            try worker.complaints == [
                "polling the inbox: the inbox is on NFS, where changes by other machines cause no events"
            ]
        }
        try spool.write(try Picture.line(), to: "a.png")
        _ = try await worker.result(of: "a.png")
        #expect(try worker.status?.at("intake", "mode")?.string == "polling")
        #expect(try worker.status?.at("intake", "reason")?.string?.contains("NFS") == true)
        #expect(worker.watcher == nil)
    }

    @Test(
        "a watcher that is stopped is noticed: the inbox is polled until it goes on", .enabled(if: SlowTests.areWanted))
    func stopped() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool, ["--rescan", "86400"])
        try await worker.watching()
        let watcher = try #require(worker.watcher)
        kill(watcher.id, SIGSTOP)
        try spool.drop(try Picture.line(tag: "a"), as: "a.png")
        _ = try await worker.result(of: "a.png", within: .seconds(60))
        try await worker.wait(forStatus: "why") { status in
            status.at("intake", "mode")?.string == "polling"
                && status.at("intake", "reason")?.string == "ocrspool-watch does not answer"
        }
        kill(watcher.id, SIGCONT)
        try await worker.wait(forStatus: "events again") { status in
            status.at("intake", "mode")?.string == "events" && status.at("intake", "reason")?.string == ""
        }
        #expect(try worker.status?.at("intake", "watcherRestarts")?.int == 0)
    }

    @Test("a watcher that stays stopped is replaced by another", .enabled(if: SlowTests.areWanted))
    func replaced() async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try await worker.watching()
        let watcher = try #require(worker.watcher)
        kill(watcher.id, SIGSTOP)
        try await worker.wait(for: "another watcher", within: .seconds(180)) {
            worker.watcher.map { $0.id != watcher.id } == true
        }
        try await worker.wait(forStatus: "events again") { status in
            status.at("intake", "mode")?.string == "events" && status.at("intake", "watcherRestarts")?.int == 1
        }
    }

    @Test("a watcher with nothing to tell says every five seconds that it is alive", .enabled(if: SlowTests.areWanted))
    func alive() async throws {
        let directory = try TemporaryDirectory()
        let program = try RunningProgram(BuiltProgram.path("ocrspool-watch"), [directory.path])
        try await program.waitForOutput { $0 == Array("R\0A\0A\0".utf8) }
    }
}
