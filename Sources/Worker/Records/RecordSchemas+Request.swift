package import StrictJSON
internal import TextRecognition

extension RecordSchemas {
    /// A request, and a folder's defaults.
    /// - Parameter timeoutLimit: The most that `timeoutSeconds` may say; at least 1.
    package static func request(timeoutLimit: Int = JobRequest.defaultTimeoutLimit) -> JSONSchemaDocument {
        JSONSchemaDocument(
            id: id("request"), title: "ocrspool request",
            root: .object(requestProperties(timeoutLimit: timeoutLimit)).described(
                "What to read in the image beside it, and how. Every field is optional; at most 64 KiB and 16 levels deep."
            ))
    }

    private static func requestProperties(timeoutLimit: Int) -> [ObjectRule.Property] {
        recognitionProperties + [
            .optional(
                "outputs",
                .array(
                    of: .string(
                        oneOf: JobRequest.Output.allCases.map(\.rawValue),
                        unavailable: ["hocr", "alto", "tsv", "pdf", "overlay", "gcv"]),
                    counts: 0...8, isUnique: true
                ).described("Files to write beside the result; json is always written, and last.")),
            .optional(
                "priority",
                .integer(0...9).described("9 is recognized first, 0 last; 5 when missing.")),
            .optional(
                "stream",
                .string(pattern: StringForm.stream).described(
                    "Of waiting images with the same stream only the newest is recognized.")),
            .optional(
                "timeoutSeconds",
                .integer(1...timeoutLimit).described("How long recognition may take; the server's limit when missing.")),
            .optional(
                "acceptTruncated",
                .boolean.described("Whether to read what there is of an image that is cut; false when missing.")),
            .optional(
                "bytes",
                .integer().described("Size of the image; it is complete when it has that size, and only then.")),
            .optional(
                "sha256",
                .string(pattern: StringForm.sha256).described(
                    "SHA-256 of the image in hexadecimal; it is complete when it has that hash, and only then.")),
            .optional("metadata", .openObject.described("Echoed in the result or error record, never read.")),
        ]
    }

    private static var recognitionProperties: [ObjectRule.Property] {
        [
            .optional(
                "id",
                .string(pattern: StringForm.requestID).described(
                    "The caller's own id, echoed as requestId; never part of a path.")),
            .optional(
                "recognizer",
                choice(RecognitionRequest.Recognizer.self).described(
                    "text for signs and scattered text, document for pages; auto (when missing) decides by the picture."
                )),
            .optional(
                "model",
                choice(RecognitionRequest.Model.self).described(
                    "For text: sparse (when missing) is scattered text, dense a page.")),
            .optional(
                "engine",
                .string(oneOf: JobRequest.Engine.allCases.map(\.rawValue), unavailable: ["ppocr"]).described(
                    "Which engine reads; auto when missing.")),
            .optional(
                "script",
                .string(pattern: StringForm.script).described(
                    "auto (when missing), latin, chinese, devanagari, japanese, korean, or an installed script.")),
            .optional(
                "languageHints",
                .array(of: .string(maximumLength: 35, pattern: StringForm.language), counts: 0...8, isUnique: true)
                    .described("BCP 47 tags of the languages to expect, best first.")),
            .optional(
                "orientation",
                .oneOf(.string(oneOf: RecognitionRequest.Orientation.requestNames), .integer(1...8)).described(
                    "How the stored pixels are turned upright: auto (when missing), exif, EXIF's name or number, or ML Kit's name."
                )),
            .optional("region", region.described("Recognize only this part; in pixels of the upright image.")),
            .optional(
                "pages",
                .string(maximumLength: 1000, pattern: StringForm.pages).described(
                    "Pages of a multi-page file, ascending, e.g. 1-3,7; all when missing.")),
            .optional(
                "detail",
                choice(RecognitionRequest.Detail.self).described(
                    "How deep the hierarchy goes; when missing, word for text and symbol for document.")),
        ]
    }

    static func choice<Choice: CaseIterable & RawRepresentable<String>>(_ type: Choice.Type) -> JSONSchema {
        .string(oneOf: Choice.allCases.map(\.rawValue))
    }

    /// Coordinates go beyond what any image has, so that a region outside is told as such.
    static var region: JSONSchema {
        .object([
            .required("x", .integer(0...1_000_000)),
            .required("y", .integer(0...1_000_000)),
            .required("width", .integer(1...1_000_000)),
            .required("height", .integer(1...1_000_000)),
        ])
    }
}
