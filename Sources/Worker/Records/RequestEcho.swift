package import StrictJSON

/// A request as an error record shows it, whether or not it could be used.
package struct RequestEcho: Hashable, Sendable {
    /// Of a request that is no JSON, so many bytes are shown.
    private static let excerptLength = 2048

    /// The request's JSON; `{"unparsed": …}` with the beginning of one that is none; null without a request.
    package let json: JSONValue
    /// The request's `id`, if it has a valid one.
    package let requestID: String?
    /// The request's `metadata`, or an empty object.
    package let metadata: JSONValue

    /// - Parameter bytes: The request as it came; `nil` without one.
    package init(_ bytes: [UInt8]?) {
        guard let bytes else {
            self.init(json: .null)
            return
        }
        if let value = try? JSONValue(parsing: bytes) {
            self.init(json: value)
        } else {
            self.init(json: ["unparsed": .string(String(recording: bytes.prefix(Self.excerptLength)))])
        }
    }

    private init(json: JSONValue) {
        self.json = json
        requestID = json["id"]?.string.flatMap { StringForm.requestID.matches($0) ? $0 : nil }
        metadata = json["metadata"].flatMap { $0.object == nil ? nil : $0 } ?? [:]
    }
}
