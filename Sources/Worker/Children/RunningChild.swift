internal import Glibc
internal import LinuxSupport

/// A child that was started, the socket to it, and what it says on standard error.
///
/// Bound to the thread that made it: the kernel kills the child when that ends.
final class RunningChild {
    let process: ChildProcess
    let socket: FrameSocket
    private let errorPipe: Pipe
    private var errorPipeEnded = false
    private(set) var standardError = StandardErrorTail()

    init(_ program: ChildProgram) throws(SystemCallError) {
        let (near, far) = try FrameSocket.pair(frameLimit: RecognizerProtocol.answerLimit)
        errorPipe = try Pipe()
        socket = near
        process = try ChildProcess(
            program.launch(socket: far.rawValue, standardError: errorPipe.writingRawValue))
        errorPipe.closeWritingEnd()
        // `far` closes here: the child has the only other end, so its death is an end of the stream.
    }

    /// What to poll: the socket, the process's end, and standard error while it has a writer.
    var interests: [Poller.Interest] {
        var interests = [
            Poller.Interest(socket.rawValue, writing: socket.hasOutgoing), Poller.Interest(process.endedRawValue),
        ]
        if !errorPipeEnded { interests.append(Poller.Interest(errorPipe.readingRawValue)) }
        return interests
    }

    /// What one look at the child shows.
    enum Sight {
        case frame([UInt8])
        /// It is gone, or must go.
        case gone(ChildLoss.Cause)
        case nothing
    }

    /// Looks, without waiting, whether the child has sent a frame or has ended. What it sent before its end comes first.
    func look() -> Sight {
        drainStandardError()
        let hasEnded = process.hasEnded
        do throws(FrameSocket.Failure) {
            try socket.flush()
            switch try socket.receive() {
            case .frame(let frame): return .frame(frame)
            case .ended: return .gone(.ended)
            case .incomplete: return hasEnded ? .gone(.ended) : .nothing
            }
        } catch {
            switch error {
            case .endedInsideFrame, .peerGone: return .gone(.ended)
            case .frameTooLarge(let announced, _): return .gone(.babbled("an answer of \(announced) bytes"))
            case .call(let call): return .gone(.babbled("what cannot be received (\(call))"))
            case .deadlinePassed: preconditionFailure("no deadline was given")
            }
        }
    }

    /// Takes one read's worth from standard error, so that the child can go on writing, whatever it writes.
    /// - Returns: Whether there may be more.
    @discardableResult
    func drainStandardError() -> Bool {
        switch try? errorPipe.read() {
        case .bytes(let part):
            standardError.append(part)
            return true
        case .nothing: return false
        case .ended, nil:
            errorPipeEnded = true
            return false
        }
    }

    /// Empties what a pipe can hold: what the child says from now on belongs to its next job.
    func forgetStandardError() {
        drainWholePipe()
        standardError.clear()
    }

    /// Ends the child, if it has not ended, and tells why it is gone.
    func lose(_ cause: ChildLoss.Cause) -> ChildLoss {
        var cause = cause
        var status: ExitStatus?
        if cause == .ended {
            // Its socket closes a moment before it can be reaped.
            status = (try? process.reap(until: .now + .seconds(1))) ?? nil
            if status == nil { cause = .closedConnection }
        }
        if status == nil { status = try? process.killAndReap() }
        drainWholePipe()
        return ChildLoss(cause, status: status, standardError: standardError)
    }

    /// Bounded, for a child may write faster than this reads: a pipe holds 64 KiB, or what fcntl(2) allows, 1 MiB.
    private func drainWholePipe() {
        for _ in 0..<16 {
            guard drainStandardError() else { return }
        }
    }
}
