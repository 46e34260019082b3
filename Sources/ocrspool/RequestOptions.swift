internal import LinuxSupport
internal import StrictJSON
internal import Worker

/// The options that make up a request. Each stands for one field; what a field may hold is known by the request's
/// schema alone, and its complaints are told under the option's name.
enum RequestOptions {
    /// The file with a whole request.
    static let file = Option.value("request", "FILE", "A request as JSON; the options below go before its fields")

    private struct Field {
        let option: Option
        /// The request's field.
        let name: String
        /// The option's texts as the field's value.
        let value: @Sendable ([String]) throws(CommandError) -> JSONValue
    }

    /// How to read an image; for every command that has one read.
    static var recognition: [Option] { [file] + recognitionFields.map(\.option) }
    /// What concerns the queue, too.
    static var all: [Option] { recognition + jobFields.map(\.option) }

    /// The request of the command line: the file's, with the options over it.
    /// - Throws: a usage error for what the schema refuses.
    static func request(_ arguments: ParsedArguments) throws(CommandError) -> JobRequest {
        var request = try optionsRequest(arguments)
        if let path = arguments.path(file) { request = request.merging(over: try fileRequest(path)) }
        return request
    }

    private static func optionsRequest(_ arguments: ParsedArguments) throws(CommandError) -> JobRequest {
        var members: [JSONObject.Member] = []
        for field in recognitionFields + jobFields where arguments.has(field.option) {
            let value = try field.value(try arguments.texts(field.option))
            members.append(JSONObject.Member(key: field.name, value: value))
        }
        do throws(JobRequestError) {
            return try JobRequest(decoding: JSONValue(.object(JSONObject(members: members))).bytes())
        } catch {
            throw complaint(error)
        }
    }

    /// `"priority" must be from 0 to 9, not 12` is told as `--priority must be …`.
    private static func complaint(_ error: JobRequestError) -> CommandError {
        let name = error.pointer.map { String($0.dropFirst().prefix { $0 != "/" }) }
        guard let field = (recognitionFields + jobFields).first(where: { $0.name == name }) else {
            return .usage(error.reason)
        }
        guard error.reason.hasPrefix("\"") else { return .usage("--\(field.option.name): \(error.reason)") }
        // The complaint begins with the field, or with a part of it, as in "region.height".
        let parts = error.reason.split(separator: "\"", maxSplits: 1)
        let inner = parts[0].dropFirst(field.name.count)
        let part = inner.hasPrefix(".") ? " (\(inner.dropFirst()))" : ""
        return .usage("--\(field.option.name)\(part)\(parts.count > 1 ? parts[1] : "")")
    }

    private static func fileRequest(_ path: [UInt8]) throws(CommandError) -> JobRequest {
        let shown = DisplayText.escaped(path)
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes = try FileDescriptor.openForReading(path: path).readAll(limit: 65_537, shown)
        } catch {
            throw CommandError(.noInput, "the request \(shown) cannot be read (\(error.reason))")
        }
        do throws(JobRequestError) {
            return try JobRequest(decoding: bytes)
        } catch {
            throw .usage("the request \(shown) is not valid: \(error.message)")
        }
    }

    private static let recognitionFields: [Field] = [
        text("recognizer", "NAME", "auto, text (signs, scattered text) or document (pages); default auto"),
        text("model", "NAME", "For text: sparse (scattered text) or dense (a page); default sparse"),
        text("engine", "NAME", "auto or tesseract; default auto"),
        text(
            "script", "NAME", "auto, latin, chinese, devanagari, japanese, korean or an installed script; default auto"),
        list(
            "language", "languageHints", "TAG", "A language to expect, as BCP 47 tag; several with commas, best first"),
        Field(
            option: .value(
                "orientation", "NAME",
                "auto, exif, topLeft … leftBottom, up … leftMirrored, or 1 to 8 as in EXIF; default auto"),
            name: "orientation",
            value: { (texts) throws(CommandError) in Int(texts[0]).map(JSONValue.int) ?? .string(texts[0]) }),
        Field(
            option: .value("region", "X,Y,WIDTH,HEIGHT", "Read only there; in pixels of the upright image"),
            name: "region", value: region),
        text("pages", "LIST", "Pages of a multi-page file, e.g. 1-3,7; default all"),
        text("detail", "NAME", "text, word or symbol; default word for text, symbol for document"),
        number("job-timeout", "timeoutSeconds", "SECONDS", "Longest time for recognition (1 to 600)"),
        Field(
            option: .flag("accept-truncated", "Read what there is of an image that is cut"), name: "acceptTruncated",
            value: { (_) throws(CommandError) in true }),
        text("id", "ID", "The caller's own id, echoed as requestId; letters, digits, . _ -, at most 128"),
        Field(
            option: .value("metadata", "JSON", "An object that is echoed in the record"), name: "metadata",
            value: metadata),
    ]

    private static let jobFields: [Field] = [
        list("output", "outputs", "NAME", "A file beside the result, such as txt; several with commas"),
        number("priority", "priority", "N", "0 to 9, 9 is read first; default 5"),
        text(
            "stream", "NAME",
            "The stream of frames that the image is one of; of those that wait only the newest is read"),
    ]

    private static func text(_ name: String, _ word: String, _ summary: String) -> Field {
        Field(
            option: .value(name, word, summary), name: name,
            value: { (texts) throws(CommandError) in .string(texts[0]) })
    }

    private static func number(_ name: String, _ field: String, _ word: String, _ summary: String) -> Field {
        Field(
            option: .value(name, word, summary), name: field,
            value: { (texts) throws(CommandError) in
                guard let number = Int(texts[0]) else {
                    throw .usage("--\(name) must be a whole number, not \"\(DisplayText.escaped(texts[0]))\"")
                }
                return .int(number)
            })
    }

    private static func list(_ name: String, _ field: String, _ word: String, _ summary: String) -> Field {
        Field(
            option: .repeated(name, word, summary), name: field,
            value: { (texts) throws(CommandError) in
                .array(texts.flatMap { $0.split(separator: ",") }.map { .string(String($0)) })
            })
    }

    private static func region(_ texts: [String]) throws(CommandError) -> JSONValue {
        let numbers = texts[0].split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
            let height = numbers[3]
        else {
            throw .usage(
                "--region must be four whole numbers, X,Y,WIDTH,HEIGHT, not \"\(DisplayText.escaped(texts[0]))\"")
        }
        return ["x": .int(x), "y": .int(y), "width": .int(width), "height": .int(height)]
    }

    private static func metadata(_ texts: [String]) throws(CommandError) -> JSONValue {
        do throws(JSONTextError) {
            return try JSONValue(parsing: Array(texts[0].utf8))
        } catch {
            throw .usage("--metadata is no JSON: \(error)")
        }
    }
}
