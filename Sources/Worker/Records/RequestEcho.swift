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

    /// - Parameters:
    ///   - bytes: The request as it came; `nil` without one.
    ///   - defaults: The defaults of the image's folder, which give the `metadata` that the request has not.
    package init(_ bytes: [UInt8]?, defaults: [UInt8]? = nil) {
        json = bytes.map(Self.json) ?? .null
        requestID = json["id"]?.string.flatMap { StringForm.requestID.matches($0) ? $0 : nil }
        let inherited = defaults.flatMap { try? JSONValue(parsing: $0) }
        metadata = Self.metadata(json) ?? inherited.flatMap(Self.metadata) ?? [:]
    }

    private static func json(_ bytes: [UInt8]) -> JSONValue {
        if let value = try? JSONValue(parsing: bytes) { return value }
        return ["unparsed": .string(String(recording: bytes.prefix(excerptLength)))]
    }

    private static func metadata(_ request: JSONValue) -> JSONValue? {
        request["metadata"].flatMap { $0.object == nil ? nil : $0 }
    }
}
