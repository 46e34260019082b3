internal import StrictJSON
internal import TextRecognition

extension RecordSchemas {
    /// What a recognizer child answers. Pages are checked one by one, by the recognizer that read them.
    static let report = JSONSchemaDocument(
        id: id("report"), title: "ocrspool recognizer report",
        root: .object([
            .required("recognized", .object(reportProperties).orNull),
            .required("failed", failure.orNull),
        ]))

    static let textPage = JSONSchemaDocument(
        id: id("text-page"), title: "ocrspool text page", root: .reference("textPage"),
        definitions: pageDefinitions)

    static let documentPage = JSONSchemaDocument(
        id: id("document-page"), title: "ocrspool document page", root: .reference("documentPage"),
        definitions: pageDefinitions)

    static let pageCounts = 1...10_000

    private static var reportProperties: [ObjectRule.Property] {
        [
            .required("recognizer", usedRecognizer),
            .required("recognizerReason", recognizerReason),
            .required("image", .object(imageFacts)),
            .required("text", .string()),
            .required("pages", .array(of: .any, counts: pageCounts)),
            .required("engines", engines),
            .required("decodeMilliseconds", .integer()),
            .required("recognizeMilliseconds", .integer()),
        ]
    }

    static var usedRecognizer: JSONSchema { .string(oneOf: ["text", "document"]) }

    static var recognizerReason: JSONSchema {
        .string(maximumLength: 1000).described("Why that recognizer: requested, or what auto found.")
    }

    static var imageFacts: [ObjectRule.Property] {
        [
            .required("format", choice(ImageFacts.Format.self)),
            .required("width", .integer(1...32_767).described("Pixels of the upright first page that was read.")),
            .required("height", .integer(1...32_767)),
            .required(
                "orientation",
                .object([
                    .required("applied", .string(oneOf: ImageOrientation.allCases.map(\.name))),
                    .required("source", choice(ImageFacts.OrientationSource.self)),
                ]).described("How the stored pixels were turned upright, and who said so.")),
            .required("pageCount", .integer(1...1_000_000).described("Of the file, read or not.")),
        ]
    }

    static var engines: JSONSchema {
        .array(
            of: .object([
                .required("name", .string(maximumLength: 100)),
                .required("version", .string(maximumLength: 100)),
                .required("models", .array(of: .string(maximumLength: 100), counts: 0...100)),
                .required("share", .number(0...1).described("Part of the lines that it read.")),
            ]), counts: 0...10)
    }

    private static var failure: JSONSchema {
        .object([
            .required("code", choice(RecognitionError.Code.self)),
            .required("stage", choice(RecognitionError.Stage.self)),
            .required("message", .string(maximumLength: 2000)),
        ])
    }
}
