import Glibc
import LinuxSupport
import TestSupport
import TextRecognition
import Worker

/// The compiled fake, made once for the test run.
enum FakeChild {
    private static let built = Result { try compile() }

    private static func compile() throws -> (executable: String, directory: TemporaryDirectory) {
        let directory = try TemporaryDirectory()
        try directory.write(fakeChildSource, to: "fake-child.c")
        let compiler = try compiler()
        let pipe = try Pipe()
        let process = try ChildProcess(
            ChildLaunch(
                executable: compiler,
                arguments: ["cc", "-O1", "-o", directory.path("fake-child"), directory.path("fake-child.c")],
                environment: ["PATH=/usr/bin:/bin", "LC_ALL=C"], descriptors: [.init(pipe.writingRawValue, as: 2)]))
        pipe.closeWritingEnd()
        guard try process.reap(until: .now + .seconds(60)) == .exited(0) else {
            throw CompilationFailure(description: "\(compiler) did not compile the fake child: \(try pipe.read())")
        }
        // A static value is never released.
        atexit {
            guard let directory = try? FakeChild.built.get().directory else { return }
            for name in ["fake-child", "fake-child.c"] { directory.remove(name) }
            unsafe rmdir(directory.path)
        }
        return (directory.path("fake-child"), directory)
    }

    private struct CompilationFailure: Error, CustomStringConvertible {
        let description: String
    }

    /// The C compiler that SwiftPM itself needs for the package's C targets.
    private static func compiler() throws -> String {
        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin"
        for name in ["cc", "clang", "gcc"] {
            for directory in path.split(separator: ":") where unsafe access("\(directory)/\(name)", X_OK) == 0 {
                return "\(directory)/\(name)"
            }
        }
        throw CompilationFailure(description: "there is no C compiler in PATH")
    }

    /// A program that misbehaves as `how` says: always, or before it has left `mark`.
    static func program(_ how: String, once mark: String? = nil, pixelLimit: Int = 1_000_000) throws -> ChildProgram {
        var program = ChildProgram(pixelLimit: pixelLimit)
        program.executable = try built.get().executable
        program.arguments = ["fake-child", how] + (mark.map { [$0] } ?? [])
        return program
    }
}

/// A lane of the worker, as a test drives it.
struct Lane {
    let host: ChildHost
    private let image: SealedMemory

    init(_ program: ChildProgram, startLimit: Duration = ChildHost.startLimit) throws {
        host = ChildHost(program, startLimit: startLimit)
        image = try SealedMemory(Array("pixels".utf8))
    }

    func send(timeout: Duration = .seconds(20)) throws {
        try host.send(RecognizerJob(modelsDirectory: nil, recognition: .init()), image: image, timeout: timeout)
    }

    /// Sends a job and waits for what becomes of it.
    func outcome(timeout: Duration = .seconds(20)) throws -> Outcome {
        try send(timeout: timeout)
        return try next()
    }

    func next(within limit: Duration = patience) throws -> Outcome {
        switch try host.wait(until: .now + limit) {
        case .answer: .answered
        case .refused(let error): .refused(error.message)
        case .lost(let loss): .lost(loss)
        case .ended(let loss): .ended(loss)
        case .woken, .deadline: .nothing
        }
    }

    /// `ChildHost.Event`, comparable.
    enum Outcome: Hashable {
        case answered
        case refused(String)
        case lost(ChildLoss)
        case ended(ChildLoss)
        case nothing

        var loss: ChildLoss? {
            switch self {
            case .lost(let loss), .ended(let loss): loss
            case .answered, .refused, .nothing: nil
            }
        }
    }
}
