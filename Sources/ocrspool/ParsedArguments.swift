internal import LinuxSupport

/// What a command line says, checked against the command's options.
struct ParsedArguments {
    /// Names of files and the like; bytes, for they need not be UTF-8.
    let operands: [[UInt8]]
    private let flags: Set<String>
    private let values: [String: [[UInt8]]]

    init(operands: [[UInt8]], flags: Set<String>, values: [String: [[UInt8]]]) {
        self.operands = operands
        self.flags = flags
        self.values = values
    }

    func has(_ option: Option) -> Bool { flags.contains(option.name) || values[option.name] != nil }

    /// The value of an option that is text; `nil` when it was not given.
    func text(_ option: Option) throws(CommandError) -> String? { try texts(option).first }

    /// All values of an option that can be repeated.
    func texts(_ option: Option) throws(CommandError) -> [String] {
        var texts: [String] = []
        for value in values[option.name] ?? [] {
            guard let text = String(validating: value, as: UTF8.self) else {
                throw .usage("--\(option.name) must be UTF-8, not \(DisplayText.escaped(value))")
            }
            texts.append(text)
        }
        return texts
    }

    /// The value of an option that names a file.
    func path(_ option: Option) -> [UInt8]? { values[option.name]?.first }

    func integer(_ option: Option, in range: ClosedRange<Int>) throws(CommandError) -> Int? {
        guard let text = try text(option) else { return nil }
        guard let number = Int(text), range.contains(number), !text.hasPrefix("+") else {
            throw .usage(
                "--\(option.name) must be a whole number from \(range.lowerBound) to \(range.upperBound), "
                    + "not \"\(DisplayText.escaped(text))\"")
        }
        return number
    }

    /// An operand as text.
    func text(operand index: Int) throws(CommandError) -> String {
        guard let text = String(validating: operands[index], as: UTF8.self) else {
            throw .usage("this name must be UTF-8: \(DisplayText.escaped(operands[index]))")
        }
        return text
    }
}
