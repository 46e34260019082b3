import LinuxSupport
import Testing

@testable import Spool

@Suite("JobID")
struct JobIDTests {
    @Test("encodes the example of the ULID specification")
    func knownEncoding() {
        // 01ARYZ6S41TSV4RRFFQ69G5FAV: 1469918176385 ms, and these ten bytes.
        let id = JobID(
            time: Timestamp(unixMilliseconds: 1_469_918_176_385), random: [214, 118, 76, 97, 239, 185, 147, 2, 189, 91])
        #expect(id.rawValue == "01aryz6s41tsv4rrffq69g5fav")
    }

    @Test(
        "encodes the ends of the range",
        arguments: [
            (Int64(0), UInt8(0), "00000000000000000000000000"),
            // The end of the year 9999, the last moment there is.
            (Int64(253_402_300_799_999), UInt8(255), "76ez91zpzzzzzzzzzzzzzzzzzz"),
            (Int64(-5), UInt8(0), "00000000000000000000000000"),
        ])
    func ends(time: Int64, byte: UInt8, expected: String) {
        let id = JobID(time: Timestamp(unixMilliseconds: time), random: [UInt8](repeating: byte, count: 10))
        #expect(id.rawValue == expected)
    }

    @Test("sorts by time, whatever the random bits are")
    func order() {
        let early = JobID(time: Timestamp(unixMilliseconds: 1000), random: [UInt8](repeating: 255, count: 10))
        let late = JobID(time: Timestamp(unixMilliseconds: 1001), random: [UInt8](repeating: 0, count: 10))
        #expect(early < late)
    }

    @Test(
        "takes only 26 characters of the alphabet",
        arguments: [
            "", "01aryz6s41tsv4rrffq69g5fa", "01ARYZ6S41TSV4RRFFQ69G5FAV", "01aryz6s41tsv4rrffq69g5fau", "lock",
        ])
    func refused(text: String) {
        #expect(JobID(text) == nil)
    }

    @Test("is found at the start of a temporary's name")
    func prefix() throws {
        let id = try #require(JobID("01aryz6s41tsv4rrffq69g5fav"))
        #expect(JobID(prefixOf: "01aryz6s41tsv4rrffq69g5fav.json") == id)
        #expect(JobID(prefixOf: ".probe-0123456789abcdef0123456789") == nil)
        #expect(JobID(prefixOf: "short") == nil)
    }
}
