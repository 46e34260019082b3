/// Reads one JSON text by recursive descent; the depth limit bounds the recursion.
struct JSONParser {
    var scanner: JSONScanner
    private let depthLimit: Int
    private var depth = 0

    init(bytes: [UInt8], depthLimit: Int) {
        scanner = JSONScanner(bytes: bytes)
        self.depthLimit = depthLimit
    }

    /// One value with nothing but white space around it.
    mutating func parseText() throws(JSONTextError) -> JSONValue {
        scanner.skipWhitespace()
        if scanner.isAtEnd { throw scanner.error("the text is empty; expected a JSON value") }
        let value = try parseValue()
        scanner.skipWhitespace()
        if !scanner.isAtEnd {
            throw scanner.error("expected the end of the text after its value but found \(try scanner.found())")
        }
        return value
    }

    private mutating func parseValue() throws(JSONTextError) -> JSONValue {
        let position = scanner.position
        let content: JSONContent =
            switch scanner.peek {
            case UInt8(ascii: "{"): .object(try parseObject())
            case UInt8(ascii: "["): .array(try parseArray())
            case UInt8(ascii: "\""): .string(try scanner.scanString())
            case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: .number(try scanner.scanNumber())
            default: try scanner.scanWord()
            }
        return JSONValue(content, at: position)
    }

    private mutating func enter(_ kind: String) throws(JSONTextError) {
        if depth == depthLimit {
            throw scanner.error("this \(kind) is nested deeper than the \(depthLimit) levels that are allowed")
        }
        depth += 1
        scanner.advance()
        scanner.skipWhitespace()
    }

    private mutating func leave() {
        scanner.advance()
        depth -= 1
    }

    private mutating func parseArray() throws(JSONTextError) -> [JSONValue] {
        try enter("array")
        var elements: [JSONValue] = []
        while scanner.peek != UInt8(ascii: "]") {
            if !elements.isEmpty { try scanComma(before: UInt8(ascii: "]"), in: "array") }
            elements.append(try parseValue())
            scanner.skipWhitespace()
        }
        leave()
        return elements
    }

    private mutating func parseObject() throws(JSONTextError) -> JSONObject {
        try enter("object")
        var members: [JSONObject.Member] = []
        var keys = JSONKeySet()
        while scanner.peek != UInt8(ascii: "}") {
            if !members.isEmpty { try scanComma(before: UInt8(ascii: "}"), in: "object") }
            let member = try parseMember()
            if !keys.insert(member.key, after: members) {
                throw JSONTextError(
                    position: member.keyPosition ?? scanner.position,
                    message: "the key \"\(JSONEscaping.excerpt(member.key))\" stands twice in the same object")
            }
            members.append(member)
            scanner.skipWhitespace()
        }
        leave()
        return JSONObject(members: members)
    }

    private mutating func parseMember() throws(JSONTextError) -> JSONObject.Member {
        let position = scanner.position
        guard scanner.peek == UInt8(ascii: "\"") else {
            throw scanner.error("expected a key in double quotes but found \(try scanner.found())")
        }
        let key = try scanner.scanString()
        scanner.skipWhitespace()
        guard scanner.peek == UInt8(ascii: ":") else {
            throw scanner.error(
                "expected a colon after the key \"\(JSONEscaping.excerpt(key))\" but found \(try scanner.found())")
        }
        scanner.advance()
        scanner.skipWhitespace()
        return JSONObject.Member(key: key, at: position, value: try parseValue())
    }

    private mutating func scanComma(before closing: UInt8, in kind: String) throws(JSONTextError) {
        let position = scanner.position
        let end = Character(Unicode.Scalar(closing))
        guard scanner.peek == UInt8(ascii: ",") else {
            throw scanner.error("expected a comma or \(end) in the \(kind) but found \(try scanner.found())")
        }
        scanner.advance()
        scanner.skipWhitespace()
        if scanner.peek == closing {
            throw JSONTextError(position: position, message: "remove the comma after the last part of the \(kind)")
        }
    }
}

/// The keys of one object; a set only when there are many, since most objects have few.
struct JSONKeySet {
    private static let few = 16
    private var seen: Set<ScalarString> = []

    /// Whether `key` is none of the keys of `members`, all of which have been inserted before.
    mutating func insert(_ key: String, after members: [JSONObject.Member]) -> Bool {
        if members.count < Self.few {
            return !members.contains { $0.key.utf8.elementsEqual(key.utf8) }
        }
        if seen.isEmpty { seen = Set(members.map { ScalarString($0.key) }) }
        return seen.insert(ScalarString(key)).inserted
    }
}
