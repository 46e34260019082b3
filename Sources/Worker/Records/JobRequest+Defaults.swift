internal import StrictJSON

extension JobRequest {
    /// Decodes the defaults of a folder, which are a request but for what belongs to one image alone.
    /// - Throws: `JobRequestError` with the place and reason of the first fault.
    package init(
        decodingDefaults bytes: [UInt8], timeoutLimit: Int = defaultTimeoutLimit
    ) throws(JobRequestError) {
        try self.init(decoding: bytes, timeoutLimit: timeoutLimit)
        let value = try? JSONValue(parsing: bytes)
        for key in ["id", "bytes", "sha256"] {
            guard let field = value?[key] else { continue }
            throw JobRequestError(
                position: field.position, pointer: "/\(key)",
                reason: "\"\(key)\" belongs to one image and cannot be a folder's default")
        }
    }

    /// This request over a folder's `defaults`, as `MergedDefaults` has them; alone if there are none.
    ///
    /// The defaults were checked when they were taken in, by the limits of then: a `timeoutSeconds` beyond those of now
    /// is cut like any other.
    package func merging(overDefaults defaults: [UInt8]?) throws(JobRequestError) -> JobRequest {
        guard let defaults else { return self }
        return merging(over: try JobRequest(decoding: defaults, timeoutLimit: Self.longestTimeout))
    }

    /// Seconds; what no server's limit exceeds.
    private static let longestTimeout = 86_400
}
