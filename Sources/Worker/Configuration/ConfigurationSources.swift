internal import LinuxSupport

/// Where settings come from: first the command line, then the environment (`OCRSPOOL_*`), then a file, then the
/// defaults. Kept, so that everything can be read again.
package struct ConfigurationSources: Sendable {
    /// Values by option, as they were written, several only of one that may be repeated. A presence counts as `on`.
    package var options: [String: [String]]
    package var environment: [String: String]
    /// The file of `--config`; `OCRSPOOL_CONFIG` names another when this is `nil`.
    package var file: String?

    package init(options: [String: [String]], environment: [String: String], file: String?) {
        self.options = options
        self.environment = environment
        self.file = file
    }

    /// Reads all sources. Variables of the environment that begin with `OCRSPOOL_` and are no setting are left alone,
    /// for they may be another command's.
    /// - Throws: the first value that is none, with its source and range.
    package func load() throws(ConfigurationError) -> Configuration {
        var configuration = Configuration()
        let path = file ?? environment["OCRSPOOL_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        let read = try path.map { (path) throws(ConfigurationError) in try ConfigurationFile(path: path) }
        var given: Set<String> = []
        for setting in Setting.all {
            // Every source is checked, also where another goes before it: a wrong value is an error wherever it stands.
            let values = [try option(setting), try variable(setting), read?.value(of: setting)]
            guard let value = values.lazy.compactMap({ $0 }).first else { continue }
            setting.apply(&configuration, value)
            given.insert(setting.key)
        }
        try Self.fitTimeouts(&configuration, isJobTimeoutGiven: given.contains("jobTimeoutSeconds"))
        if configuration.watchProgram == nil {
            configuration.watchProgram = WatchProgram.find(searchPath: environment["PATH"])
        }
        return configuration
    }

    private func option(_ setting: Setting) throws(ConfigurationError) -> SettingValue? {
        guard let texts = options[setting.option] else { return nil }
        return try read(from: .option(setting.option)) { () throws(SettingComplaint) in try setting.value(of: texts) }
    }

    /// An empty variable is as good as none, so that a unit file can leave one open.
    private func variable(_ setting: Setting) throws(ConfigurationError) -> SettingValue? {
        guard let text = environment[setting.variable], !text.isEmpty else { return nil }
        return try read(from: .variable(setting.variable)) { () throws(SettingComplaint) in try setting.value(of: text)
        }
    }

    private func read(
        from source: ConfigurationError.Source, _ value: () throws(SettingComplaint) -> SettingValue
    ) throws(ConfigurationError) -> SettingValue {
        do throws(SettingComplaint) {
            return try value()
        } catch {
            throw ConfigurationError(source, error.text)
        }
    }

    /// A lower limit lowers the default below it too, but not a value that somebody chose.
    private static func fitTimeouts(
        _ configuration: inout Configuration, isJobTimeoutGiven: Bool
    ) throws(ConfigurationError) {
        guard configuration.jobTimeout > configuration.maximumTimeout else { return }
        guard isJobTimeoutGiven else {
            configuration.jobTimeout = configuration.maximumTimeout
            return
        }
        throw ConfigurationError(
            .combination,
            "has a jobTimeoutSeconds of \(configuration.jobTimeout.components.seconds), which must not be more than "
                + "maximumTimeoutSeconds, \(configuration.maximumTimeout.components.seconds)")
    }
}

/// Finds the program that tells of events.
enum WatchProgram {
    static let name = "ocrspool-watch"

    /// Beside this program, else in the directories of `searchPath`, which are separated by colons.
    static func find(searchPath: String?) -> String? {
        let own = ThisProcess.executablePath.map { path in
            path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        }
        let others = (searchPath ?? "").split(separator: ":").map(String.init)
        return ([own].compactMap { $0 } + others).map { "\($0)/\(name)" }.first(where: ThisProcess.mayExecute)
    }
}

/// `text` in quotation marks, escaped and cut, for a message.
func quoted(_ text: String) -> String { "\"\(DisplayText.escaped(text, limit: 40))\"" }
