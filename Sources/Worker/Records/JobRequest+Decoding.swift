package import StrictJSON
internal import TextRecognition

extension JobRequest {
    /// The most seconds that a request may ask for, unless the server sets another limit.
    package static let defaultTimeoutLimit = 600

    /// Decodes a request by `RecordSchemas.request`, at most 64 KiB and 16 levels deep.
    /// - Parameter timeoutLimit: The most that `timeoutSeconds` may say; default 600, at least 1.
    /// - Throws: `JobRequestError` with the place and reason of the first fault.
    package init(
        decoding bytes: [UInt8], timeoutLimit: Int = defaultTimeoutLimit
    ) throws(JobRequestError) {
        let value: JSONValue
        do throws(JSONTextError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw JobRequestError(position: error.position, pointer: nil, reason: error.message)
        }
        do throws(JSONSchemaViolation) {
            try RecordSchemas.request(timeoutLimit: timeoutLimit).validate(value)
        } catch {
            throw JobRequestError(position: error.position, pointer: error.pointer, reason: error.message)
        }
        try self.init(validated: value)
    }

    /// - Precondition: `value` follows the schema, which leaves only the order of pages to be checked.
    private init(validated value: JSONValue) throws(JobRequestError) {
        self.init()
        id = value["id"]?.string
        recognizer = value.choice("recognizer")
        model = value.choice("model")
        engine = value.choice("engine")
        script = value["script"]?.string
        languageHints = value["languageHints"]?.array?.compactMap(\.string)
        orientation = value["orientation"].flatMap(RecognitionRequest.Orientation.init(requested:))
        region = value["region"].flatMap(PixelRect.init(validated:))
        if let field = value["pages"], let text = field.string {
            pages = try Self.pages(text, in: field)
        }
        detail = value.choice("detail")
        outputs = value["outputs"]?.array?.compactMap { $0.string.flatMap(Output.init) }
        priority = value["priority"]?.int
        stream = value["stream"]?.string
        timeoutSeconds = value["timeoutSeconds"]?.int
        acceptTruncated = value["acceptTruncated"]?.bool
        self.bytes = value["bytes"]?.int
        sha256 = value["sha256"]?.string?.lowercased()
        metadata = value["metadata"]
    }

    private static func pages(
        _ text: String, in field: JSONValue
    ) throws(JobRequestError) -> [ClosedRange<Int>] {
        do throws(PageRangesError) {
            return try PageRanges.parse(text)
        } catch {
            throw JobRequestError(position: field.position, pointer: "/pages", reason: "\"pages\" \(error.complaint)")
        }
    }
}

extension JSONValue {
    /// The member `key` as a case of an enumeration of strings.
    fileprivate func choice<Choice: RawRepresentable<String>>(_ key: String) -> Choice? {
        self[key]?.string.flatMap(Choice.init)
    }
}

extension PixelRect {
    /// - Precondition: `value` is an object with the four whole numbers; `nil` otherwise.
    init?(validated value: JSONValue) {
        guard let x = value["x"]?.int, let y = value["y"]?.int, let width = value["width"]?.int,
            let height = value["height"]?.int
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }
}

/// Why a request cannot be used: `request-invalid`.
package struct JobRequestError: Error, Hashable, Sendable {
    package let position: JSONPosition?
    /// JSON Pointer of the field; `nil` when the text is no JSON.
    package let pointer: String?
    /// What is wrong, without the place.
    package let reason: String

    /// E.g. `line 1, column 2: unknown field "langaugeHints"; did you mean "languageHints"?`.
    package var message: String { position.map { "\($0): \(reason)" } ?? reason }
}
