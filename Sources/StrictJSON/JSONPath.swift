/// The way from the root of a value to one of its parts.
struct JSONPath {
    enum Step {
        case key(String)
        case index(Int)
    }

    private var steps: [Step] = []

    var isRoot: Bool { steps.isEmpty }

    mutating func enter(_ step: Step) { steps.append(step) }
    mutating func leave() { steps.removeLast() }

    /// RFC 6901.
    var pointer: String {
        steps.map { step in
            switch step {
            case .index(let index): "/\(index)"
            case .key(let key): "/" + Self.escaped(key)
            }
        }.joined()
    }

    private static func escaped(_ key: String) -> String {
        key.reduce(into: "") { result, character in
            switch character {
            case "~": result += "~0"
            case "/": result += "~1"
            default: result.append(character)
            }
        }
    }

    /// For a sentence: `"region.x"`, `"outputs[1]"`, or `the whole text`.
    var text: String {
        if isRoot { return "the whole text" }
        var text = ""
        for step in steps {
            switch step {
            case .index(let index): text += "[\(index)]"
            case .key(let key): text += (text.isEmpty ? "" : ".") + JSONEscaping.excerpt(key)
            }
        }
        return "\"\(text)\""
    }
}
