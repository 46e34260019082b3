internal import LinuxSupport
internal import StrictJSON

/// A result or error record as a check sees it.
enum OutcomeRecord {
    /// Whole, and ours.
    case whole(JobID)
    /// Ours, and without these fields, or with an `id` that is none.
    case incomplete(missing: [String])
    /// JSON, and not ours.
    case foreign
    /// Not JSON: `reason` says where it ends to be.
    case torn(reason: String)

    enum Kind: String {
        case result = "ocrspool.result/1"
        case error = "ocrspool.error/1"

        /// Every record of the kind has all of them.
        var fields: [String] {
            switch self {
            case .result:
                [
                    "schema", "id", "requestId", "recognizer", "image", "text", "pages", "engines", "request",
                    "timings", "receivedAt", "completedAt", "attempts", "worker", "metadata",
                ]
            case .error:
                [
                    "schema", "id", "requestId", "code", "message", "stage", "retryable", "attempts", "image",
                    "request", "worker", "failedAt", "metadata",
                ]
            }
        }
    }

    /// Bytes of a record that is still checked.
    static let limit = 512 << 20

    init(_ bytes: [UInt8], of kind: Kind) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes, limits: JSONLimits(bytes: Self.limit, depth: 256))
        } catch {
            self = .torn(reason: error.description)
            return
        }
        guard value["schema"]?.string == kind.rawValue else {
            self = .foreign
            return
        }
        let missing = kind.fields.filter { value[$0] == nil }
        guard missing.isEmpty, let id = value["id"]?.string.flatMap(JobID.init(_:)) else {
            self = .incomplete(missing: missing.isEmpty ? ["id"] : missing)
            return
        }
        self = .whole(id)
    }
}
