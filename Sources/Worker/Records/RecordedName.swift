package import StrictJSON

/// A path below the inbox, as bytes; records give it as text and, where that loses something, as bytes too.
package struct RecordedName: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// With U+FFFD for what is no UTF-8.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    private var isUTF8: Bool { text.utf8.elementsEqual(bytes) }

    /// Writes `name` and `nameBytes`: base64 of the bytes when they are no UTF-8, null otherwise.
    package static func writeMembers(of name: RecordedName?, into writer: inout JSONWriter) {
        writer.member("name", name?.text)
        writer.member("nameBytes", name?.encodedBytes)
    }

    /// Base64 of the bytes when they are no UTF-8; `nil` otherwise.
    package var encodedBytes: String? { isUTF8 ? nil : Base64.encode(bytes) }

    /// Reads what `writeMembers` wrote.
    /// - Returns: `nil` when there is no name, or its `nameBytes` are no base64.
    package init?(recordedIn image: JSONValue) {
        if let encoded = image["nameBytes"]?.string {
            guard let decoded = Base64.decode(encoded) else { return nil }
            bytes = decoded
        } else if let text = image["name"]?.string {
            bytes = Array(text.utf8)
        } else {
            return nil
        }
    }
}

extension String {
    /// Foreign bytes as text that every reader of records accepts: U+FFFD for what is no UTF-8, and for NUL.
    init(recording bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        self = text.utf8.contains(0) ? String(decoding: text.utf16.map { $0 == 0 ? 0xFFFD : $0 }, as: UTF16.self) : text
    }
}
