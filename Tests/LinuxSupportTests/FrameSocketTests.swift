import Glibc
import LinuxSupport
import Testing

private struct Missing: Error {}

@Suite("FrameSocket")
struct FrameSocketTests {
    /// A frame socket and the bare descriptor of its peer, on which a test writes what a peer should not.
    private func bare(limit: Int) throws -> (socket: FrameSocket, peer: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let socket = FrameSocket(taking: FileDescriptor(taking: ends[0]), frameLimit: limit, acceptsDescriptors: false)
        return (socket, ends[1])
    }

    private func put(_ bytes: [UInt8], on raw: Int32) {
        #expect(unsafe write(raw, bytes, bytes.count) == bytes.count)
    }

    @Test("frames arrive whole and in order, empty ones too")
    func order() throws {
        let (sender, receiver) = try FrameSocket.pair(frameLimit: 100)
        try sender.send([1, 2, 3])
        try sender.send([])
        try sender.send([4])
        #expect(try receiver.receive() == .frame([1, 2, 3]))
        #expect(try receiver.receive() == .frame([]))
        #expect(try receiver.receive() == .frame([4]))
        #expect(try receiver.receive() == .incomplete)
    }

    @Test("a frame is its length in four bytes, lowest first, and its payload")
    func format() throws {
        let (socket, peer) = try bare(limit: 1000)
        defer { close(peer) }
        try socket.send([UInt8](repeating: 7, count: 258))
        var bytes = [UInt8](repeating: 0, count: 300)
        #expect(unsafe read(peer, &bytes, 300) == 262)
        #expect(bytes.prefix(5) == [2, 1, 0, 0, 7])
    }

    @Test("a frame that comes byte by byte is complete with its last byte")
    func pieces() throws {
        let (socket, peer) = try bare(limit: 10)
        defer { close(peer) }
        for byte: UInt8 in [2, 0, 0, 0, 65] {
            put([byte], on: peer)
            #expect(try socket.receive() == .incomplete)
        }
        put([66], on: peer)
        #expect(try socket.receive() == .frame([65, 66]))
    }

    @Test("a frame larger than agreed is refused from its header, one at the limit is taken")
    func limit() throws {
        let (socket, peer) = try bare(limit: 2)
        defer { close(peer) }
        put([2, 0, 0, 0, 1, 2], on: peer)
        #expect(try socket.receive() == .frame([1, 2]))
        put([3, 0, 0, 0], on: peer)
        #expect(throws: FrameSocket.Failure.frameTooLarge(announced: 3, limit: 2)) { try socket.receive() }
    }

    @Test("an end between frames is an end, inside a frame or its header a failure")
    func ends() throws {
        let (clean, first) = try bare(limit: 10)
        close(first)
        #expect(try clean.receive() == .ended)
        let (torn, second) = try bare(limit: 10)
        put([5, 0, 0, 0, 1], on: second)
        close(second)
        #expect(throws: FrameSocket.Failure.endedInsideFrame(received: 5)) { try torn.receive() }
        let (header, third) = try bare(limit: 10)
        put([5, 0], on: third)
        close(third)
        #expect(throws: FrameSocket.Failure.endedInsideFrame(received: 2)) { try header.receive() }
    }

    @Test("sending to a peer that is gone is an error, not a signal")
    func peerGone() throws {
        let (socket, peer) = try bare(limit: 10)
        close(peer)
        #expect(throws: FrameSocket.Failure.peerGone) { try socket.send([1]) }
    }

    @Test("what the peer does not take waits, and a blocking send gives up at its deadline")
    func backpressure() throws {
        let (sender, receiver) = try FrameSocket.pair(frameLimit: 8 << 20)
        let large = (0..<(4 << 20)).map { UInt8(truncatingIfNeeded: $0 / 4096) }
        try sender.send(large)
        #expect(sender.hasOutgoing)
        var received: FrameSocket.Reception = .incomplete
        let deadline = MonotonicInstant.now + .seconds(10)
        while received == .incomplete, MonotonicInstant.now < deadline {
            received = try receiver.receive()
            try sender.flush()
        }
        #expect(received == .frame(large))
        #expect(!sender.hasOutgoing)
        #expect(throws: FrameSocket.Failure.deadlinePassed) {
            try sender.send(large, until: .now + .milliseconds(20))
        }
    }

    @Test("a waiting receiver gives up at its deadline")
    func receiveDeadline() throws {
        let (_, receiver) = try FrameSocket.pair(frameLimit: 10)
        // The sender is gone with its name: an end, not a wait.
        #expect(try receiver.receive(until: .now + .seconds(5)) == nil)
        let (sender, waiting) = try FrameSocket.pair(frameLimit: 10)
        let start = MonotonicInstant.now
        #expect(throws: FrameSocket.Failure.deadlinePassed) {
            try waiting.receive(until: start + .milliseconds(30))
        }
        #expect(start.duration(to: .now) >= .milliseconds(30))
        #expect(!sender.hasOutgoing)
    }

    @Test("a descriptor comes with its frame, closed on exec, and only once")
    func descriptor() throws {
        let (sender, receiver) = try FrameSocket.pair(frameLimit: 100)
        let memory = try SealedMemory(Array("image".utf8))
        try sender.send([1])
        try sender.send([2], attaching: memory)
        #expect(try receiver.receive() == .frame([1]))
        #expect(!hasDescriptor(receiver))
        #expect(try receiver.receive() == .frame([2]))
        guard let received = receiver.takeDescriptor() else { throw Missing() }
        #expect(fcntl(received.rawValue, F_GETFD) == FD_CLOEXEC)
        #expect(try SealedMemory(received: received).content() == Array("image".utf8))
        #expect(!hasDescriptor(receiver))
    }

    @Test("a descriptor that nobody asked for does not stay open")
    func unwanted() throws {
        let (sender, receiver) = try FrameSocket.pair(frameLimit: 100)
        // The other direction: its receiving end accepts none.
        let memory = try SealedMemory(Array("dropped".utf8))
        try receiver.send([1], attaching: memory)
        #expect(try sender.receive() == .frame([1]))
        #expect(!hasDescriptor(sender))
        #expect(memoryFiles(holding: "dropped") == [memory.descriptor.rawValue])
    }

    private func hasDescriptor(_ socket: FrameSocket) -> Bool {
        socket.takeDescriptor() != nil
    }

    /// Those of this process's descriptors that are sealed and hold `word`; other tests open others meanwhile.
    private func memoryFiles(holding word: String) -> [Int32] {
        (0..<1024).filter { raw in
            let copy = dup(raw)
            guard copy >= 0, let memory = try? SealedMemory(received: FileDescriptor(taking: copy)) else {
                return false
            }
            return (try? memory.content()) == Array(word.utf8)
        }
    }
}
