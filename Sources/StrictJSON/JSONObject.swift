/// A JSON object: members in the order of the text.
package struct JSONObject: Hashable, Sendable {
    /// One name and its value. Equality ignores where the name stood.
    package struct Member: Hashable, Sendable {
        package var key: String
        /// Where the name's opening quote stood; `nil` for a member made in code.
        package var keyPosition: JSONPosition?
        package var value: JSONValue

        package init(key: String, at keyPosition: JSONPosition? = nil, value: JSONValue) {
            self.key = key
            self.keyPosition = keyPosition
            self.value = value
        }

        package static func == (left: Member, right: Member) -> Bool {
            ScalarString(left.key) == ScalarString(right.key) && left.value == right.value
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(ScalarString(key))
            hasher.combine(value)
        }
    }

    /// No two have the same key in a parsed object.
    package var members: [Member]

    package init(members: [Member] = []) { self.members = members }

    /// The value of the first member named `key`, in time linear in the number of members.
    package subscript(key: String) -> JSONValue? {
        members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }
}
