internal import StrictJSON
package import TextRecognition

extension RecognitionRequest.Orientation {
    /// ML Kit's names, by the EXIF orientation that `UIImage.Orientation` gives them.
    static let visionNames: [(name: String, orientation: ImageOrientation)] = [
        ("up", .topLeft), ("down", .bottomRight), ("left", .leftBottom), ("right", .rightTop),
        ("upMirrored", .topRight), ("downMirrored", .bottomLeft), ("leftMirrored", .leftTop),
        ("rightMirrored", .rightBottom),
    ]

    /// Every string that a request may give.
    static var requestNames: [String] {
        ["auto", "exif"] + ImageOrientation.allCases.map(\.name) + visionNames.map(\.name)
    }

    /// Reads `auto`, `exif`, a name of EXIF or ML Kit, or EXIF's number 1…8.
    init?(requested value: JSONValue) {
        if let number = value.int {
            guard let orientation = ImageOrientation(rawValue: number) else { return nil }
            self = .fixed(orientation)
        } else if let name = value.string {
            self.init(requestedName: name)
        } else {
            return nil
        }
    }

    /// Reads `auto`, `exif`, or a name of EXIF or ML Kit.
    package init?(requestedName name: String) {
        switch name {
        case "auto": self = .auto
        case "exif": self = .exif
        default:
            let known =
                ImageOrientation(name: name) ?? Self.visionNames.first { $0.name == name }?.orientation
            guard let known else { return nil }
            self = .fixed(known)
        }
    }

    /// `auto`, `exif`, or EXIF's name.
    package var name: String {
        switch self {
        case .auto: "auto"
        case .exif: "exif"
        case .fixed(let orientation): orientation.name
        }
    }
}

extension ImageOrientation {
    /// EXIF's name as requests and records spell it, e.g. `rightTop`.
    package var name: String {
        switch self {
        case .topLeft: "topLeft"
        case .topRight: "topRight"
        case .bottomRight: "bottomRight"
        case .bottomLeft: "bottomLeft"
        case .leftTop: "leftTop"
        case .rightTop: "rightTop"
        case .rightBottom: "rightBottom"
        case .leftBottom: "leftBottom"
        }
    }

    package init?(name: String) {
        guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }
}
