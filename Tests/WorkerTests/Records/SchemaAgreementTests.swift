import LinuxSupport
import Spool
import StrictJSON
import Testing

@testable import Worker

/// Our decoder and an independent validator that reads our printed schemas must say the same.
@Suite("Schema agreement")
struct SchemaAgreementTests {
    private func verdicts(_ instances: [[UInt8]], _ schema: JSONSchemaDocument) throws -> [Bool] {
        try IndependentValidator.verdicts(instances.map { .init(schema: schema, instance: $0) })
    }

    /// Every way to change one place of a valid record that should make it invalid.
    private func broken(_ bytes: [UInt8], _ changes: [(String, String)]) throws -> [[UInt8]] {
        let text = String(decoding: bytes, as: UTF8.self)
        return try changes.map { part, replacement in
            let range = try #require(text.firstRange(of: part), "\(part)")
            return Array((text[..<range.lowerBound] + replacement + text[range.upperBound...]).utf8)
        }
    }

    private func accepts(_ schema: JSONSchemaDocument, _ bytes: [UInt8]) throws -> Bool {
        let value = try JSONValue(parsing: bytes, limits: JSONLimits(bytes: 1 << 20, depth: 20))
        do throws(JSONSchemaViolation) { try schema.validate(value) } catch { return false }
        return true
    }

    @Test("requests that we accept are valid")
    func goodRequests() throws {
        let written = try JobRequest(decoding: Array(JobRequestTests.full.utf8)).bytes()
        let texts =
            [
                "{}", JobRequestTests.full, #"{"languageHints": []}"#, #"{"outputs": []}"#, #"{"timeoutSeconds": 1}"#,
                #"{"bytes": 9007199254740991}"#, #"{"stream": "日本 \u00a0"}"#, #"{"pages": "1,3-4,999999"}"#,
            ] + JobRequestTests.orientations.map { "{\"orientation\": \($0.0)}" }
        let instances = texts.map { Array($0.utf8) } + [written]
        for instance in instances { #expect(throws: Never.self) { try JobRequest(decoding: instance) } }
        #expect(try verdicts(instances, RecordSchemas.request()) == instances.map { _ in true })
    }

    @Test("requests that we refuse are invalid, as far as JSON Schema can tell")
    func badRequests() throws {
        let bad = BadRequest.all.filter(\.isSchemaViolation)
        let verdicts = try verdicts(bad.map { Array($0.text.utf8) }, RecordSchemas.request())
        for (request, isValid) in zip(bad, verdicts) { #expect(!isValid, "\(request.text)") }
        #expect(verdicts.count == bad.count && bad.count > 30)
    }

    @Test("result records are valid, and broken ones are not")
    func results() throws {
        let full = try JobRequest(decoding: Array(JobRequestTests.full.utf8))
        let good = try [
            Sample.record(of: Sample.textResult).fileBytes(),
            Sample.record(of: Sample.textResult, name: [0xFF, 0x61]).fileBytes(layout: .pretty),
            Sample.record(of: Sample.documentResult, request: full).fileBytes(),
        ]
        let bad = try broken(
            good[0],
            [
                ("\"schema\":\"ocrspool.result/1\",", ""), ("\"ocrspool.result/1\"", "\"ocrspool.result/2\""),
                ("\"requestId\":null", "\"requestId\":7"), ("\"pages\":[{", "\"pages\":[{\"extra\":1,"),
                ("\"lines\":", "\"paragraphs\":"), ("\"confidence\":0.9877", "\"confidence\":1.9877"),
                ("\"width\":30", "\"width\":0"), ("\"angle\":-1.23", "\"angle\":-181"),
                ("\"receivedAt\":\"1970-01-01T", "\"receivedAt\":\"1970-01-01 "), ("\"attempts\":1", "\"attempts\":0"),
                ("\"metadata\":{}", "\"metadata\":null"), ("\"priority\":5", "\"priority\":50"),
                ("{\"x\":10,\"y\":20},", ""), ("\"code\":\"blurred\"", "\"code\":\"odd\""),
            ])
        for instance in good { #expect(try accepts(RecordSchemas.result, instance)) }
        for instance in bad { #expect(try !accepts(RecordSchemas.result, instance)) }
        #expect(
            try verdicts(good + bad, RecordSchemas.result) == good.map { _ in true } + bad.map { _ in false })
    }

    @Test("error records are valid, and broken ones are not")
    func errors() throws {
        let unparsed = ErrorRecord(
            id: "j", code: .requestInvalid, message: "line 1, column 1: no", stage: .request, attempts: [],
            image: .init(name: RecordedName(bytes: [0xFE])), request: RequestEcho([0x00, 0x7B]), worker: "h/1",
            failedAt: Timestamp(unixMilliseconds: 0))
        let good = [Sample.errorRecord.fileBytes(), unparsed.fileBytes(layout: .pretty)]
        let bad = try broken(
            good[0],
            [
                ("\"code\":\"recognizer-crashed\"", "\"code\":\"tired\""), ("\"retryable\":true,", ""),
                ("\"stage\":\"recognize\"", "\"stage\":null"), ("\"signal\":11", "\"signal\":65"),
                ("\"exitStatus\":null,", ""), ("\"worker\":", "\"wroker\":"), ("\"bytes\":10", "\"bytes\":-1"),
            ])
        for instance in good { #expect(try accepts(RecordSchemas.error, instance)) }
        for instance in bad { #expect(try !accepts(RecordSchemas.error, instance)) }
        #expect(try verdicts(good + bad, RecordSchemas.error) == good.map { _ in true } + bad.map { _ in false })
    }

    @Test("each schema is found by the name that the command line takes", arguments: ["request", "result", "error"])
    func names(name: String) {
        #expect(RecordSchemas.named(name)?.id == "https://ocrspool.invalid/schema/\(name)-1.json")
        #expect(RecordSchemas.named("report") == nil)
    }
}
