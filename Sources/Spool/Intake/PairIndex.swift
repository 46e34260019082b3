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

    func pairing(of image: RelativePath) -> Pairing {
        if let request = fullForm(of: image) { return .request(request) }
        guard let stem = Self.stem(image), let request = requests.find(Self.appendingJSON(stem)) else { return .none }
        // An image `scan` without an extension has `scan.json` as its full form.
        if images.find(stem) != nil { return .none }
        let rivals = (imagesByStem[Self.key(stem)] ?? []).filter { fullForm(of: $0) == nil }.sorted()
        return rivals.count == 1 ? .request(request) : .ambiguous(request: request, images: rivals)
    }

    /// The images whose pairing may depend on `request`.
    func images(near request: RelativePath) -> [RelativePath] {
        guard let name = request.name, name.hasSuffix(".json"), let stem = FileName(Array(name.bytes.dropLast(5)))
        else { return [] }
        let path = request.replacingName(stem)
        var found = imagesByStem[Self.key(path)] ?? []
        if let owner = images.find(path) {
            found.insert(owner)
            // With the full form `a.png.json` gone or come, the form `a.json` may have another image.
            if let rivals = Self.stem(owner) { found.formUnion(imagesByStem[Self.key(rivals)] ?? []) }
        }
        return Array(found)
    }

    /// The images that compete with `image` for a request: those of its stem, and those whose stem it is.
    func rivals(of image: RelativePath) -> Set<RelativePath> {
        let sameStem = Self.stem(image).flatMap { imagesByStem[Self.key($0)] } ?? []
        return sameStem.union(imagesByStem[Self.key(image)] ?? [])
    }

    private func fullForm(of image: RelativePath) -> RelativePath? {
        requests.find(Self.appendingJSON(image))
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
        path.isUTF8 ? path.string : "\u{0}" + Hexadecimal.encode(path.bytes)
    }

    /// Paths that can be found by bytes, or else by equivalence if only one is equivalent.
    private struct Group: Sendable {
        private var paths: Set<RelativePath> = []
        private var byKey: [String: Set<RelativePath>] = [:]

        mutating func insert(_ path: RelativePath) {
            paths.insert(path)
            byKey[key(path), default: []].insert(path)
        }

        mutating func remove(_ path: RelativePath) {
            guard paths.remove(path) != nil else { return }
            byKey[key(path)]?.remove(path)
            if byKey[key(path)]?.isEmpty == true { byKey[key(path)] = nil }
        }

        func find(_ path: RelativePath) -> RelativePath? {
            if paths.contains(path) { return path }
            guard let found = byKey[key(path)], found.count == 1 else { return nil }
            return found.first
        }
    }
}
