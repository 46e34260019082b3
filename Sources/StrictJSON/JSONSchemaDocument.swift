/// A schema with its name and the definitions that it refers to.
package struct JSONSchemaDocument: Sendable {
    /// A URI, absolute.
    package let id: String
    package let title: String
    package let root: JSONSchema
    /// In the order in which they are printed.
    package let definitions: [(name: String, schema: JSONSchema)]

    package init(
        id: String, title: String, root: JSONSchema, definitions: [(name: String, schema: JSONSchema)] = []
    ) {
        self.id = id
        self.title = title
        self.root = root
        self.definitions = definitions
    }

    /// Checks `value` from top to bottom, in the order of its text.
    /// - Throws: The first violation; a missing field counts as standing at the end of its object.
    package func validate(_ value: JSONValue) throws(JSONSchemaViolation) {
        var validation = JSONSchemaValidation(document: self)
        try validation.check(value, against: root)
    }

    /// The schema called `name`.
    /// - Precondition: there is one.
    func definition(_ name: String) -> JSONSchema {
        guard let found = definitions.first(where: { $0.name == name }) else {
            preconditionFailure("schema \(id) lacks the definition \(name)")
        }
        return found.schema
    }
}

/// Where and how a value is not what its schema wants.
package struct JSONSchemaViolation: Error, Hashable, Sendable {
    /// Where in the text; `nil` for a value made in code.
    package let position: JSONPosition?
    /// JSON Pointer (RFC 6901) of the value, or of the unknown member; empty for the whole text.
    package let pointer: String
    /// What is wrong and what would be right; begins in lower case, has no full stop and no control characters.
    package let message: String

    package init(position: JSONPosition?, pointer: String, message: String) {
        self.position = position
        self.pointer = pointer
        self.message = message
    }
}

extension JSONSchemaViolation: CustomStringConvertible {
    /// E.g. `line 2, column 3: unknown field "prioritty"; did you mean "priority"?`.
    package var description: String { position.map { "\($0): \(message)" } ?? message }
}
