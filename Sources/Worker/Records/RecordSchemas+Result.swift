package import StrictJSON
internal import TextRecognition

extension RecordSchemas {
    /// A result record.
    package static let result = JSONSchemaDocument(
        id: id("result"), title: "ocrspool result",
        root: .object(resultProperties).described("What was read in one image."),
        definitions: pageDefinitions)

    private static var resultProperties: [ObjectRule.Property] {
        [
            .required("schema", .string(oneOf: [ResultRecord.schema])),
            .required("id", jobID),
            .required("requestId", requestID),
            .required("recognizer", usedRecognizer.described("Which recognizer read the image.")),
            .required("recognizerReason", recognizerReason),
            .required("image", .object(nameProperties + resultImageProperties)),
            .required("text", .string().described("All pages' texts.")),
            .required(
                "pages",
                .array(of: .anyOf(.reference("textPage"), .reference("documentPage")), counts: pageCounts)
                    .described("All of the kind that recognizer tells.")),
            .required("engines", engines),
            .required("request", effectiveRequest),
            .required("timings", timings),
            .required("receivedAt", timestamp),
            .required("completedAt", timestamp),
            .required("attempts", .integer(1...1_000_000)),
            .required("worker", worker),
            .required("metadata", .openObject.described("As the request gave it.")),
        ]
    }

    /// `format`, the file's size and hash, then the rest of the facts.
    private static var resultImageProperties: [ObjectRule.Property] {
        imageFacts.prefix(1) + [.required("bytes", .integer()), .required("sha256", sha256)] + imageFacts.dropFirst()
    }

    private static var timings: JSONSchema {
        .object(
            ["queuedMilliseconds", "decodeMilliseconds", "recognizeMilliseconds", "totalMilliseconds"]
                .map { .required($0, .integer()) })
    }

    private static var effectiveRequest: JSONSchema {
        .object([
            .required("id", requestID),
            .required("recognizer", choice(RecognitionRequest.Recognizer.self)),
            .required("model", choice(RecognitionRequest.Model.self)),
            .required("engine", choice(JobRequest.Engine.self)),
            .required("script", .string(pattern: StringForm.script)),
            .required("languageHints", .array(of: .string(pattern: StringForm.language), counts: 0...8)),
            .required("orientation", .string(oneOf: ["auto", "exif"] + ImageOrientation.allCases.map(\.name))),
            .required("region", region.orNull),
            .required("pages", .string(pattern: StringForm.pages).orNull.described("Null for all.")),
            .required("detail", choice(RecognitionRequest.Detail.self)),
            .required("outputs", .array(of: choice(JobRequest.Output.self), counts: 1...8, isUnique: true)),
            .required("priority", .integer(0...9)),
            .required("stream", .string(pattern: StringForm.stream).orNull),
            .required("timeoutSeconds", .integer(1...1_000_000)),
            .required("acceptTruncated", .boolean),
            .required("bytes", .integer().orNull),
            .required("sha256", sha256.orNull),
        ]).described("The request with every default filled in; metadata stands beside it.")
    }

    // What result and error records share.

    static var jobID: JSONSchema {
        .string(maximumLength: 128).described("The job's, made by the worker; sortable by time.")
    }

    static var requestID: JSONSchema {
        .string(pattern: StringForm.requestID).orNull.described("The request's id.")
    }

    static var nameProperties: [ObjectRule.Property] {
        [
            .required("name", .string().orNull.described("Path below the inbox; U+FFFD for what is not UTF-8.")),
            .required(
                "nameBytes", .string(pattern: StringForm.base64).orNull.described("Base64 of a name that is not UTF-8.")
            ),
        ]
    }

    static var sha256: JSONSchema { .string(pattern: StringForm.sha256) }
    static var timestamp: JSONSchema { .string(pattern: StringForm.timestamp).described("RFC 3339, UTC.") }
    static var worker: JSONSchema { .string(maximumLength: 300).described("host/pid") }
}
