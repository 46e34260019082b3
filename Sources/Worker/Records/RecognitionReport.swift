package import StrictJSON
package import TextRecognition

/// What a recognizer child answered for a job, after it was checked.
package enum RecognitionReport: Hashable, Sendable {
    case recognized(RecognizedImage)
    case failed(RecognitionError)
}

/// A recognized image as the supervisor keeps it: the hierarchy stays JSON, to be written again as it is.
package struct RecognizedImage: Hashable, Sendable {
    /// `.text` or `.document`.
    package var recognizer: RecognitionRequest.Recognizer
    package var recognizerReason: String
    package var facts: ImageFacts
    /// All pages' texts.
    package var text: String
    /// Each follows the schema of a page of `recognizer` and has its boxes within the page.
    package var pages: [JSONValue]
    package var engines: [EngineUse]
    package var decodeMilliseconds: Int
    package var recognizeMilliseconds: Int
}

extension RecognitionReport {
    /// The report of a child that recognized its image.
    package static func bytes(of result: RecognitionResult) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("recognized")
            writer.object { write(result, into: &$0) }
            writer.key("failed")
            writer.null()
        }
        return writer.bytes
    }

    /// The report of a child that could not.
    package static func bytes(of error: RecognitionError) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("recognized")
            writer.null()
            writer.key("failed")
            writer.object { writer in
                writer.member("code", error.code.rawValue)
                writer.member("stage", error.stage.rawValue)
                writer.member("message", error.message)
            }
        }
        return writer.bytes
    }

    private static func write(_ result: RecognitionResult, into writer: inout JSONWriter) {
        writer.member("recognizer", result.recognizer.rawValue)
        writer.member("recognizerReason", result.recognizerReason)
        writer.key("image")
        writer.object { result.image.writeMembers(into: &$0) }
        writer.member("text", result.text)
        writer.key("pages")
        writer.array { writer in
            for page in result.pages { PageWriter.write(page, into: &writer) }
        }
        writer.key("engines")
        result.engines.write(into: &writer)
        writer.member("decodeMilliseconds", result.decodeTime.wholeMilliseconds)
        writer.member("recognizeMilliseconds", result.recognizeTime.wholeMilliseconds)
    }
}

extension ImageFacts {
    /// Format, size, orientation and page count, in the record's order.
    func writeMembers(into writer: inout JSONWriter) {
        writer.member("format", format.rawValue)
        writeMeasures(into: &writer)
    }

    /// What stands after the file's own facts in a result record.
    func writeMeasures(into writer: inout JSONWriter) {
        writer.member("width", width)
        writer.member("height", height)
        writer.key("orientation")
        writer.object { writer in
            writer.member("applied", orientation.name)
            writer.member("source", orientationSource.rawValue)
        }
        writer.member("pageCount", pageCount)
    }
}

extension [EngineUse] {
    func write(into writer: inout JSONWriter) {
        writer.array { writer in
            for engine in self {
                writer.object { writer in
                    writer.member("name", engine.name)
                    writer.member("version", engine.version)
                    writer.key("models")
                    writer.strings(engine.models)
                    writer.member("share", engine.share, decimals: 4)
                }
            }
        }
    }
}

extension Duration {
    /// Rounded down; 0 when negative.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return max(0, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
