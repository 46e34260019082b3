internal import CLinux
internal import Glibc

/// One end of a stream socket that carries frames: 4 bytes of length, little-endian, then the payload. A descriptor may
/// go with a frame (SCM_RIGHTS).
///
/// Nothing here waits except `send(_:until:)` and `receive(until:)`; the rest does what the kernel allows at once, for
/// an owner that polls several descriptors. Writing to a dead peer is an error, not a SIGPIPE.
package final class FrameSocket {
    /// Why the stream cannot go on. After any of these only closing is left.
    package enum Failure: Error, Hashable, Sendable {
        case call(SystemCallError)
        /// The peer announced a frame that is larger than agreed.
        case frameTooLarge(announced: Int, limit: Int)
        /// The peer went away in the middle of a frame.
        case endedInsideFrame(received: Int)
        /// The peer is gone; nothing more can be sent.
        case peerGone
        case deadlinePassed
    }

    /// What the stream holds now.
    package enum Reception: Hashable, Sendable {
        case frame([UInt8])
        /// No whole frame yet.
        case incomplete
        /// The peer closed its end between two frames.
        case ended
    }

    private let descriptor: FileDescriptor
    private let acceptsDescriptors: Bool

    private var incoming: FrameAssembly
    private var receivedDescriptor: FileDescriptor?

    private var outgoing: [UInt8] = []
    private var sent = 0
    private var attachment: SealedMemory?

    /// Takes over one end of a connected stream socket.
    /// - Parameters:
    ///   - frameLimit: The most payload bytes of one received frame.
    ///   - acceptsDescriptors: Where `false`, descriptors that a peer attaches are dropped by the kernel.
    package init(taking descriptor: consuming FileDescriptor, frameLimit: Int, acceptsDescriptors: Bool) {
        self.descriptor = descriptor
        incoming = FrameAssembly(limit: frameLimit)
        self.acceptsDescriptors = acceptsDescriptors
    }

    /// Takes over a socket that the parent process left at `number`.
    /// - Throws: EBADF or ENOTSOCK where it left none.
    package convenience init(
        inherited number: Int32, frameLimit: Int, acceptsDescriptors: Bool
    ) throws(SystemCallError) {
        switch linux_is_stream_socket(number) {
        case 1: break
        case 0: throw SystemCallError(call: "getsockopt", code: EPROTOTYPE)
        default: throw SystemCallError.last("getsockopt")
        }
        if linux_close_on_exec(number) != 0 { throw SystemCallError.last("fcntl(F_SETFD)") }
        self.init(
            taking: FileDescriptor(taking: number), frameLimit: frameLimit, acceptsDescriptors: acceptsDescriptors)
    }

    /// Two connected ends with the same limit; only the second one accepts descriptors.
    package static func pair(frameLimit: Int) throws(SystemCallError) -> (sender: FrameSocket, receiver: FrameSocket) {
        var ends: [Int32] = [-1, -1]
        if unsafe linux_socketpair(&ends) != 0 { throw SystemCallError.last("socketpair") }
        return (
            FrameSocket(taking: FileDescriptor(taking: ends[0]), frameLimit: frameLimit, acceptsDescriptors: false),
            FrameSocket(taking: FileDescriptor(taking: ends[1]), frameLimit: frameLimit, acceptsDescriptors: true)
        )
    }

    /// To poll, and to give to a child.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Whether bytes wait for the socket to take them; poll for writing then.
    package var hasOutgoing: Bool { sent < outgoing.count }

    // MARK: Sending

    /// Queues a frame behind what waits already, and sends what the kernel takes.
    /// - Parameter memory: Goes with the frame; no frame may be waiting when one is attached.
    package func send(_ payload: [UInt8], attaching memory: SealedMemory? = nil) throws(Failure) {
        precondition(memory == nil || !hasOutgoing, "a descriptor needs the beginning of the queue")
        outgoing.removeFirst(sent)
        sent = 0
        outgoing += FrameAssembly.frame(payload)
        attachment = memory
        try flush()
    }

    /// Sends what the kernel takes of what waits.
    package func flush() throws(Failure) {
        while hasOutgoing {
            let attached = attachment?.descriptor.rawValue ?? -1
            let count = unsafe outgoing.withUnsafeBytes { buffer in
                unsafe linux_send(descriptor.rawValue, buffer.baseAddress! + sent, buffer.count - sent, attached)
            }
            if count < 0 {
                switch errno {
                case EAGAIN: return
                case EPIPE, ECONNRESET: throw .peerGone
                default: throw .call(SystemCallError.last("sendmsg"))
                }
            }
            // The descriptor went with the first byte.
            attachment = nil
            sent += count
        }
        outgoing = []
        sent = 0
    }

    /// Sends a frame whole, waiting for the peer to take it.
    package func send(_ payload: [UInt8], until deadline: MonotonicInstant) throws(Failure) {
        try send(payload)
        while hasOutgoing {
            try wait(reading: false, until: deadline)
            try flush()
        }
    }

    // MARK: Receiving

    /// Takes the next frame if all of it is there. Reads no byte beyond it, so a descriptor belongs to its frame.
    package func receive() throws(Failure) -> Reception {
        while true {
            if let payload = incoming.take() { return .frame(payload) }
            guard let bytes = try receiveBytes(atMost: min(incoming.missing, 256 * 1024)) else { return .incomplete }
            guard !bytes.isEmpty else {
                guard incoming.received == 0 else { throw .endedInsideFrame(received: incoming.received) }
                return .ended
            }
            try incoming.append(bytes)
        }
    }

    /// Waits for the next frame.
    /// - Returns: `nil` when the peer closed its end between two frames.
    package func receive(until deadline: MonotonicInstant) throws(Failure) -> [UInt8]? {
        while true {
            switch try receive() {
            case .frame(let payload): return payload
            case .ended: return nil
            case .incomplete: try wait(reading: true, until: deadline)
            }
        }
    }

    /// The descriptor that came with the last frame; `nil` if none did or it was taken already.
    package func takeDescriptor() -> FileDescriptor? {
        receivedDescriptor.take()
    }

    /// `nil` when nothing is there, empty at the end of the stream.
    private func receiveBytes(atMost limit: Int) throws(Failure) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: limit)
        var raw: Int32 = -1
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            acceptsDescriptors
                ? unsafe linux_receive(descriptor.rawValue, buffer.baseAddress, buffer.count, &raw)
                : unsafe linux_receive(descriptor.rawValue, buffer.baseAddress, buffer.count, nil)
        }
        if count < 0 {
            switch errno {
            case EAGAIN: return nil
            // The peer closed without reading all that we had sent.
            case ECONNRESET: return []
            default: throw .call(SystemCallError.last("recvmsg"))
            }
        }
        keep(raw)
        bytes.removeLast(limit - count)
        return bytes
    }

    /// A frame has one descriptor, its first; one left from an earlier frame is closed.
    private func keep(_ raw: Int32) {
        if incoming.received == 0 { receivedDescriptor = nil }
        guard raw >= 0 else { return }
        let received = FileDescriptor(taking: raw)
        if receivedDescriptor == nil { receivedDescriptor = consume received }
    }

    private func wait(reading: Bool, until deadline: MonotonicInstant) throws(Failure) {
        let interest = Poller.Interest(rawValue, reading: reading, writing: !reading)
        let ready: [Bool]
        do throws(SystemCallError) {
            ready = try Poller.wait(for: [interest], until: deadline)
        } catch {
            throw .call(error)
        }
        guard ready[0] else { throw .deadlinePassed }
    }
}
