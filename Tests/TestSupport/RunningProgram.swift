import Glibc
import Synchronization

/// How a program ended.
package enum ProgramEnd: Equatable, Sendable {
    /// By `exit`, with this status.
    case exited(Int32)
    /// By this signal.
    case killed(signal: Int32)
}

/// A program that did not do in time what a test waits for, with what it had said until then.
package struct ProgramTimeout: Error, CustomStringConvertible {
    package let description: String
}

/// A real child program, its output collected.
///
/// Output is read only while a method of this type waits, so a program whose test does nothing fills its pipe and
/// stands still, as it would with a slow reader. The program leads a process group of its own; the whole group is
/// killed, and the program reaped, with the last reference to this value. Its standard input is `/dev/null`. No
/// descriptor of the tests reaches it, but for such as are not close-on-exec.
package final class RunningProgram: Sendable {
    /// The process, which is also its group.
    package let processID: Int32

    private struct State {
        var output: Collected
        var errors: Collected
        var end: ProgramEnd?
    }

    private struct Collected {
        var descriptor: Int32
        var bytes: [UInt8] = []
    }

    private let state: Mutex<State>

    /// Starts `executable`.
    /// - Parameters:
    ///   - executable: A path, or a name to be looked for in `PATH`.
    ///   - arguments: Without the program's own name, as bytes without NUL.
    ///   - environment: Added to the environment of the tests.
    ///   - directory: The working directory; that of the tests when nil. `env -C` goes there, so a program that cannot be
    ///     started then ends with status 127.
    /// - Throws: `SetUpError` when it cannot be started.
    package init(
        _ executable: String, arguments: [[UInt8]], environment: [String: String] = [:], in directory: String? = nil
    ) throws {
        let output = try Self.makePipe()
        let errors = try Self.makePipe()
        defer {
            close(output.writeEnd)
            close(errors.writeEnd)
        }
        let spawning = Spawning(
            executable: executable, arguments: arguments, environment: environment, directory: directory)
        do {
            processID = try spawning.start(output: output.writeEnd, errors: errors.writeEnd)
        } catch {
            close(output.readEnd)
            close(errors.readEnd)
            throw error
        }
        state = Mutex(
            State(output: Collected(descriptor: output.readEnd), errors: Collected(descriptor: errors.readEnd)))
    }

    /// Starts `executable` with arguments that are text.
    package convenience init(
        _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:],
        in directory: String? = nil
    ) throws {
        try self.init(
            executable, arguments: arguments.map { Array($0.utf8) }, environment: environment, in: directory)
    }

    deinit {
        state.withLock { state in
            if state.end == nil {
                kill(-processID, SIGKILL)
                var status: Int32 = 0
                unsafe waitpid(processID, &status, 0)
            }
            Self.closeEnd(of: &state.output)
            Self.closeEnd(of: &state.errors)
        }
    }

    /// What it has written to standard output so far.
    package var output: [UInt8] { collected { $0.output.bytes } }

    /// What it has written to standard error so far, as text.
    package var errorText: String { collected { String(decoding: $0.errors.bytes, as: UTF8.self) } }

    /// How it ended; nil while it runs, or is stopped.
    package var end: ProgramEnd? { collected { $0.end } }

    /// Sends `signal` to the program alone.
    package func send(_ signal: Int32) { kill(processID, signal) }

    /// Stops reading its standard output, as a reader that exits does.
    package func closeOutput() { state.withLock { Self.closeEnd(of: &$0.output) } }

    /// Waits until `condition` holds for what it has written to standard output.
    /// - Throws: `ProgramTimeout` when it ends first or `limit` passes.
    package func waitForOutput(within limit: Duration = patience, until condition: ([UInt8]) -> Bool) async throws {
        let wasMet = try await eventually(within: limit) {
            condition(output) || (end != nil && !condition(output))
        }
        guard wasMet, condition(output) else { throw timeout("output that was waited for did not come") }
    }

    /// Waits for the end of the program, reading what it writes.
    /// - Throws: `ProgramTimeout` when `limit` passes; the program then goes on running.
    package func waitForEnd(within limit: Duration = patience) async throws -> ProgramEnd {
        guard try await eventually(within: limit, { end != nil }), let end else { throw timeout("did not end") }
        return end
    }

    private func timeout(_ what: String) -> ProgramTimeout {
        let text = String(decoding: output.suffix(300), as: UTF8.self)
        return ProgramTimeout(
            description:
                "process \(processID): \(what); end: \(end as ProgramEnd?, default: "none"); output: \(text.debugDescription); errors: \(errorText.debugDescription)"
        )
    }

    private func collected<Value: Sendable>(_ value: (State) -> Value) -> Value {
        state.withLock { state in
            // Reaped before the last read: what a program wrote before its end is then in the pipe.
            if state.end == nil { state.end = Self.reap(processID) }
            Self.readWaiting(into: &state.output)
            Self.readWaiting(into: &state.errors)
            return value(state)
        }
    }

    private static func reap(_ processID: pid_t) -> ProgramEnd? {
        var status: Int32 = 0
        guard unsafe waitpid(processID, &status, WNOHANG) == processID else { return nil }
        let signal = status & 0x7f
        return signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal: signal)
    }

    private static func readWaiting(into collected: inout Collected) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while collected.descriptor >= 0 {
            let descriptor = collected.descriptor
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            collected.bytes += buffer.prefix(count)
        }
    }

    private static func closeEnd(of collected: inout Collected) {
        if collected.descriptor >= 0 { close(collected.descriptor) }
        collected.descriptor = -1
    }

    /// The read end does not block; neither end is inherited.
    private static func makePipe() throws -> (readEnd: Int32, writeEnd: Int32) {
        var ends: [Int32] = [-1, -1]
        guard unsafe CloseOnExec.pipe(&ends) == 0 else { throw SetUpError("pipe2", "") }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        return (ends[0], ends[1])
    }
}

/// A pipe is made close-on-exec by one call, since other tests start programs at the same time. The Glibc module
/// lacks `pipe2`, so it is looked up by its name.
private enum CloseOnExec {
    private typealias Pipe2 = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32

    @unsafe static func pipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
        let address = unsafe dlsym(nil, "pipe2")
        return unsafe unsafeBitCast(address, to: Pipe2.self)(ends, O_CLOEXEC)
    }
}
