internal import LinuxSupport
internal import StrictJSON

/// Reads a command line: `--name value` or `--name=value`, options and operands in any order, `--` ends the options.
struct ArgumentParser {
    let options: [Option]

    private var flags: Set<String> = []
    private var values: [String: [[UInt8]]] = [:]
    private var operands: [[UInt8]] = []

    init(options: [Option]) { self.options = options + [.help] }

    static func parse(_ arguments: [[UInt8]], options: [Option]) throws(CommandError) -> ParsedArguments {
        var parser = ArgumentParser(options: options)
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == Array("--".utf8) {
                parser.operands += rest
                break
            }
            try parser.take(argument, &rest)
        }
        return ParsedArguments(operands: parser.operands, flags: parser.flags, values: parser.values)
    }

    private mutating func take(_ argument: [UInt8], _ rest: inout ArraySlice<[UInt8]>) throws(CommandError) {
        guard argument.first == UInt8(ascii: "-"), argument.count > 1 else {
            operands.append(argument)
            return
        }
        guard argument.starts(with: Array("--".utf8)) else {
            if argument == Array("-h".utf8) {
                flags.insert(Option.help.name)
                return
            }
            let text = DisplayText.escaped(argument)
            throw .usage("unknown option \(text); a name that begins with - is written ./\(text) or after --")
        }
        let parts = argument.dropFirst(2).split(
            separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let option = try find(String(decoding: parts[0], as: UTF8.self))
        switch option.kind {
        case .flag:
            if parts.count > 1 { throw .usage("--\(option.name) takes no value") }
            flags.insert(option.name)
        case .value(let word), .repeated(let word):
            let value = try parts.count > 1 ? Array(parts[1]) : nextValue(of: option, word, &rest)
            if case .value = option.kind, values[option.name] != nil {
                throw .usage("--\(option.name) is given twice")
            }
            values[option.name, default: []].append(value)
        case .optional:
            if flags.contains(option.name) { throw .usage("--\(option.name) is given twice") }
            flags.insert(option.name)
            if parts.count > 1 {
                values[option.name] = [Array(parts[1])]
            } else if let next = rest.first, !next.isEmpty, next.allSatisfy({ (0x30...0x39).contains($0) }) {
                values[option.name] = [next]
                rest.removeFirst()
            }
        }
    }

    /// A value may begin with a dash, as -1 does. What begins with two is an option, and the value was forgotten; such
    /// a value is given as --name=value.
    private func nextValue(
        of option: Option, _ word: String, _ rest: inout ArraySlice<[UInt8]>
    ) throws(CommandError) -> [UInt8] {
        guard let next = rest.first, !next.starts(with: Array("--".utf8)) else {
            throw .usage("--\(option.name) needs a value: \(option.form)")
        }
        rest.removeFirst()
        return next
    }

    private func find(_ name: String) throws(CommandError) -> Option {
        if let option = options.first(where: { $0.name == name }) { return option }
        let advice = NearestName.of(name, among: options.map(\.name)).map { "; did you mean --\($0)?" } ?? ""
        throw .usage("unknown option --\(DisplayText.escaped(name, limit: 60))\(advice)")
    }
}
