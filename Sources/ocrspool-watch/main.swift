// SPDX-License-Identifier: GPL-2.0-only

import Glibc

/// The arguments after the program's name, as the bytes they are.
func argumentBytes() -> [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
        guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
        return unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
    }
}

func say(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
}

/// Makes SIGTERM and SIGINT end the program with status 0, and a write without a reader an error.
func arrangeSignals() {
    signal(SIGPIPE, SIG_IGN)
    var ending = sigset_t()
    unsafe sigemptyset(&ending)
    for number in [SIGTERM, SIGINT] {
        signal(number) { _ in _exit(0) }
        unsafe sigaddset(&ending, number)
    }
    // A parent may start us from a thread that blocks them.
    unsafe sigprocmask(SIG_UNBLOCK, &ending, nil)
}

/// Watches and returns the exit status, when it is over.
func watch(root: [UInt8], depth: Int) -> Int32 {
    arrangeSignals()
    do {
        var watcher = try TreeWatcher(root: root, depth: depth)
        try watcher.run()
    } catch .readerGone {
        return 0
    } catch {
        var batch = RecordBatch()
        batch.append(error: Array(error.message.utf8))
        try? RecordOutput.write(&batch)
        say("ocrspool-watch: \(error.message)\n", to: 2)
        return 1
    }
}

do {
    switch try Options(arguments: argumentBytes()) {
    case .help: say(Options.helpText, to: 1)
    case .version: say(Options.versionText, to: 1)
    case .watch(let root, let depth): exit(watch(root: root, depth: depth))
    }
} catch {
    say("ocrspool-watch: \(error.message); see ocrspool-watch --help\n", to: 2)
    exit(2)
}
