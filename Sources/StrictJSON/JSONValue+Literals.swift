// There is no literal `nil`: it would turn up as null where an absent value is meant.
extension JSONValue {
    package static var null: JSONValue { JSONValue(.null) }
    package static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }
    package static func int(_ value: Int) -> JSONValue { JSONValue(.number(JSONNumber(value))) }
    /// - Precondition: `value` is finite.
    package static func double(_ value: Double) -> JSONValue { JSONValue(.number(JSONNumber(value))) }
    package static func string(_ value: String) -> JSONValue { JSONValue(.string(value)) }
    package static func array(_ elements: [JSONValue]) -> JSONValue { JSONValue(.array(elements)) }

    /// An object with `members` in this order.
    package static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        JSONValue(.object(JSONObject(members: members.map { JSONObject.Member(key: $0.key, value: $0.value) })))
    }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    package init(booleanLiteral value: Bool) { self.init(.bool(value)) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) { self.init(.number(JSONNumber(value))) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    package init(floatLiteral value: Double) { self.init(.number(JSONNumber(value))) }
}

extension JSONValue: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(.string(value)) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: JSONValue...) { self.init(.array(elements)) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init(.object(JSONObject(members: members.map { JSONObject.Member(key: $0.0, value: $0.1) })))
    }
}
