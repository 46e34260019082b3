import StrictJSON
import Testing

@testable import Worker

@Suite("Refused requests")
struct JobRequestRefusalTests {
    @Test("the producer is told place, field and reason", arguments: BadRequest.all)
    func refused(_ bad: BadRequest) {
        let error = #expect(throws: JobRequestError.self) { try JobRequest(decoding: Array(bad.text.utf8)) }
        #expect(error?.message == bad.message)
    }

    @Test("64 KiB are accepted and one byte more is not")
    func size() throws {
        let filler = String(repeating: " ", count: 65_534)
        #expect(throws: Never.self) { try JobRequest(decoding: Array("{\(filler)}".utf8)) }
        let error = #expect(throws: JobRequestError.self) { try JobRequest(decoding: Array("{\(filler) }".utf8)) }
        #expect(error?.message == "line 1, column 1: the text has 65537 bytes, more than the 65536 that are allowed")
    }

    @Test("sixteen levels are accepted and the seventeenth is not")
    func depth() throws {
        // The request is the first level and metadata the second.
        func nested(_ arrays: Int) -> [UInt8] {
            let text = String(repeating: "[", count: arrays) + String(repeating: "]", count: arrays)
            return Array("{\"metadata\": {\"a\": \(text)}}".utf8)
        }
        #expect(throws: Never.self) { try JobRequest(decoding: nested(14)) }
        let error = #expect(throws: JobRequestError.self) { try JobRequest(decoding: nested(15)) }
        #expect(
            error?.message == "line 1, column 34: this array is nested deeper than the 16 levels that are allowed")
    }

    @Test("the server sets the longest timeout")
    func timeoutLimit() throws {
        let bytes = Array(#"{"timeoutSeconds": 30}"#.utf8)
        #expect(try JobRequest(decoding: bytes, timeoutLimit: 30).timeoutSeconds == 30)
        let error = #expect(throws: JobRequestError.self) { try JobRequest(decoding: bytes, timeoutLimit: 29) }
        #expect(error?.reason == #""timeoutSeconds" must be from 1 to 29, not 30"#)
        #expect(error?.pointer == "/timeoutSeconds")
    }
}
