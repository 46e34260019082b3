internal import LinuxSupport
package import StrictJSON

/// The configuration file: a JSON object with a member for each setting that is not left at its default.
package struct ConfigurationFile: Hashable, Sendable {
    /// Bytes that a file may have.
    private static let longest = 65_536

    let path: String
    private let object: JSONValue

    /// What the file may hold.
    package static let schema = JSONSchemaDocument(
        id: "https://ocrspool.invalid/schema/configuration-1.json", title: "ocrspool configuration",
        root: .object(Setting.all.map { .optional($0.key, $0.schema) }).described(
            "Settings of a worker. The command line and the environment go before it."))

    /// Reads and checks the file at `path`.
    /// - Throws: when it cannot be read, is no JSON, or has an unknown key or a value out of range; with line and column.
    init(path: String) throws(ConfigurationError) {
        self.path = path
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes = try FileDescriptor.openForReading(path: Array(path.utf8)).readAll(limit: Self.longest + 1, path)
        } catch {
            throw ConfigurationError(.file(DisplayText.escaped(path), nil), "cannot be read (\(error.reason))")
        }
        do throws(JSONTextError) {
            object = try JSONValue(parsing: bytes, limits: JSONLimits(bytes: Self.longest, depth: 4))
        } catch {
            throw Self.error(path, error.position, error.message)
        }
        do throws(JSONSchemaViolation) {
            try Self.schema.validate(object)
        } catch {
            throw Self.error(path, error.position, error.message)
        }
    }

    /// What the file says of `setting`; `nil` if nothing.
    func value(of setting: Setting) -> SettingValue? {
        object[setting.key].map(setting.value(of:))
    }

    private static func error(_ path: String, _ position: JSONPosition?, _ message: String) -> ConfigurationError {
        ConfigurationError(.file(DisplayText.escaped(path), position.map(\.description)), message)
    }
}
