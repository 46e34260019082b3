internal import StrictJSON
internal import TextRecognition

extension RecognitionReport {
    /// Reads a child's report as hostile input: size, depth, strict JSON, schema, and every box within its page.
    /// - Parameter sizeLimit: Bytes; default 64 MiB.
    /// - Throws: `ReportError` for the first fault.
    package init(reading bytes: [UInt8], sizeLimit: Int = 64 << 20) throws(ReportError) {
        let value: JSONValue
        do throws(JSONTextError) {
            value = try JSONValue(parsing: bytes, limits: JSONLimits(bytes: sizeLimit))
        } catch {
            throw ReportError(message: error.description)
        }
        try ReportError.wrap { () throws(JSONSchemaViolation) in try RecordSchemas.report.validate(value) }
        switch (value["recognized"], value["failed"]) {
        case (let recognized?, let failed?) where failed.isNull && !recognized.isNull:
            self = .recognized(try RecognizedImage(validated: recognized))
        case (let recognized?, let failed?) where recognized.isNull && !failed.isNull:
            self = .failed(try RecognitionError(validated: failed))
        default:
            throw ReportError(message: "exactly one of \"recognized\" and \"failed\" must be an object")
        }
    }
}

/// Why a child's report is not believed; counts as a crash of the child.
package struct ReportError: Error, Hashable, Sendable {
    /// For the operator; may quote at most a few characters of what the child sent.
    package let message: String

    static func wrap(_ body: () throws(JSONSchemaViolation) -> Void) throws(ReportError) {
        do throws(JSONSchemaViolation) { try body() } catch { throw ReportError(message: error.description) }
    }

    /// A value that the schema promises; its absence means that schema and reader disagree.
    static func require<Value>(_ value: Value?, _ name: String) throws(ReportError) -> Value {
        guard let value else { throw ReportError(message: "\"\(name)\" cannot be read") }
        return value
    }
}

extension RecognitionError {
    fileprivate init(validated value: JSONValue) throws(ReportError) {
        self.init(
            try ReportError.require(value["code"]?.string.flatMap(Code.init), "code"),
            stage: try ReportError.require(value["stage"]?.string.flatMap(Stage.init), "stage"),
            try ReportError.require(value["message"]?.string, "message"))
    }
}

extension RecognizedImage {
    fileprivate init(validated value: JSONValue) throws(ReportError) {
        recognizer = try ReportError.require(
            value["recognizer"]?.string.flatMap(RecognitionRequest.Recognizer.init), "recognizer")
        recognizerReason = try ReportError.require(value["recognizerReason"]?.string, "recognizerReason")
        facts = try ReportError.require(value["image"].flatMap(ImageFacts.init(validated:)), "image")
        text = try ReportError.require(value["text"]?.string, "text")
        pages = try ReportError.require(value["pages"]?.array, "pages")
        engines = try ReportError.require(value["engines"]?.array, "engines").compactMap(EngineUse.init(validated:))
        decodeMilliseconds = try ReportError.require(value["decodeMilliseconds"]?.int, "decodeMilliseconds")
        recognizeMilliseconds = try ReportError.require(value["recognizeMilliseconds"]?.int, "recognizeMilliseconds")
        try PageCheck.check(pages, recognizer: recognizer, pageCount: facts.pageCount)
    }
}

extension ImageFacts {
    fileprivate init?(validated value: JSONValue) {
        guard let format = value["format"]?.string.flatMap(Format.init), let width = value["width"]?.int,
            let height = value["height"]?.int, let pageCount = value["pageCount"]?.int,
            let orientation = value["orientation"]?["applied"]?.string.flatMap(ImageOrientation.init(name:)),
            let source = value["orientation"]?["source"]?.string.flatMap(OrientationSource.init)
        else { return nil }
        self.init(
            format: format, width: width, height: height, orientation: orientation, orientationSource: source,
            pageCount: pageCount)
    }
}

extension EngineUse {
    fileprivate init?(validated value: JSONValue) {
        guard let name = value["name"]?.string, let version = value["version"]?.string,
            let models = value["models"]?.array?.compactMap(\.string), let share = value["share"]?.double
        else { return nil }
        self.init(name: name, version: version, models: models, share: share)
    }
}
