internal import LinuxSupport
internal import StrictJSON

/// Where a job ended.
struct Outcome {
    enum Kind: Hashable {
        case result
        case deadLetter
    }

    let kind: Kind
    /// Of the result below outbox, or of the folder below dead-letter.
    let path: RelativePath
    /// The result or the error record.
    let record: JSONValue

    /// All that was read; a result's.
    var text: String { record["text"]?.string ?? "" }
    var code: String? { record["code"]?.string }
    var message: String? { record["message"]?.string }
    var requestID: String? { record["requestId"]?.string }
}
