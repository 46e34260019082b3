internal import CLinux
internal import Glibc

/// A running child process, leader of its own process group.
///
/// It never outlives its owner and leaves no zombie: `deinit` kills the group and reaps. The kernel kills it as well
/// when the *thread* that called `init` ends (PR_SET_PDEATHSIG), so that thread must live as long as the child; with
/// that, it dies even if this process is killed.
///
/// States: running, ended (a zombie that keeps its number), reaped. Only `reap` and `deinit` move it to the last.
package final class ChildProcess {
    /// Of the child and of its group; meaningless once the child is reaped.
    package let processID: Int32
    private let handle: FileDescriptor
    private var status: ExitStatus?

    /// Starts `launch` (fork, execve) and returns when the program runs.
    /// - Throws: The call that failed, in this process or between fork and exec; no process is left then.
    package init(_ launch: ChildLaunch) throws(SystemCallError) {
        let process = try Self.spawn(launch)
        let raw = linux_pidfd_open(process)
        guard raw >= 0 else {
            let error = SystemCallError.last("pidfd_open")
            _ = Self.killAndReap(process)
            throw error
        }
        processID = process
        handle = FileDescriptor(taking: raw)
    }

    deinit {
        if status == nil { _ = Self.killAndReap(processID) }
    }

    /// Readable once the process has ended (pidfd_open(2)); to poll.
    package var endedRawValue: Int32 { handle.rawValue }

    /// Sends a signal to every process of the group; nothing happens once the child is reaped.
    package func kill(_ signal: Int32) {
        // ESRCH: everybody is gone already. EPERM: nobody in the group may be signalled, so nobody is ours.
        if status == nil { _ = Glibc.kill(-processID, signal) }
    }

    /// Whether the process has ended, reaped or not.
    package var hasEnded: Bool { status != nil || linux_has_ended(processID) != 0 }

    /// How the process ended, without waiting; `nil` while it runs.
    ///
    /// What is left of its group is killed first, while the zombie still keeps the group's number from being reused.
    /// - Throws: ECHILD if somebody else reaped it.
    package func reap() throws(SystemCallError) -> ExitStatus? {
        if let status { return status }
        switch linux_has_ended(processID) {
        case 0: return nil
        case 1:
            guard let ended = Self.killAndReap(processID) else { throw SystemCallError.last("waitpid") }
            status = ended
            return ended
        default: throw SystemCallError.last("waitid")
        }
    }

    /// How the process ended, waiting until `deadline`; `nil` if it still runs then.
    package func reap(until deadline: MonotonicInstant) throws(SystemCallError) -> ExitStatus? {
        if status == nil { _ = try Poller.wait(for: [Poller.Interest(handle.rawValue)], until: deadline) }
        return try reap()
    }

    /// Kills the group and waits for the child's end, which SIGKILL brings even to a stopped process.
    package func killAndReap() throws(SystemCallError) -> ExitStatus {
        if let status { return status }
        guard let ended = Self.killAndReap(processID) else { throw SystemCallError.last("waitpid") }
        status = ended
        return ended
    }

    private static func killAndReap(_ process: Int32) -> ExitStatus? {
        _ = Glibc.kill(-process, SIGKILL)
        var code: Int32 = 0
        var signal: Int32 = 0
        guard unsafe linux_reap(process, &code, &signal) == 0 else { return nil }
        return signal != 0 ? .signaled(signal) : .exited(code)
    }
}
