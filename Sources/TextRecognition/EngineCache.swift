import TesseractEngine

/// The engines that were used last, each with its models loaded.
final class EngineCache {
    private let models: ModelDirectory
    private let capacity: Int
    /// The one used last at the end.
    private var engines: [(models: [String], session: TesseractSession)] = []
    private var detector: OrientationDetector?

    /// - Parameter capacity: An engine with one language takes about 50 MB.
    init(models: ModelDirectory, capacity: Int = 3) {
        self.models = models
        self.capacity = capacity
    }

    func engine(for wanted: [String]) throws(EngineError) -> TesseractSession {
        if let index = engines.firstIndex(where: { $0.models == wanted }) {
            let found = engines.remove(at: index)
            engines.append(found)
            return found.session
        }
        // Room first, so that the old and the new one need not fit together.
        if engines.count >= capacity { engines.removeFirst() }
        let session = try TesseractSession(dataPath: models.path, models: wanted)
        engines.append((wanted, session))
        return session
    }

    /// `nil` when the model `osd` is not installed.
    func orientationDetector() throws(EngineError) -> OrientationDetector? {
        guard models.hasOrientationModel else { return nil }
        if let detector { return detector }
        let created = try OrientationDetector(dataPath: models.path)
        detector = created
        return created
    }
}
