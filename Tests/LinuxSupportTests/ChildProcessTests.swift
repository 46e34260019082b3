import Glibc
import LinuxSupport
import Synchronization
import Testing

@Suite("ChildProcess")
struct ChildProcessTests {
    private func shell(_ script: String, pipe: Pipe? = nil) -> ChildLaunch {
        ChildLaunch(
            executable: "/bin/sh", arguments: ["sh", "-c", script], environment: ["PATH=/usr/bin:/bin"],
            descriptors: pipe.map { [.init($0.writingRawValue, as: 1)] } ?? [])
    }

    private func output(of script: String, changing change: (inout ChildLaunch) -> Void = { _ in }) throws -> String {
        let pipe = try Pipe()
        var launch = shell(script, pipe: pipe)
        change(&launch)
        let child = try ChildProcess(launch)
        pipe.closeWritingEnd()
        let bytes = try readToEnd(pipe)
        #expect(try child.reap(until: .now + .seconds(10)) == .exited(0))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("an exit status and a signal are told apart")
    func statuses() throws {
        let exited = try ChildProcess(shell("exit 3"))
        #expect(try exited.reap(until: .now + .seconds(10)) == .exited(3))
        let signaled = try ChildProcess(shell("kill -SEGV $$"))
        #expect(try signaled.reap(until: .now + .seconds(10)) == .signaled(SIGSEGV))
        #expect("\(ExitStatus.signaled(SIGSEGV))" == "was ended by SIGSEGV")
    }

    @Test("the child has its mapped descriptors, /dev/null for the other standard ones, and nothing inherited")
    func descriptors() throws {
        // Without O_CLOEXEC, as a careless library would leave it.
        let careless = unsafe open("/dev/zero", O_RDONLY)
        defer { close(careless) }
        let child = try ChildProcess(
            ChildLaunch(
                executable: "/bin/sleep", arguments: ["sleep", "600"], descriptors: [.init(careless, as: 7)]))
        let directory = "/proc/\(child.processID)/fd"
        let targets = try (["0", "1", "2", "7"]).map { number in
            try LinuxSupportTests.output(of: "/bin/readlink", ["\(directory)/\(number)"])
        }
        #expect(targets == ["/dev/null\n", "/dev/null\n", "/dev/null\n", "/dev/zero\n"])
        #expect(try LinuxSupportTests.output(of: "/bin/ls", [directory]) == "0\n1\n2\n7\n")
    }

    @Test("mappings may exchange two descriptors")
    func exchange() throws {
        let zero = unsafe open("/dev/zero", O_RDONLY | O_CLOEXEC)
        let full = unsafe open("/dev/full", O_RDONLY | O_CLOEXEC)
        defer {
            close(zero)
            close(full)
        }
        let text = try output(of: "readlink /proc/$$/fd/\(zero) /proc/$$/fd/\(full)") {
            $0.descriptors += [.init(zero, as: full), .init(full, as: zero)]
        }
        #expect(text == "/dev/full\n/dev/zero\n")
    }

    @Test("the environment, arguments and directory are the given ones and no others")
    func surroundings() throws {
        let text = try output(of: "tr '\\0' '\\n' </proc/$$/environ; echo \"$0|$1|$2\"; pwd") {
            $0.arguments += ["name", "a b", "ü"]
            $0.environment.append("LC_ALL=C.UTF-8")
            $0.directory = "/usr"
        }
        #expect(text == "PATH=/usr/bin:/bin\nLC_ALL=C.UTF-8\nname|a b|ü\n/usr\n")
    }

    @Test("limits hold, for the soft and the hard value, and no core is written")
    func limits() throws {
        let text = try output(of: "ulimit -Sv; ulimit -Hv; ulimit -Sc; ulimit -Hc; ulimit -Hn; ulimit -Ht") {
            $0.limits.addressSpace = 300 << 20
            $0.limits.descriptors = 32
            $0.limits.processorSeconds = 17
        }
        #expect(text == "307200\n307200\n0\n0\n32\n17\n")
    }

    @Test("the child leads its own group, gains no privileges, and has default signals, none of them blocked")
    func isolation() throws {
        // What this thread blocks and this process ignores, a careless fork would hand on.
        signal(SIGPIPE, SIG_IGN)
        var blocked = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&blocked)
        unsafe sigaddset(&blocked, SIGTERM)
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        let text = try output(of: "grep -E 'NoNewPrivs|SigBlk|SigIgn' /proc/self/status; ps -o pgid= -p $$; echo $$")
        let lines = text.split(separator: "\n").map(String.init)
        try #require(lines.count == 5)
        #expect(lines[0] == "SigBlk:\t0000000000000000")
        let ignored = try #require(UInt64(lines[1].dropFirst("SigIgn:\t".count), radix: 16))
        // Bits 31 and 32 are glibc's own signals, which it lets nobody change.
        #expect(ignored & ~(3 << 31) == 0)
        #expect(lines[2] == "NoNewPrivs:\t1")
        #expect(lines[3].drop { $0 == " " } == lines[4])
    }

    @Test("a program that is missing, a directory that is missing: the call and its error come back, no process stays")
    func failures() throws {
        let missing = #expect(throws: SystemCallError.self) {
            try ChildProcess(ChildLaunch(executable: "/nowhere/x", arguments: ["x"]))
        }
        #expect(missing == SystemCallError(call: "execve", subject: "/nowhere/x", code: ENOENT))
        let lost = #expect(throws: SystemCallError.self) {
            try ChildProcess(ChildLaunch(executable: "/bin/true", arguments: ["true"], directory: "/nowhere"))
        }
        #expect(lost == SystemCallError(call: "chdir", subject: "/bin/true", code: ENOENT))
    }

    @Test("a running child is not reaped; the deadline is kept; killing its group ends it")
    func deadline() throws {
        let child = try ChildProcess(shell("trap '' TERM; while :; do sleep 60; done"))
        #expect(try child.reap() == nil)
        let start = MonotonicInstant.now
        #expect(try child.reap(until: start + .milliseconds(50)) == nil)
        #expect(start.duration(to: .now) >= .milliseconds(50))
        child.kill(SIGKILL)
        #expect(try child.reap(until: .now + .seconds(10)) == .signaled(SIGKILL))
        #expect(try child.reap() == .signaled(SIGKILL))
    }

    @Test("a stopped child is killed all the same")
    func stopped() throws {
        let child = try ChildProcess(shell("kill -STOP $$"))
        #expect(try child.killAndReap() == .signaled(SIGKILL))
    }

    @Test("what a child leaves in its group dies with it")
    func group() throws {
        let pipe = try Pipe()
        let child = try ChildProcess(shell("sleep 600 & exit 0", pipe: pipe))
        pipe.closeWritingEnd()
        #expect(try child.reap(until: .now + .seconds(10)) == .exited(0))
        // The sleep holds the pipe: its end comes only when that is gone.
        #expect(try readToEnd(pipe) == [])
    }

    @Test("an owner that goes away takes the child along, zombie and descriptors included")
    func ownerGone() throws {
        let processID: Int32
        do {
            let child = try ChildProcess(shell("sleep 600"))
            processID = child.processID
        }
        // Neither running nor a zombie: the kernel knows no such process of ours.
        #expect(waitpid(processID, nil, WNOHANG) == -1 && errno == ECHILD)
        #expect(kill(processID, 0) == -1 && errno == ESRCH)
    }

    @Test("a child dies when the thread that started it ends")
    func launchingThreadGone() throws {
        struct Started: @unchecked Sendable { let child: ChildProcess? }  // handed over once, after the thread ended
        final class Box: Sendable { let value = Mutex(Started(child: nil)) }
        let box = Box()
        let launch = shell("sleep 600")
        try TestThread {
            let child = try? ChildProcess(launch)
            box.value.withLock { $0 = Started(child: child) }
        }.join()
        let child = try #require(box.value.withLock { $0.child })
        #expect(try child.reap(until: .now + .seconds(10)) == .signaled(SIGKILL))
    }
}
