import Glibc
import LinuxSupport
import Testing

@Suite("SealedMemory")
struct SealedMemoryTests {
    @Test("a copy has the file's bytes, its size, and the digest that sha256sum tells")
    func copies() throws {
        // Larger than one chunk, and no repetition of one.
        let bytes = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let file = try TemporaryFile(bytes)
        defer { file.remove() }
        let (memory, digest, count) = try SealedMemory.copy(of: file.open(), limit: bytes.count)
        #expect(count == 700_001)
        #expect(memory.byteCount == 700_001)
        #expect(try memory.content() == bytes)
        let listed = try output(of: "/usr/bin/sha256sum", [file.path])
        #expect(listed.prefix(64) == digest)
    }

    @Test("nobody can write, shrink or grow it, through any descriptor")
    func sealed() throws {
        let memory = try SealedMemory(Array("invoice".utf8))
        let raw = memory.descriptor.rawValue
        #expect(unsafe pwrite(raw, "X", 1, 0) == -1 && errno == EPERM)
        #expect(ftruncate(raw, 3) == -1 && errno == EPERM)
        #expect(ftruncate(raw, 300) == -1 && errno == EPERM)
        let reopened = unsafe open("/proc/self/fd/\(raw)", O_RDWR | O_CLOEXEC)
        #expect(unsafe pwrite(reopened, "X", 1, 0) == -1 && errno == EPERM)
        close(reopened)
        #expect(try memory.content() == Array("invoice".utf8))
    }

    @Test("a file one byte over the limit is refused, and one at the limit is not")
    func limit() throws {
        let file = try TemporaryFile(Array("12345".utf8))
        defer { file.remove() }
        #expect(try SealedMemory.copy(of: file.open(), limit: 5).byteCount == 5)
        let refusal = #expect(throws: SystemCallError.self) { try SealedMemory.copy(of: file.open(), limit: 4) }
        #expect(refusal?.code == EFBIG)
    }

    @Test("an empty file is a copy of no bytes")
    func empty() throws {
        let file = try TemporaryFile([])
        defer { file.remove() }
        let (memory, digest, count) = try SealedMemory.copy(of: file.open(), limit: 10)
        #expect(count == 0)
        #expect(try memory.content() == [])
        #expect(digest == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test("the whole file is copied wherever its descriptor stands")
    func position() throws {
        let file = try TemporaryFile(Array("12345".utf8))
        defer { file.remove() }
        let descriptor = try file.open()
        lseek(descriptor.rawValue, 3, SEEK_SET)
        #expect(try SealedMemory.copy(of: descriptor, limit: 10).memory.content() == Array("12345".utf8))
    }

    @Test("a received descriptor that its sender could still change is refused")
    func unsealed() throws {
        let file = try TemporaryFile(Array("12345".utf8))
        defer { file.remove() }
        let refusal = #expect(throws: SystemCallError.self) { _ = try SealedMemory(received: file.open()) }
        #expect(refusal?.code == EINVAL)
    }
}
