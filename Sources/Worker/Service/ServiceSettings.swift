internal import Synchronization
internal import TextRecognition

/// The configuration of a running worker, which a reload may change between two jobs.
final class ServiceSettings: Sendable {
    private let configuration: Mutex<Configuration>

    init(_ configuration: Configuration) {
        self.configuration = Mutex(configuration)
    }

    var current: Configuration { configuration.withLock { $0 } }

    /// Takes over what can change while the worker runs, and says what cannot.
    func replace(with new: Configuration, _ log: WorkerLog) {
        var merged = new
        let old = current
        let fixed = Self.keepFixed(of: old, in: &merged)
        configuration.withLock { $0 = merged }
        log.notice("the configuration was read again")
        if !fixed.isEmpty { log.warning("these settings change only with a restart: \(fixed.joined(separator: ", "))") }
    }

    /// Puts back what the start has decided, and names what was to be otherwise.
    private static func keepFixed(of old: Configuration, in new: inout Configuration) -> [String] {
        var changed: [String] = []
        func keep<Value: Equatable>(_ name: String, _ field: WritableKeyPath<Configuration, Value>) {
            if new[keyPath: field] != old[keyPath: field] { changed.append(name) }
            new[keyPath: field] = old[keyPath: field]
        }
        keep("spool", \.spool)
        keep("children", \.children)
        keep("models directory", \.modelsDirectory)
        keep("watch program", \.watchProgram)
        keep("events", \.usesEvents)
        keep("pixel limit", \.imageLimits.pixels)
        keep("log format", \.logFormat)
        keep("log level", \.logLevel)
        new.drains = old.drains
        new.allowsRoot = old.allowsRoot
        return changed
    }
}
