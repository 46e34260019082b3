import LinuxSupport
import Spool
import StrictJSON
import Testing

@testable import Worker

@Suite("Error record")
struct ErrorRecordTests {
    @Test("the record has its fields in the contract's order on one line")
    func text() {
        let expected =
            #"{"schema":"ocrspool.error/1","id":"job-2","requestId":"order-7","code":"recognizer-crashed","#
            + #""message":"The recognizer died three times.","stage":"recognize","retryable":true,"attempts":["#
            + #"{"startedAt":"1970-01-01T00:00:01.000Z","endedAt":"1970-01-01T00:00:02.000Z","#
            + #""code":"recognizer-crashed","message":"The recognizer died.","exitStatus":null,"signal":11,"#
            + #""lastStderr":"oops\n"},"#
            + #"{"startedAt":"1970-01-01T00:00:03.000Z","endedAt":null,"code":"recognizer-timeout","#
            + #""message":"No answer.","exitStatus":0,"signal":null,"lastStderr":""}],"#
            + #""image":{"name":"x.png","nameBytes":null,"bytes":10,"sha256":"\#(Sample.sha256)"},"#
            + #""request":{"id":"order-7","priority":7,"metadata":{"k":[1]}},"worker":"host/42","#
            + #""failedAt":"1970-01-01T00:00:04.000Z","metadata":{"k":[1]}}"#
        #expect(String(decoding: Sample.errorRecord.fileBytes(), as: UTF8.self) == expected + "\n")
    }

    @Test("a written record is read back, so that its history is kept")
    func roundTrip() throws {
        #expect(try ErrorRecord(reading: Sample.errorRecord.fileBytes()) == Sample.errorRecord)
        #expect(try ErrorRecord(reading: Sample.errorRecord.fileBytes(layout: .pretty)) == Sample.errorRecord)
    }

    @Test("a record that knows next to nothing is read back")
    func sparse() throws {
        let record = ErrorRecord(
            id: "j", code: .imageMissing, message: "No image came.", stage: .intake, attempts: [], image: .init(),
            request: RequestEcho(nil), worker: "h/1", failedAt: Timestamp(unixMilliseconds: 0))
        #expect(record.request == .null)
        #expect(!record.retryable)
        #expect(try ErrorRecord(reading: record.fileBytes()) == record)
    }

    @Test("a request that is no JSON is shown as the text of its first 2 KiB")
    func unparsed() throws {
        let bytes = [0x00, 0xFF] + Array("{'a':\u{1B}1}".utf8) + [UInt8](repeating: 0x78, count: 5000)
        let echo = RequestEcho(bytes)
        let shown = "\u{FFFD}\u{FFFD}{'a':\u{1B}1}" + String(repeating: "x", count: 2048 - 10)
        #expect(echo.json == ["unparsed": .string(shown)])
        #expect(echo.metadata == [:])
        #expect(echo.requestID == nil)
    }

    @Test("of a request that is JSON but invalid, what can be echoed is")
    func invalidRequest() {
        let echo = RequestEcho(Array(#"{"id": "order-7", "prioritty": 1, "metadata": {"a": 1}}"#.utf8))
        #expect(echo.requestID == "order-7")
        #expect(echo.metadata == ["a": 1])
        let hostile = RequestEcho(Array(#"{"id": "../x", "metadata": 7}"#.utf8))
        #expect(hostile.requestID == nil)
        #expect(hostile.metadata == [:])
    }

    @Test("the last 4 KiB of standard error are kept as valid text")
    func standardError() {
        func kept(_ bytes: [UInt8]) -> String {
            FailedAttempt(
                startedAt: Timestamp(unixMilliseconds: 0), endedAt: nil, code: .ioError, message: "",
                standardError: bytes
            ).lastStderr
        }
        #expect(kept([0x61, 0x00, 0x80]) == "a\u{FFFD}\u{FFFD}")
        let long = [UInt8](repeating: 0x61, count: 4096)
        #expect(kept([0x62] + long).utf8.elementsEqual(long))
        // The cut falls between the two bytes of "é": the half that is left is dropped.
        #expect(kept(Array("é".utf8) + long.dropLast()).utf8.elementsEqual(long.dropLast()))
    }

    @Test("of very many attempts the last hundred are kept")
    func manyAttempts() throws {
        var attempts = [Sample.attempt]
        for second in 1...100 {
            attempts.append(
                FailedAttempt(
                    startedAt: Timestamp(unixMilliseconds: Int64(second) * 1000), endedAt: nil, code: .ioError,
                    message: "m", standardError: [UInt8](repeating: 0x1B, count: 4096)))
        }
        let record = ErrorRecord(
            id: "j", code: .ioError, message: "m", stage: .publish, attempts: attempts, image: .init(),
            request: RequestEcho(nil), worker: "h/1", failedAt: Timestamp(unixMilliseconds: 0))
        #expect(record.attempts.count == 100)
        #expect(record.attempts[0].code == .ioError)
        #expect(try ErrorRecord(reading: record.fileBytes()) == record)
    }

    @Test(
        "what is no error record is refused",
        arguments: [
            ("\"ocrspool.error/1\"", "\"ocrspool.error/2\""), ("\"stage\":\"recognize\"", "\"stage\":\"lunch\""),
            ("\"retryable\":true,", ""), ("\"failedAt\":\"1970-01-01", "\"failedAt\":\"1970-02-30"),
            ("\"endedAt\":\"1970-01-01", "\"endedAt\":\"1970-02-30"), ("\"signal\":11", "\"signal\":0"),
        ])
    func refused(part: String, replacement: String) throws {
        let text = String(decoding: Sample.errorRecord.fileBytes(), as: UTF8.self)
        let range = try #require(text.firstRange(of: part))
        let changed = text[..<range.lowerBound] + replacement + text[range.upperBound...]
        #expect(throws: RecordError.self) { try ErrorRecord(reading: Array(changed.utf8)) }
    }

    @Test("the consequence of every code is the contract's")
    func consequences() {
        let retried: Set = [
            "recognizer-crashed", "recognizer-timeout", "recognizer-out-of-memory", "image-changed", "io-error",
        ]
        let pausing: Set = ["disk-full", "models-missing", "spool-unwritable", "engine-unusable"]
        #expect(Set(JobFailure.Code.allCases.filter { $0.consequence == .retried }.map(\.rawValue)) == retried)
        #expect(Set(JobFailure.Code.allCases.filter { $0.consequence == .pauses }.map(\.rawValue)) == pausing)
        #expect(JobFailure.Code.allCases.count { $0.consequence == .buried } == 10)
    }
}
