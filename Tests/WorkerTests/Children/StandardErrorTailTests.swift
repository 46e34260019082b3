import LinuxSupport
import Testing
import Worker

@Suite("StandardErrorTail")
struct StandardErrorTailTests {
    private func tail(_ bytes: [UInt8]) -> StandardErrorTail {
        var tail = StandardErrorTail()
        tail.append(bytes)
        return tail
    }

    @Test("only the last 4 KiB are recorded")
    func cap() {
        var tail = StandardErrorTail()
        for _ in 0..<100 { tail.append([UInt8](repeating: 97, count: 1000)) }
        tail.append(Array("end".utf8))
        #expect(tail.text.utf8.count == 4096)
        #expect(tail.text.hasSuffix("aaend"))
    }

    @Test("controls are left out, line feeds and tabs stay, and broken UTF-8 is marked")
    func cleaning() {
        #expect(tail(Array("a\u{1B}[31mb\0\tc\r\nd".utf8) + [0xFF]).text == "a[31mb\tc\nd?")
    }

    @Test("broken bytes never make the text longer than 4 KiB")
    func broken() {
        #expect(tail([UInt8](repeating: 0xFF, count: 10_000)).text == String(repeating: "?", count: 4096))
    }

    @Test(
        "a failed allocation is found before a long stack trace",
        arguments: [
            "terminate called after throwing an instance of 'std::bad_alloc'",
            "Fatal error: failed to allocate 50000032 bytes of memory with alignment 8",
        ])
    func allocation(sentence: String) {
        #expect(tail(Array((sentence + "\n" + String(repeating: "frame\n", count: 4000)).utf8)).tellsOfFailedAllocation)
        #expect(!tail(Array("Fatal error: Index out of range".utf8)).tellsOfFailedAllocation)
    }
}
