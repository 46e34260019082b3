/// One walk over a value beside its schema.
struct JSONSchemaValidation {
    private let document: JSONSchemaDocument
    private var path = JSONPath()

    init(document: JSONSchemaDocument) { self.document = document }

    mutating func check(_ value: JSONValue, against schema: JSONSchema) throws(JSONSchemaViolation) {
        switch schema.rule {
        case .any: return
        case .reference(let name): try check(value, against: document.definition(name))
        case .oneOf(let alternatives): try check(value, againstOneOf: alternatives)
        case .anyOf(let alternatives): try check(value, againstAnyOf: alternatives)
        case .null: if !value.isNull { throw wrongType(value, schema) }
        case .boolean: if value.bool == nil { throw wrongType(value, schema) }
        case .openObject: if value.object == nil { throw wrongType(value, schema) }
        case .integer(let range):
            guard case .number(let number) = value.content else { throw wrongType(value, schema) }
            try check(number, in: range, of: value)
        case .number(let range):
            guard case .number(let number) = value.content else { throw wrongType(value, schema) }
            if !range.contains(number.double) {
                throw violation("must be \(JSONSchema.phrase(for: range)), not \(number.lexeme)", value)
            }
        case .string(let rule):
            guard case .string(let string) = value.content else { throw wrongType(value, schema) }
            if let complaint = rule.complaint(about: string) { throw violation(complaint, value) }
        case .array(let rule):
            guard case .array(let elements) = value.content else { throw wrongType(value, schema) }
            try check(elements, of: value, against: rule)
        case .object(let rule):
            guard case .object(let object) = value.content else { throw wrongType(value, schema) }
            try check(object, of: value, against: rule)
        }
    }

    private func check(
        _ number: JSONNumber, in range: ClosedRange<Int>, of value: JSONValue
    ) throws(JSONSchemaViolation) {
        // A number too large for Int is whole but out of range, and said to be so.
        if !(Double(range.lowerBound)...Double(range.upperBound)).contains(number.double) {
            throw violation("must be from \(range.lowerBound) to \(range.upperBound), not \(number.lexeme)", value)
        }
        if number.int == nil { throw violation("must be a whole number, not \(number.lexeme)", value) }
    }

    private mutating func check(
        _ elements: [JSONValue], of value: JSONValue, against rule: ArrayRule
    ) throws(JSONSchemaViolation) {
        if !rule.counts.contains(elements.count) {
            throw violation("must have \(rule.countText), not \(elements.count)", value)
        }
        for (index, element) in elements.enumerated() {
            path.enter(.index(index))
            try check(element, against: rule.items)
            path.leave()
        }
        if rule.isUnique { try checkUnique(elements) }
    }

    private mutating func checkUnique(_ elements: [JSONValue]) throws(JSONSchemaViolation) {
        var seen: Set<JSONValue> = []
        for (index, element) in elements.enumerated() where !seen.insert(element).inserted {
            path.enter(.index(index))
            let text = JSONEscaping.excerpt(String(decoding: element.bytes(), as: UTF8.self))
            throw violation("repeats \(text), which stands before it already", element)
        }
    }

    private mutating func check(
        _ object: JSONObject, of value: JSONValue, against rule: ObjectRule
    ) throws(JSONSchemaViolation) {
        var found = 0
        for member in object.members {
            guard let property = rule.properties.first(where: { $0.name.utf8.elementsEqual(member.key.utf8) }) else {
                throw unknown(member, rule)
            }
            if property.isRequired { found += 1 }
            path.enter(.key(member.key))
            try check(member.value, against: property.schema)
            path.leave()
        }
        // Keys of a parsed object differ, so the count tells whether all are there.
        if found == rule.properties.count(where: \.isRequired) { return }
        for property in rule.properties where property.isRequired && object[property.name] == nil {
            path.enter(.key(property.name))
            throw violation("is missing", value)
        }
    }

    private mutating func unknown(_ member: JSONObject.Member, _ rule: ObjectRule) -> JSONSchemaViolation {
        let parent = path
        path.enter(.key(member.key))
        let names = rule.properties.map(\.name)
        let advice =
            if let nearest = NearestName.of(member.key, among: names) {
                "did you mean \"\(nearest)\"?"
            } else {
                "the fields\(parent.isRoot ? "" : " of \(parent.text)") are \(names.joined(separator: ", "))"
            }
        return JSONSchemaViolation(
            position: member.keyPosition, pointer: path.pointer,
            message: "unknown field \(path.text); \(advice)")
    }

    /// Reports on the alternative that has the value's type, for the others are not what its writer meant.
    private mutating func check(
        _ value: JSONValue, againstOneOf alternatives: [JSONSchema]
    ) throws(JSONSchemaViolation) {
        if let meant = alternatives.first(where: { allows(value.content, $0) }) {
            return try check(value, against: meant)
        }
        throw wrongType(value, JSONSchema(.oneOf(alternatives)))
    }

    /// Reports on the alternative that the value follows furthest.
    private mutating func check(
        _ value: JSONValue, againstAnyOf alternatives: [JSONSchema]
    ) throws(JSONSchemaViolation) {
        let start = path
        var furthest: JSONSchemaViolation?
        for alternative in alternatives {
            do throws(JSONSchemaViolation) {
                return try check(value, against: alternative)
            } catch {
                path = start
                let reached = furthest?.position?.offset ?? -1
                if furthest == nil || (error.position?.offset ?? -1) > reached { furthest = error }
            }
        }
        if let furthest { throw furthest }
    }

    private func wrongType(_ value: JSONValue, _ schema: JSONSchema) -> JSONSchemaViolation {
        let wanted = typePhrases(of: schema).joined(separator: " or ")
        return violation("must be \(wanted), not \(JSONTypePhrase.of(value.content))", value)
    }

    private func violation(_ complaint: String, _ value: JSONValue) -> JSONSchemaViolation {
        JSONSchemaViolation(
            position: value.position, pointer: path.pointer, message: "\(path.text) \(complaint)")
    }

    /// Whether `content` is of the type that `schema` wants, whatever else it wants.
    private func allows(_ content: JSONContent, _ schema: JSONSchema) -> Bool {
        switch (schema.rule, content) {
        case (.any, _), (.null, .null), (.boolean, .bool), (.integer, .number), (.number, .number),
            (.string, .string), (.array, .array), (.object, .object), (.openObject, .object):
            true
        case (.oneOf(let alternatives), _), (.anyOf(let alternatives), _): alternatives.contains { allows(content, $0) }
        case (.reference(let name), _): allows(content, document.definition(name))
        case (.null, _), (.boolean, _), (.integer, _), (.number, _), (.string, _), (.array, _), (.object, _),
            (.openObject, _):
            false
        }
    }

    private func typePhrases(of schema: JSONSchema) -> [String] {
        switch schema.rule {
        case .any: ["any value"]
        case .null: ["null"]
        case .boolean: ["true or false"]
        case .integer: ["a whole number"]
        case .number: ["a number"]
        case .string: ["a string"]
        case .array: ["an array"]
        case .object, .openObject: ["an object"]
        case .oneOf(let alternatives), .anyOf(let alternatives): alternatives.flatMap { typePhrases(of: $0) }
        case .reference(let name): typePhrases(of: document.definition(name))
        }
    }
}
