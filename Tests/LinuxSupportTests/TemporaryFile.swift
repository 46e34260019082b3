import Glibc
import LinuxSupport
import Testing

/// A file of its own for one test.
struct TemporaryFile {
    let path: String

    init(_ bytes: [UInt8]) throws {
        var template = Array("/tmp/ocrspool-test-XXXXXX".utf8CString)
        let raw = unsafe mkstemp(&template)
        try #require(raw >= 0)
        path = unsafe template.withUnsafeBufferPointer { unsafe String(cString: $0.baseAddress!) }
        try FileDescriptor(taking: raw).writeAll(bytes)
    }

    func open() throws -> FileDescriptor {
        let raw = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        try #require(raw >= 0)
        return FileDescriptor(taking: raw)
    }

    func remove() {
        unsafe unlink(path)
    }
}

/// What a program prints, once it has ended with status 0.
func output(of program: String, _ arguments: [String]) throws -> String {
    let pipe = try Pipe()
    let child = try ChildProcess(
        ChildLaunch(
            executable: program, arguments: [program] + arguments, environment: ["LC_ALL=C", "PATH=/usr/bin:/bin"],
            descriptors: [.init(pipe.writingRawValue, as: 1)]))
    pipe.closeWritingEnd()
    let bytes = try readToEnd(pipe)
    #expect(try child.reap(until: .now + .seconds(10)) == .exited(0))
    return String(decoding: bytes, as: UTF8.self)
}

/// All that comes through a pipe until its last writer is gone; a test failure after 10 s.
func readToEnd(_ pipe: Pipe) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let deadline = MonotonicInstant.now + .seconds(10)
    while true {
        switch try pipe.read() {
        case .bytes(let part): bytes += part
        case .ended: return bytes
        case .nothing:
            try #require(try Poller.wait(for: [.init(pipe.readingRawValue)], until: deadline)[0], "no end in 10 s")
        }
    }
}
