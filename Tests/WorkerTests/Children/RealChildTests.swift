import Glibc
import LinuxSupport
import TestSupport
import Testing
import TextRecognition
import Worker

@Suite("The real child")
struct RealChildTests {
    private func host(pixelLimit: Int) -> ChildHost {
        var program = ChildProgram(pixelLimit: pixelLimit)
        program.executable = BuiltProgram.path("ocrspool")
        return ChildHost(program)
    }

    private func outcome(
        of image: [UInt8], on host: ChildHost, _ change: (inout RecognitionRequest) -> Void = { _ in }
    ) throws -> ChildHost.Event {
        var recognition = RecognitionRequest()
        recognition.recognizer = .document
        recognition.languageHints = ["en"]
        change(&recognition)
        let job = RecognizerJob(modelsDirectory: nil, recognition: recognition)
        try host.send(job, image: SealedMemory(image), timeout: .seconds(100))
        return try host.wait(until: .now + .seconds(110))
    }

    private func text(_ event: ChildHost.Event) -> String {
        switch event {
        case .answer(let image): image.text
        case .refused(let error): "refused: \(error.code) \(error.message)"
        case .lost(let loss), .ended(let loss): "lost: \(loss)"
        case .woken, .deadline: "nothing"
        }
    }

    @Test("reads a page of A4 at 300 dpi within the memory of a worker that allows no larger one")
    func a4() throws {
        let page = BlockLetterPage(width: 2480, height: 3508)
        let host = host(pixelLimit: 2480 * 3508)
        let event = try outcome(of: page.pgm(["THE HILL", "LITTLE FELT HAT"]), on: host)
        guard case .answer(let image) = event else {
            Issue.record("\(text(event))")
            return
        }
        #expect(image.facts.width == 2480)
        #expect(image.facts.height == 3508)
        #expect(image.text.contains("HILL"), "\(image.text)")
        #expect(image.text.contains("LITTLE"), "\(image.text)")
    }

    @Test("says what is wrong with an image, and reads the next one in the same process")
    func refuses() throws {
        let host = host(pixelLimit: 1_000_000)
        let refused = try outcome(of: Array("this is no image".utf8), on: host)
        #expect(text(refused).hasPrefix("refused: imageUnsupported"), "\(text(refused))")
        let processID = host.processID
        let page = BlockLetterPage(width: 900, height: 300)
        #expect(try text(outcome(of: page.pgm(["THE HILL"]), on: host)).contains("HILL"))
        #expect(host.processID == processID)
    }

    @Test("keeps a page's time limit itself, long before its supervisor's")
    func pageTimeout() throws {
        let host = host(pixelLimit: 10_000_000)
        let page = BlockLetterPage(width: 2480, height: 3508)
        let start = MonotonicInstant.now
        let event = try outcome(of: page.pgm(Array(repeating: "LITTLE HAT THE HILL", count: 20)), on: host) {
            $0.pageTimeout = .milliseconds(50)
        }
        #expect(text(event).hasPrefix("refused: timeout"), "\(text(event))")
        #expect(start.duration(to: .now) < .seconds(20))
    }

    @Test("names a model directory that is not there")
    func missingModels() throws {
        let host = host(pixelLimit: 1000)
        let job = RecognizerJob(modelsDirectory: "/nowhere/models", recognition: RecognitionRequest())
        try host.send(job, image: SealedMemory([1]), timeout: .seconds(20))
        let event = try host.wait(until: .now + patience)
        #expect(text(event).hasPrefix("refused: modelsMissing"), "\(text(event))")
        #expect(text(event).contains("/nowhere/models"))
    }

    @Test("ends when its supervisor closes the socket, and refuses to run without one")
    func ends() throws {
        let pipe = try Pipe()
        let alone = try ChildProcess(
            ChildLaunch(
                executable: BuiltProgram.path("ocrspool"), arguments: ["ocrspool", "recognizer-child"],
                descriptors: [.init(pipe.writingRawValue, as: 2)]))
        pipe.closeWritingEnd()
        #expect(try alone.reap(until: .now + patience) == .exited(2))
        guard case .bytes(let words) = try pipe.read() else {
            Issue.record("expected words on standard error")
            return
        }
        #expect(String(decoding: words, as: UTF8.self).contains("\"ocrspool worker\""))
        let (near, far) = try FrameSocket.pair(frameLimit: 1000)
        let child = try ChildProcess(
            ChildLaunch(
                executable: BuiltProgram.path("ocrspool"), arguments: ["ocrspool", "recognizer-child"],
                descriptors: [.init(far.rawValue, as: 3)]))
        #expect(
            try near.receive(until: .now + patience)
                == RecognizerProtocol.message(0, Array("ocrspool.recognizer/1".utf8)))
        #expect(shutdown(near.rawValue, Int32(SHUT_WR)) == 0)
        #expect(try child.reap(until: .now + patience) == .exited(0))
    }
}
