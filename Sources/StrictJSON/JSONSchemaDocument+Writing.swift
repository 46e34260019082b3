extension JSONSchemaDocument {
    /// The document as JSON Schema, draft 2020-12; pretty, with a final line feed.
    package func bytes() -> [UInt8] {
        var writer = JSONWriter(layout: .pretty)
        writer.object { writer in
            writer.member("$schema", "https://json-schema.org/draft/2020-12/schema")
            writer.member("$id", id)
            writer.member("title", title)
            root.writeMembers(into: &writer)
            if !definitions.isEmpty {
                writer.key("$defs")
                writer.object { writer in
                    for definition in definitions {
                        writer.key(definition.name)
                        definition.schema.write(into: &writer)
                    }
                }
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}

extension JSONSchema {
    fileprivate func write(into writer: inout JSONWriter) {
        writer.object { writeMembers(into: &$0) }
    }

    fileprivate func writeMembers(into writer: inout JSONWriter) {
        if let description { writer.member("description", description) }
        switch rule {
        case .any: return
        case .null: writer.member("type", "null")
        case .boolean: writer.member("type", "boolean")
        case .openObject: writer.member("type", "object")
        case .integer(let range):
            writer.member("type", "integer")
            writer.member("minimum", range.lowerBound)
            writer.member("maximum", range.upperBound)
        case .number(let range):
            writer.member("type", "number")
            writer.bound("minimum", range.lowerBound)
            writer.bound("maximum", range.upperBound)
        case .string(let rule): rule.writeMembers(into: &writer)
        case .array(let rule): rule.writeMembers(into: &writer)
        case .object(let rule): rule.writeMembers(into: &writer)
        case .oneOf(let alternatives): writer.alternatives("oneOf", alternatives)
        case .anyOf(let alternatives): writer.alternatives("anyOf", alternatives)
        case .reference(let name): writer.member("$ref", "#/$defs/\(name)")
        }
    }
}

extension StringRule {
    fileprivate func writeMembers(into writer: inout JSONWriter) {
        writer.member("type", "string")
        if let values {
            writer.key("enum")
            writer.strings(values)
        }
        if let maximumLength { writer.member("maxLength", maximumLength) }
        if let pattern { writer.member("pattern", pattern.regex) }
    }
}

extension ArrayRule {
    fileprivate func writeMembers(into writer: inout JSONWriter) {
        writer.member("type", "array")
        writer.key("items")
        items.write(into: &writer)
        if counts.lowerBound > 0 { writer.member("minItems", counts.lowerBound) }
        writer.member("maxItems", counts.upperBound)
        if isUnique {
            writer.key("uniqueItems")
            writer.bool(true)
        }
    }
}

extension ObjectRule {
    fileprivate func writeMembers(into writer: inout JSONWriter) {
        writer.member("type", "object")
        writer.key("properties")
        writer.object { writer in
            for property in properties {
                writer.key(property.name)
                property.schema.write(into: &writer)
            }
        }
        let required = properties.filter(\.isRequired).map(\.name)
        if !required.isEmpty {
            writer.key("required")
            writer.strings(required)
        }
        writer.key("additionalProperties")
        writer.bool(false)
    }
}

extension JSONWriter {
    fileprivate mutating func alternatives(_ key: String, _ alternatives: [JSONSchema]) {
        self.key(key)
        array { writer in
            for alternative in alternatives { alternative.write(into: &writer) }
        }
    }

    fileprivate mutating func bound(_ key: String, _ value: Double) {
        guard value.isFinite else { return }
        self.key(key)
        double(value)
    }
}
