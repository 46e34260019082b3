/// Why a worker cannot be configured: where the value came from, and what it must be.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where a value came from.
    package enum Source: Hashable, Sendable, CustomStringConvertible {
        case option(String)
        case variable(String)
        /// The path of a file, and the place in it where one is known.
        case file(String, String?)
        /// The values as a whole.
        case combination

        package var description: String {
            switch self {
            case .option(let name): "--\(name)"
            case .variable(let name): "the environment variable \(name)"
            case .file(let path, nil): "the configuration file \(path)"
            case .file(let path, let place?): "the configuration file \(path), \(place)"
            case .combination: "the configuration"
            }
        }
    }

    package let source: Source
    /// Completes the name of the source.
    package let complaint: String

    package init(_ source: Source, _ complaint: String) {
        self.source = source
        self.complaint = complaint
    }

    /// E.g. `--children must be a whole number from 1 to 256, not "0"`.
    package var description: String {
        switch source {
        case .option, .variable, .combination: "\(source) \(complaint)"
        case .file: "\(source): \(complaint)"
        }
    }

    /// Whether the command line is at fault, and not what it found.
    package var isUsageError: Bool {
        if case .option = source { true } else { false }
    }
}
