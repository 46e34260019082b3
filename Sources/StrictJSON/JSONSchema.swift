/// What a JSON value must be: one description that both checks values and is printed as JSON Schema.
///
/// The two agree by construction for all but patterns, which carry a predicate for the one and a regular
/// expression for the other.
package struct JSONSchema: Sendable {
    package indirect enum Rule: Sendable {
        case any
        case null
        case boolean
        /// Both ends in ±2⁵³, so that every reader of JSON tells the same number.
        case integer(ClosedRange<Int>)
        /// An infinite end is no bound.
        case number(ClosedRange<Double>)
        case string(StringRule)
        case array(ArrayRule)
        case object(ObjectRule)
        /// Any object.
        case openObject
        /// Alternatives of different types, so that the type of a value chooses the one to report on.
        case oneOf([JSONSchema])
        /// Alternatives of one type. Each may be tried on a value, so they should not be nested.
        case anyOf([JSONSchema])
        /// The definition of that name in the document.
        case reference(String)
    }

    package var rule: Rule
    /// What the value means, for the reader of the printed schema; one sentence.
    package var description: String?

    package init(_ rule: Rule, description: String? = nil) {
        self.rule = rule
        self.description = description
    }
}

/// What a string must be. Lengths count Unicode scalars, as JSON Schema does.
package struct StringRule: Sendable {
    /// The only strings that are accepted; `nil` accepts any.
    package var values: [String]?
    /// Strings that are known to mean something, though not to this version; refused with a message of their own.
    package var unavailable: [String] = []
    package var maximumLength: Int?
    package var pattern: StringPattern?

    package init(
        values: [String]? = nil, unavailable: [String] = [], maximumLength: Int? = nil, pattern: StringPattern? = nil
    ) {
        self.values = values
        self.unavailable = unavailable
        self.maximumLength = maximumLength
        self.pattern = pattern
    }
}

/// A form that strings have.
package struct StringPattern: Sendable {
    /// Completes "… must be", e.g. `a BCP 47 language tag such as "en"`.
    package let name: String
    /// ECMA 262, anchored at both ends; for the printed schema.
    package let regex: String
    /// Accepts the same strings as `regex`.
    package let matches: @Sendable (String) -> Bool

    package init(_ name: String, regex: String, matches: @escaping @Sendable (String) -> Bool) {
        self.name = name
        self.regex = regex
        self.matches = matches
    }
}

/// What an array must be.
package struct ArrayRule: Sendable {
    package var items: JSONSchema
    package var counts: ClosedRange<Int>
    /// Whether no two elements may be equal.
    package var isUnique: Bool

    package init(of items: JSONSchema, counts: ClosedRange<Int>, isUnique: Bool = false) {
        self.items = items
        self.counts = counts
        self.isUnique = isUnique
    }
}

/// What an object must be: these members and no others.
package struct ObjectRule: Sendable {
    package struct Property: Sendable {
        package let name: String
        package let schema: JSONSchema
        package let isRequired: Bool
    }

    package var properties: [Property]

    package init(_ properties: [Property]) { self.properties = properties }
}

extension ObjectRule.Property {
    package static func required(_ name: String, _ schema: JSONSchema) -> Self {
        Self(name: name, schema: schema, isRequired: true)
    }

    package static func optional(_ name: String, _ schema: JSONSchema) -> Self {
        Self(name: name, schema: schema, isRequired: false)
    }
}

// Shorthands that let a schema be read like the document it becomes.
extension JSONSchema {
    /// Whole numbers that every reader of JSON tells exactly: 0…2⁵³−1.
    package static let naturalNumbers = 0...9_007_199_254_740_991

    package static var any: JSONSchema { JSONSchema(.any) }
    package static var null: JSONSchema { JSONSchema(.null) }
    package static var boolean: JSONSchema { JSONSchema(.boolean) }
    package static var openObject: JSONSchema { JSONSchema(.openObject) }

    package static func integer(_ range: ClosedRange<Int> = naturalNumbers) -> JSONSchema {
        JSONSchema(.integer(range))
    }

    package static func number(_ range: ClosedRange<Double> = -.infinity ... .infinity) -> JSONSchema {
        JSONSchema(.number(range))
    }

    package static func string(
        maximumLength: Int? = nil, pattern: StringPattern? = nil
    ) -> JSONSchema {
        JSONSchema(.string(StringRule(maximumLength: maximumLength, pattern: pattern)))
    }

    package static func string(oneOf values: [String], unavailable: [String] = []) -> JSONSchema {
        JSONSchema(.string(StringRule(values: values, unavailable: unavailable)))
    }

    package static func array(
        of items: JSONSchema, counts: ClosedRange<Int>, isUnique: Bool = false
    ) -> JSONSchema {
        JSONSchema(.array(ArrayRule(of: items, counts: counts, isUnique: isUnique)))
    }

    package static func object(_ properties: [ObjectRule.Property]) -> JSONSchema {
        JSONSchema(.object(ObjectRule(properties)))
    }

    package static func oneOf(_ alternatives: JSONSchema...) -> JSONSchema { JSONSchema(.oneOf(alternatives)) }
    package static func anyOf(_ alternatives: JSONSchema...) -> JSONSchema { JSONSchema(.anyOf(alternatives)) }
    package static func reference(_ name: String) -> JSONSchema { JSONSchema(.reference(name)) }

    /// This, or null.
    package var orNull: JSONSchema {
        JSONSchema(.oneOf([JSONSchema(rule), .null]), description: description)
    }

    package func described(_ description: String) -> JSONSchema { JSONSchema(rule, description: description) }
}
