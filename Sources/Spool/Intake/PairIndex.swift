internal import LinuxSupport

/// Which request belongs to which image, by name.
///
/// `scan.png.json` is the request of `scan.png`; `scan.json` is, while `scan.png` is the only image of that stem. Names
/// are compared by bytes, then by canonical equivalence (NFC and NFD spellings of one name).
struct PairIndex: Sendable {
    private var requests = Group()
    private var images = Group()
    /// Images by the key of their path without the last extension.
    private var imagesByStem: [String: Set<RelativePath>] = [:]

    enum Pairing: Hashable, Sendable {
        case none
        case request(RelativePath)
        /// `request` could be meant for several images.
        case ambiguous(request: RelativePath, images: [RelativePath])
    }

    mutating func insert(_ path: RelativePath, isRequest: Bool) {
        if isRequest {
            requests.insert(path)
        } else {
            images.insert(path)
            if let stem = Self.stem(path) { imagesByStem[Self.key(stem), default: []].insert(path) }
        }
    }

    mutating func remove(_ path: RelativePath) {
        requests.remove(path)
        images.remove(path)
        guard let stem = Self.stem(path).map(Self.key) else { return }
        imagesByStem[stem]?.remove(path)
        if imagesByStem[stem]?.isEmpty == true { imagesByStem[stem] = nil }
    }

    func contains(_ path: RelativePath) -> Bool { images.contains(path) || requests.contains(path) }

    func pairing(of image: RelativePath) -> Pairing {
        if requests.isEmpty { return .none }
        if let request = fullForm(of: image) { return .request(request) }
        guard let stem = Self.stem(image), let request = requests.find(Self.appendingJSON(stem)) else { return .none }
        // An image `scan` without an extension has `scan.json` as its full form.
        if images.hasEquivalent(of: Self.withoutJSON(request)) { return .none }
        var rivals = (imagesByStem[Self.key(stem)] ?? []).filter { fullForm(of: $0) == nil }
        // Where bytes decide, equivalence is not asked.
        let exact = rivals.filter { Self.stem($0) == Self.withoutJSON(request) }
        if !exact.isEmpty { rivals = exact }
        guard rivals.contains(image) else { return .none }
        return rivals.count == 1
            ? .request(request) : .ambiguous(request: request, images: rivals.sorted())
    }

    /// The files whose pairing may change when `path` comes or goes.
    func neighbours(of path: RelativePath, isRequest: Bool) -> Set<RelativePath> {
        let images = isRequest ? imagesNear(path) : rivals(of: path).union([path])
        return images.reduce(into: images) { $0.formUnion(requestsNear($1)) }
    }

    /// The images whose pairing may depend on `request`.
    func imagesNear(_ request: RelativePath) -> Set<RelativePath> {
        let path = Self.withoutJSON(request)
        var found = imagesByStem[Self.key(path)] ?? []
        for owner in images.equivalents(of: path) {
            found.insert(owner)
            // With the full form `a.png.json` gone or come, the form `a.json` may have another image.
            if let stem = Self.stem(owner) { found.formUnion(imagesByStem[Self.key(stem)] ?? []) }
        }
        return found
    }

    private func requestsNear(_ image: RelativePath) -> Set<RelativePath> {
        if requests.isEmpty { return [] }
        let full = requests.equivalents(of: Self.appendingJSON(image))
        guard let stem = Self.stem(image) else { return full }
        return full.union(requests.equivalents(of: Self.appendingJSON(stem)))
    }

    /// The images that compete with `image` for a request: those of its stem, and those whose stem it is; none where
    /// there is no request to compete for.
    private func rivals(of image: RelativePath) -> Set<RelativePath> {
        if requests.isEmpty { return [] }
        var rivals = images.equivalents(of: image)
        for stem in [Self.stem(image), image] {
            guard let stem, !requests.equivalents(of: Self.appendingJSON(stem)).isEmpty else { continue }
            rivals.formUnion(imagesByStem[Self.key(stem)] ?? [])
        }
        return rivals
    }

    /// `scan.png.json` for `scan.png`; of several spellings of one name the equal one, or else the only one, if no other
    /// spelling of the image can claim it.
    private func fullForm(of image: RelativePath) -> RelativePath? {
        let wanted = Self.appendingJSON(image)
        guard let found = requests.find(wanted) else { return nil }
        return found == wanted || images.equivalents(of: image).count <= 1 ? found : nil
    }

    private static func withoutJSON(_ request: RelativePath) -> RelativePath {
        guard let name = request.name, name.hasSuffix(".json"), let stem = FileName(Array(name.bytes.dropLast(5)))
        else { return request }
        return request.replacingName(stem)
    }

    private static func appendingJSON(_ path: RelativePath) -> RelativePath {
        guard let name = path.name else { return path }
        return path.replacingName(name.appending(".json"))
    }

    /// The path without the extension of its last name; `nil` for names without one.
    private static func stem(_ path: RelativePath) -> RelativePath? {
        guard let name = path.name, let dot = name.bytes.lastIndex(of: 0x2E), dot > 0 else { return nil }
        return FileName(Array(name.bytes[..<dot])).map(path.replacingName)
    }

    /// Equal for canonically equivalent paths: `String` compares so. Paths that are not UTF-8 are equal by bytes only.
    private static func key(_ path: RelativePath) -> String {
        let bytes = path.bytes
        return String(validating: bytes, as: UTF8.self) ?? "\u{0}" + Hexadecimal.encode(bytes)
    }

    /// Paths that can be found by bytes, or else by equivalence if only one is equivalent.
    private struct Group: Sendable {
        private var paths: Set<RelativePath> = []
        private var byKey: [String: Set<RelativePath>] = [:]

        var isEmpty: Bool { paths.isEmpty }

        func contains(_ path: RelativePath) -> Bool { paths.contains(path) }

        mutating func insert(_ path: RelativePath) {
            paths.insert(path)
            byKey[key(path), default: []].insert(path)
        }

        mutating func remove(_ path: RelativePath) {
            guard paths.remove(path) != nil else { return }
            byKey[key(path)]?.remove(path)
            if byKey[key(path)]?.isEmpty == true { byKey[key(path)] = nil }
        }

        func equivalents(of path: RelativePath) -> Set<RelativePath> {
            byKey[key(path)] ?? []
        }

        func hasEquivalent(of path: RelativePath) -> Bool {
            byKey[key(path)] != nil
        }

        func find(_ path: RelativePath) -> RelativePath? {
            if paths.contains(path) { return path }
            guard let found = byKey[key(path)], found.count == 1 else { return nil }
            return found.first
        }
    }
}
