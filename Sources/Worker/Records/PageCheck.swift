internal import StrictJSON
internal import TextRecognition

/// What the schema of a page cannot say: pages ascend, boxes and corners lie within the page, no text is blank.
struct PageCheck {
    private let page: Int
    private let width: Int
    private let height: Int

    static func check(
        _ pages: [JSONValue], recognizer: RecognitionRequest.Recognizer, pageCount: Int
    ) throws(ReportError) {
        let schema = recognizer == .document ? RecordSchemas.documentPage : RecordSchemas.textPage
        var last = 0
        for value in pages {
            try ReportError.wrap { () throws(JSONSchemaViolation) in try schema.validate(value) }
            let page = try ReportError.require(value["page"]?.int, "page")
            guard page > last, page <= pageCount else {
                throw ReportError(message: "page \(page) of \(pageCount) cannot follow page \(last)")
            }
            last = page
            let check = PageCheck(
                page: page, width: try ReportError.require(value["width"]?.int, "width"),
                height: try ReportError.require(value["height"]?.int, "height"))
            try check.checkNodes(value["blocks"])
        }
    }

    /// The levels have different names, and no node has more than one of them.
    private static let childKeys = ["lines", "elements", "symbols", "paragraphs", "words"]

    private func checkNodes(_ nodes: JSONValue?) throws(ReportError) {
        for node in nodes?.array ?? [] {
            try checkFrame(node)
            try checkCorners(node)
            try checkText(node)
            for key in Self.childKeys { try checkNodes(node[key]) }
        }
    }

    private func checkFrame(_ node: JSONValue) throws(ReportError) {
        let frame = try ReportError.require(node["frame"].flatMap(PixelRect.init(validated:)), "frame")
        // The schema has bounded all four, so the sums cannot overflow.
        if frame.x + frame.width > width || frame.y + frame.height > height {
            throw fault("a frame reaches beyond the page", node["frame"])
        }
    }

    /// A corner may stand on the page's right and lower edge, where its last pixels end.
    private func checkCorners(_ node: JSONValue) throws(ReportError) {
        for corner in node["cornerPoints"]?.array ?? [] {
            if corner["x"]?.int ?? .max > width || corner["y"]?.int ?? .max > height {
                throw fault("a corner lies beyond the page", corner)
            }
        }
    }

    /// Only a block that holds no text, a picture or a ruler, may have none.
    private func checkText(_ node: JSONValue) throws(ReportError) {
        if let type = node["type"]?.string, type != "text", type != "table" { return }
        let text = node["text"]?.string ?? ""
        if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { throw fault("a text is blank", node["text"]) }
    }

    private func fault(_ what: String, _ value: JSONValue?) -> ReportError {
        let place = value?.position.map { " (\($0))" } ?? ""
        return ReportError(message: "\(what) on page \(page)\(place)")
    }
}
