internal import LinuxSupport
internal import Worker

/// The settings of `Configuration` as options of a command.
enum WorkerOptions {
    static let file = Option.value("config", "FILE", "Settings as JSON; default $OCRSPOOL_CONFIG")

    static var all: [Option] { [file] + Setting.all.map(option) }

    /// Those with the keys `keys`, and the file.
    static func named(_ keys: String...) -> [Option] {
        [file] + Setting.all.filter { keys.contains($0.key) }.map(option)
    }

    /// The settings' sources; only `options` are looked for on the command line.
    static func sources(
        _ arguments: ParsedArguments, options: [Option]
    ) throws(CommandError) -> ConfigurationSources {
        var given: [String: [String]] = [:]
        for setting in Setting.all {
            let option = option(setting)
            guard options.contains(option), arguments.has(option) else { continue }
            given[setting.option] = setting.kind == .presence ? ["on"] : try arguments.texts(option)
        }
        return ConfigurationSources(
            options: given, environment: ThisProcess.environment, file: try arguments.text(file))
    }

    static func configuration(
        _ arguments: ParsedArguments, options: [Option]
    ) throws(CommandError) -> Configuration {
        let sources = try sources(arguments, options: options)
        do { return try sources.load() } catch { throw CommandError(error) }
    }

    private static func option(_ setting: Setting) -> Option {
        switch setting.kind {
        case .integer(let range, let word):
            .value(
                setting.option, word,
                "\(setting.summary) (\(range.lowerBound) to \(range.upperBound)); default \(setting.defaultText)")
        case .text(let word): .value(setting.option, word, "\(setting.summary); default \(setting.defaultText)")
        case .choice(let names):
            .value(setting.option, names.joined(separator: "|"), "\(setting.summary); default \(setting.defaultText)")
        case .toggle: .value(setting.option, "on|off", "\(setting.summary); default \(setting.defaultText)")
        case .presence: .flag(setting.option, "\(setting.summary); default \(setting.defaultText)")
        case .languages: .value(setting.option, "TAGS", "\(setting.summary); default \(setting.defaultText)")
        case .globs:
            .repeated(setting.option, "GLOB", "\(setting.summary); may be repeated; default \(setting.defaultText)")
        }
    }
}
