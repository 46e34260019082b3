internal import LinuxSupport

/// Which request belongs to which image, by name.
///
/// `scan.png.json` is the request of `scan.png`; `scan.json` is, while `scan.png` is the only image of that stem. Names
/// are compared by bytes, then by canonical equivalence (NFC and NFD spellings of one name).
struct PairIndex: Sendable {
    private var requests = Group()
    private var images = Group()
    private var stems = Stems()

    /// With more images than this of one stem, a request by the stem is ambiguous whatever requests some of them have: to
    /// find out exactly would make each image cost as much as there are.
    private static let crowd = 256

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
            stems.insert(path)
        }
    }

    mutating func remove(_ path: RelativePath) {
        requests.remove(path)
        images.remove(path)
        stems.remove(path)
    }

    func contains(_ path: RelativePath) -> Bool { images.contains(path) || requests.contains(path) }

    func pairing(of image: RelativePath) -> Pairing {
        if requests.isEmpty { return .none }
        if let request = fullForm(of: image) { return .request(request) }
        guard let stem = Self.stem(image), let request = requests.find(Self.appendingJSON(stem)) else { return .none }
        // An image `scan` without an extension has `scan.json` as its full form.
        if !images.equivalents(of: Self.withoutJSON(request)).isEmpty { return .none }
        if stems.count(ofStem: stem) > Self.crowd {
            return .ambiguous(request: request, images: stems.images(ofStem: stem, most: 4).sorted())
        }
        var rivals = stems.images(ofStem: stem).filter { fullForm(of: $0) == nil }
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
        var found = stems.images(ofStem: path)
        for owner in images.equivalents(of: path) {
            found.insert(owner)
            // With the full form `a.png.json` gone or come, the form `a.json` may have another image.
            if let stem = Self.stem(owner) { found.formUnion(stems.images(ofStem: stem)) }
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
            guard let stem, !requests.equivalents(of: Self.appendingJSON(stem)).isEmpty,
                stems.count(ofStem: stem) <= Self.crowd
            else { continue }
            rivals.formUnion(stems.images(ofStem: stem))
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

    /// Paths under keys that are made of them. Keys are kept as their hashes alone and made again to tell apart the few
    /// that share one: a hundred thousand names need not be held twice.
    private struct KeyedPaths: Sendable {
        private enum Bucket: Sendable {
            case one(RelativePath)
            case many(Set<RelativePath>)
        }

        private var buckets: [Int: Bucket] = [:]

        var isEmpty: Bool { buckets.isEmpty }

        mutating func insert(_ path: RelativePath, under key: String) {
            switch buckets[key.hashValue] {
            case nil, .one(path): buckets[key.hashValue] = .one(path)
            case .one(let other): buckets[key.hashValue] = .many([other, path])
            case .many(var paths):
                buckets[key.hashValue] = nil  // or else the set would be copied
                paths.insert(path)
                buckets[key.hashValue] = .many(paths)
            }
        }

        mutating func remove(_ path: RelativePath, under key: String) {
            switch buckets[key.hashValue] {
            case .one(path): buckets[key.hashValue] = nil
            case .many(var paths):
                buckets[key.hashValue] = nil
                paths.remove(path)
                if !paths.isEmpty { buckets[key.hashValue] = .many(paths) }
            case nil, .one: break
            }
        }

        /// - Parameter keyOf: The key that a path was inserted under.
        func paths(
            under key: String, most: Int = .max, _ keyOf: (RelativePath) -> String?
        ) -> Set<RelativePath> {
            switch buckets[key.hashValue] {
            case nil: []
            case .one(let path): keyOf(path) == key ? [path] : []
            case .many(let paths) where paths.count <= most: paths.filter { keyOf($0) == key }
            case .many(let paths):
                // A foreign path among them is a matter of chance, and of no consequence for a sample.
                Set(paths.prefix(most))
            }
        }

        /// Not less than there are under `key`.
        func count(under key: String) -> Int {
            switch buckets[key.hashValue] {
            case nil: 0
            case .one: 1
            case .many(let paths): paths.count
            }
        }

        func contains(_ path: RelativePath, under key: String) -> Bool {
            switch buckets[key.hashValue] {
            case nil: false
            case .one(let other): other == path
            case .many(let paths): paths.contains(path)
            }
        }
    }

    /// Paths that can be found by bytes, or else by equivalence if only one is equivalent.
    private struct Group: Sendable {
        private var paths = KeyedPaths()

        var isEmpty: Bool { paths.isEmpty }

        func contains(_ path: RelativePath) -> Bool { paths.contains(path, under: key(path)) }
        mutating func insert(_ path: RelativePath) { paths.insert(path, under: key(path)) }
        mutating func remove(_ path: RelativePath) { paths.remove(path, under: key(path)) }
        func equivalents(of path: RelativePath) -> Set<RelativePath> { paths.paths(under: key(path), key) }

        func find(_ path: RelativePath) -> RelativePath? {
            let found = equivalents(of: path)
            if found.contains(path) { return path }
            return found.count == 1 ? found.first : nil
        }
    }

    /// Images by the key of their path without the last extension.
    private struct Stems: Sendable {
        private var paths = KeyedPaths()

        private static func stemKey(_ path: RelativePath) -> String? { PairIndex.stem(path).map(PairIndex.key) }

        mutating func insert(_ path: RelativePath) {
            if let key = Self.stemKey(path) { paths.insert(path, under: key) }
        }

        mutating func remove(_ path: RelativePath) {
            if let key = Self.stemKey(path) { paths.remove(path, under: key) }
        }

        /// Not less than there are.
        func count(ofStem stem: RelativePath) -> Int { paths.count(under: PairIndex.key(stem)) }

        func images(ofStem stem: RelativePath, most: Int = .max) -> Set<RelativePath> {
            paths.paths(under: PairIndex.key(stem), most: most, Self.stemKey)
        }
    }
}
