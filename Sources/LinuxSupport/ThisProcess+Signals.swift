internal import Glibc

extension ThisProcess {
    /// Ends the process by `signal`, as if nobody had blocked or handled it, so that a shell sees what happened. Only for
    /// signals that end a process.
    package static func end(by signal: Int32) -> Never {
        Glibc.signal(signal, SIG_DFL)
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, signal)
        kill(getpid(), signal)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        // Not reached where the signal ends the process.
        exit(128 + signal)
    }
}
