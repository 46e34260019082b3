/// Requests that must be refused, with the place and reason that the producer is told.
struct BadRequest: Sendable {
    let text: String
    let message: String
    /// JSON Schema sees the parsed text only, and no order of pages.
    var isSchemaViolation = true

    static let all: [BadRequest] = fields + values + texts

    private static let fields = [
        BadRequest(
            text: #"{"langaugeHints": ["en"]}"#,
            message: #"line 1, column 2: unknown field "langaugeHints"; did you mean "languageHints"?"#),
        BadRequest(
            text: "{\n  \"priority\": 5,\n  \"time_out_seconds\": 3\n}",
            message: #"line 3, column 3: unknown field "time_out_seconds"; did you mean "timeoutSeconds"?"#),
        BadRequest(
            text: #"{"region": {"x": 1, "y": 2, "w": 3, "height": 4}}"#,
            message: #"line 1, column 29: unknown field "region.w"; the fields of "region" are x, y, width, height"#),
        BadRequest(
            text: #"{"region": {"x": 1, "y": 2, "width": 3}}"#,
            message: #"line 1, column 12: "region.height" is missing"#),
        BadRequest(text: "[]", message: "line 1, column 1: the whole text must be an object, not an array"),
        BadRequest(text: "null", message: "line 1, column 1: the whole text must be an object, not null"),
    ]

    private static let values = [
        BadRequest(
            text: #"{"id": "../../etc/passwd"}"#,
            message:
                #"line 1, column 8: "id" must be 1 to 128 letters, digits, ".", "_" or "-", the first a letter or digit, not "../../etc/passwd""#
        ),
        BadRequest(
            text: #"{"id": ""}"#,
            message:
                #"line 1, column 8: "id" must be 1 to 128 letters, digits, ".", "_" or "-", the first a letter or digit, not """#
        ),
        BadRequest(
            text: #"{"recognizer": "documnet"}"#,
            message:
                #"line 1, column 16: "recognizer" must be "auto", "text" or "document", not "documnet"; did you mean "document"?"#
        ),
        BadRequest(
            text: #"{"model": null}"#, message: #"line 1, column 11: "model" must be a string, not null"#),
        BadRequest(
            text: #"{"engine": "ppocr"}"#,
            message: #"line 1, column 12: "engine" cannot be "ppocr" in this version, only "auto" or "tesseract""#),
        BadRequest(
            text: #"{"engine": "abbyy"}"#,
            message: #"line 1, column 12: "engine" must be "auto" or "tesseract", not "abbyy""#),
        BadRequest(
            text: #"{"outputs": ["txt", "hocr"]}"#,
            message: #"line 1, column 21: "outputs[1]" cannot be "hocr" in this version, only "json" or "txt""#),
        BadRequest(
            text: #"{"outputs": ["txt", "txt"]}"#,
            message: #"line 1, column 21: "outputs[1]" repeats "txt", which stands before it already"#),
        BadRequest(
            text: #"{"script": "../eng"}"#,
            message:
                #"line 1, column 12: "script" must be "auto", "latin", "chinese", "devanagari", "japanese", "korean" or the name of an installed script, not "../eng""#
        ),
        BadRequest(
            text: #"{"languageHints": "en"}"#,
            message: #"line 1, column 19: "languageHints" must be an array, not a string"#),
        BadRequest(
            text: #"{"languageHints": ["en_US"]}"#,
            message:
                #"line 1, column 20: "languageHints[0]" must be a BCP 47 tag such as "en" or "zh-Hant", not "en_US""#
        ),
        BadRequest(
            text: #"{"languageHints": ["aa","bb","cc","dd","ee","ff","gg","hh","ii"]}"#,
            message: #"line 1, column 19: "languageHints" must have at most 8 elements, not 9"#),
        BadRequest(
            text: #"{"orientation": 9}"#, message: #"line 1, column 17: "orientation" must be from 1 to 8, not 9"#),
        BadRequest(
            text: #"{"orientation": true}"#,
            message: #"line 1, column 17: "orientation" must be a string or a whole number, not true"#),
        BadRequest(
            text: #"{"region": {"x": -1, "y": 2, "width": 3, "height": 4}}"#,
            message: #"line 1, column 18: "region.x" must be from 0 to 1000000, not -1"#),
        BadRequest(
            text: #"{"region": {"x": 1, "y": 2, "width": 0, "height": 4}}"#,
            message: #"line 1, column 38: "region.width" must be from 1 to 1000000, not 0"#),
        BadRequest(
            text: #"{"region": [1, 2, 3, 4]}"#,
            message: #"line 1, column 12: "region" must be an object, not an array"#),
        BadRequest(
            text: #"{"pages": "0-2"}"#,
            message: #"line 1, column 11: "pages" must be page numbers and ranges such as "1-3,7", not "0-2""#),
        BadRequest(
            text: #"{"pages": "1, 2"}"#,
            message: #"line 1, column 11: "pages" must be page numbers and ranges such as "1-3,7", not "1, 2""#),
        BadRequest(
            text: #"{"pages": "3-1"}"#,
            message: #"line 1, column 11: "pages" must ascend, but 3-1 goes backwards"#, isSchemaViolation: false),
        BadRequest(
            text: #"{"pages": "1-3,3"}"#,
            message: #"line 1, column 11: "pages" must ascend without overlap, but 3 comes after 3"#,
            isSchemaViolation: false),
        BadRequest(
            text: #"{"priority": 10}"#, message: #"line 1, column 14: "priority" must be from 0 to 9, not 10"#),
        BadRequest(
            text: #"{"priority": 4.5}"#,
            message: #"line 1, column 14: "priority" must be a whole number, not 4.5"#),
        BadRequest(
            text: #"{"priority": "5"}"#,
            message: #"line 1, column 14: "priority" must be a whole number, not a string"#),
        BadRequest(
            text: #"{"timeoutSeconds": 601}"#,
            message: #"line 1, column 20: "timeoutSeconds" must be from 1 to 600, not 601"#),
        BadRequest(
            text: #"{"timeoutSeconds": 0}"#,
            message: #"line 1, column 20: "timeoutSeconds" must be from 1 to 600, not 0"#),
        BadRequest(
            text: #"{"acceptTruncated": "yes"}"#,
            message: #"line 1, column 21: "acceptTruncated" must be true or false, not a string"#),
        BadRequest(
            text: #"{"bytes": -1}"#,
            message: #"line 1, column 11: "bytes" must be from 0 to 9007199254740991, not -1"#),
        BadRequest(
            text: #"{"sha256": "abc"}"#,
            message: #"line 1, column 12: "sha256" must be 64 hexadecimal digits, not "abc""#),
        BadRequest(
            text: #"{"stream": "a\u001bb"}"#,
            message:
                #"line 1, column 12: "stream" must be 1 to 128 characters without control characters, not "a\u001bb""#
        ),
        BadRequest(
            text: #"{"metadata": [1]}"#,
            message: #"line 1, column 14: "metadata" must be an object, not an array"#),
    ]

    private static let texts = [
        BadRequest(
            text: #"{"priority": 1, "priority": 2}"#,
            message: #"line 1, column 17: the key "priority" stands twice in the same object"#,
            isSchemaViolation: false),
        BadRequest(
            text: "", message: "line 1, column 1: the text is empty; expected a JSON value", isSchemaViolation: false),
        BadRequest(
            text: "{\"priority\": 5,\n}",
            message: "line 1, column 15: remove the comma after the last part of the object",
            isSchemaViolation: false),
        BadRequest(
            text: "{priority: 5}", message: "line 1, column 2: expected a key in double quotes but found p",
            isSchemaViolation: false),
        BadRequest(
            text: #"{"metadata": {"a": 1e999}}"#, message: "line 1, column 20: the number 1e999 is too large",
            isSchemaViolation: false),
        BadRequest(
            text: #"{"metadata": {"a": NaN}}"#, message: "line 1, column 20: JSON has no number for NaN",
            isSchemaViolation: false),
        BadRequest(
            text: "\u{FEFF}{}",
            message: "line 1, column 1: the text begins with a byte order mark; save it as UTF-8 without one",
            isSchemaViolation: false),
    ]
}
