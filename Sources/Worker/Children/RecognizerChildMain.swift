internal import LinuxSupport

/// The recognizer child: the hidden subcommand that `ChildHost` runs.
///
/// It takes jobs from descriptor 3, one at a time, and keeps the models that it has loaded. It ends when the socket
/// closes; it has no state worth saving and may be killed at any instruction.
package enum RecognizerChildMain {
    /// Serves until the supervisor is gone.
    /// - Returns: The exit status: 0 at the end, 2 when not started by a supervisor, 3 when that does not keep to the
    ///   protocol.
    package static func run() -> Int32 {
        ProcessPrivacy.forbidInspection()
        let socket: FrameSocket
        do throws(SystemCallError) {
            socket = try FrameSocket(
                inherited: ChildProgram.socketNumber, frameLimit: RecognizerProtocol.jobLimit,
                acceptsDescriptors: true)
        } catch {
            StandardError.write("recognizer-child is started by \"ocrspool worker\" only (\(error))")
            return 2
        }
        do throws(Fault) {
            try serve(socket)
            return 0
        } catch {
            StandardError.write("recognizer-child: \(error.reason)")
            return 3
        }
    }

    private struct Fault: Error {
        let reason: String
    }

    private static func serve(_ socket: FrameSocket) throws(Fault) {
        var reader = JobReader()
        let greeting = RecognizerProtocol.message(RecognizerProtocol.greetingTag, RecognizerProtocol.greeting)
        try talk { () throws(FrameSocket.Failure) in try socket.send(greeting, until: .never) }
        while let frame = try talk({ () throws(FrameSocket.Failure) in try socket.receive(until: .never) }) {
            let (tag, job) = try decode(frame)
            let image = try sealedImage(socket.takeDescriptor())
            let report = reader.report(on: image, job)
            try talk { () throws(FrameSocket.Failure) in
                try socket.send(RecognizerProtocol.message(tag, report), until: .never)
            }
        }
    }

    private static func decode(_ frame: [UInt8]) throws(Fault) -> (UInt64, RecognizerJob) {
        do throws(RecognizerJob.Malformed) {
            return try RecognizerJob.read(frame)
        } catch {
            throw Fault(reason: "a job that is none: \(error.reason)")
        }
    }

    private static func sealedImage(_ descriptor: consuming FileDescriptor?) throws(Fault) -> [UInt8] {
        guard let descriptor else { throw Fault(reason: "a job without its image") }
        do throws(SystemCallError) {
            return try SealedMemory(received: descriptor).content()
        } catch {
            throw Fault(reason: "an image that cannot be read: \(error)")
        }
    }

    private static func talk<Value>(
        _ body: () throws(FrameSocket.Failure) -> Value
    ) throws(Fault) -> Value {
        do throws(FrameSocket.Failure) {
            return try body()
        } catch {
            throw Fault(reason: "the supervisor cannot be talked to: \(error)")
        }
    }
}
