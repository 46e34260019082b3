/// A JSON value that knows where it stood in its text.
///
/// Equality and hash ignore positions: two values are equal when a reader of their JSON sees no difference but
/// white space. Strings are compared scalar by scalar, without Unicode normalization, and members in their order.
package struct JSONValue: Hashable, Sendable {
    package var content: JSONContent
    /// Where the value's first character stood; `nil` for a value made in code.
    package var position: JSONPosition?

    package init(_ content: JSONContent, at position: JSONPosition? = nil) {
        self.content = content
        self.position = position
    }

    package static func == (left: JSONValue, right: JSONValue) -> Bool { left.content == right.content }

    package func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

/// What a JSON value is.
package enum JSONContent: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// JSON Schema's word for the type, e.g. `object`; every number is a `number`.
    package var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

extension JSONContent: Hashable {
    package static func == (left: JSONContent, right: JSONContent) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): ScalarString(left) == ScalarString(right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let number): hasher.combine(number)
        case .string(let string): hasher.combine(ScalarString(string))
        case .array(let elements): hasher.combine(elements)
        case .object(let object): hasher.combine(object)
        }
    }
}

// What the value holds, when it is of that type.
extension JSONValue {
    package var isNull: Bool { content == .null }

    package var bool: Bool? {
        if case .bool(let value) = content { value } else { nil }
    }

    /// A whole number that fits `Int`, however it was spelled (`7`, `7.0`, `70e-1`).
    package var int: Int? {
        if case .number(let number) = content { number.int } else { nil }
    }

    package var double: Double? {
        if case .number(let number) = content { number.double } else { nil }
    }

    package var string: String? {
        if case .string(let string) = content { string } else { nil }
    }

    package var array: [JSONValue]? {
        if case .array(let elements) = content { elements } else { nil }
    }

    package var object: JSONObject? {
        if case .object(let object) = content { object } else { nil }
    }

    /// The member `key` of an object; `nil` for another type or when it is missing.
    package subscript(key: String) -> JSONValue? { object?[key] }
}

/// A string that is equal to another only when it has the same scalars, as JSON compares names.
struct ScalarString: Hashable {
    let string: String

    init(_ string: String) { self.string = string }

    static func == (left: ScalarString, right: ScalarString) -> Bool {
        left.string.utf8.elementsEqual(right.string.utf8)
    }

    func hash(into hasher: inout Hasher) {
        for byte in string.utf8 { hasher.combine(byte) }
    }
}
