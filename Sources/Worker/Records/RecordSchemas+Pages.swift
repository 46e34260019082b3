internal import StrictJSON
internal import TextRecognition

extension RecordSchemas {
    /// Most nodes of one level within another.
    private static let nodeCounts = 0...100_000

    /// `textPage` and `documentPage`, and what they refer to.
    static var pageDefinitions: [(name: String, schema: JSONSchema)] {
        [
            ("textPage", page(blocks: "textBlock").described("A page that the text recognizer read.")),
            ("textBlock", textNode(children: "lines", of: "textLine")),
            ("textLine", textNode(children: "elements", of: "textElement")),
            ("textElement", textNode(children: "symbols", of: "textSymbol")),
            ("textSymbol", .object(nodeProperties)),
            ("documentPage", page(blocks: "documentBlock").described("A page that the document recognizer read.")),
            (
                "documentBlock",
                documentNode(
                    children: "paragraphs", of: "documentParagraph",
                    own: [.required("type", choice(DocumentTextBlock.BlockType.self))])
            ),
            ("documentParagraph", documentNode(children: "words", of: "documentWord")),
            ("documentWord", documentNode(children: "symbols", of: "documentSymbol")),
            ("documentSymbol", .object(nodeProperties + [recognizedBreak])),
            ("languages", languages),
            ("cornerPoints", .array(of: point, counts: 4...4).described("Clockwise from the text's own top left.")),
            ("frame", frame.described("Columns x to x+width-1 and rows y to y+height-1 of the upright page.")),
            ("break", breakSchema.described("What separates the text from the next; before it when isPrefix.")),
            ("warning", warning),
        ]
    }

    private static func page(blocks: String) -> JSONSchema {
        .object([
            .required("page", .integer(1...1_000_000).described("One-based, in the file.")),
            .required("width", side(from: 1).described("Pixels of the upright page.")),
            .required("height", side(from: 1)),
            .required("text", .string()),
            .required("angle", angle.described("Mean of the lines; degrees, clockwise positive.")),
            .required("blocks", .array(of: .reference(blocks), counts: nodeCounts)),
            .required("warnings", .array(of: .reference("warning"), counts: 0...100)),
        ])
    }

    private static func textNode(children: String, of child: String) -> JSONSchema {
        .object(nodeProperties + [.required(children, .array(of: .reference(child), counts: nodeCounts))])
    }

    private static func documentNode(
        children: String, of child: String, own: [ObjectRule.Property] = []
    ) -> JSONSchema {
        .object(
            nodeProperties + [recognizedBreak] + own
                + [.required(children, .array(of: .reference(child), counts: nodeCounts))])
    }

    private static var nodeProperties: [ObjectRule.Property] {
        [
            .required("text", .string()),
            .required("confidence", .number(0...1)),
            .required("recognizedLanguages", .reference("languages")),
            .required("cornerPoints", .reference("cornerPoints")),
            .required("frame", .reference("frame")),
            .required("angle", angle),
        ]
    }

    private static var recognizedBreak: ObjectRule.Property { .required("recognizedBreak", .reference("break").orNull) }

    private static var angle: JSONSchema { .number(-180...180) }

    /// No image has a longer side.
    private static func side(from least: Int) -> JSONSchema { .integer(least...32_767) }

    private static var languages: JSONSchema {
        .array(
            of: .object([
                .required("languageCode", .string(maximumLength: 35)),
                .required("confidence", .number(0...1)),
            ]), counts: 0...100
        ).described("Best first.")
    }

    private static var point: JSONSchema { .object([.required("x", side(from: 0)), .required("y", side(from: 0))]) }

    private static var frame: JSONSchema {
        .object([
            .required("x", side(from: 0)), .required("y", side(from: 0)), .required("width", side(from: 1)),
            .required("height", side(from: 1)),
        ])
    }

    private static var breakSchema: JSONSchema {
        .object([
            .required("type", choice(TextRecognizedBreak.BreakType.self)),
            .required("isPrefix", .boolean),
        ])
    }

    private static var warning: JSONSchema {
        .object([
            .required("code", choice(RecognitionWarning.Code.self)),
            .required("message", .string(maximumLength: 1000)),
            .required("measured", .number().orNull.described("The figure that gave rise to the warning.")),
        ])
    }
}
