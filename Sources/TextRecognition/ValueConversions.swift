import Glibc
import TesseractEngine

extension StoredOrientation {
    init(_ orientation: ImageOrientation) {
        guard let same = StoredOrientation(rawValue: orientation.rawValue) else {
            preconditionFailure("both count from 1 to 8")
        }
        self = same
    }
}

extension ImageOrientation {
    init(_ orientation: StoredOrientation) {
        guard let same = ImageOrientation(rawValue: orientation.rawValue) else {
            preconditionFailure("both count from 1 to 8")
        }
        self = same
    }
}

extension ImageFacts.Format {
    init(_ format: ImageHeader.Format) {
        switch format {
        case .jpeg: self = .jpeg
        case .png: self = .png
        case .tiff: self = .tiff
        case .webp: self = .webp
        case .gif: self = .gif
        case .bmp: self = .bmp
        case .pnm: self = .pnm
        }
    }
}

extension PageResult.Content {
    /// The page's text, whichever recognizer gave it.
    package var text: String {
        switch self {
        case .text(let text): text.text
        case .document(let document): document.text
        }
    }
}

extension RecognitionError {
    /// What a failure on one page means for the user.
    init(_ failure: PageFailure, page: Int, format: ImageHeader.Format) {
        switch failure {
        case .engine(let error):
            self.init(error, format: format, stage: .recognize)
        case .regionOutside(let width, let height):
            self.init(
                .regionOutsideImage, stage: .request,
                "the region does not lie inside page \(page), which is \(width) x \(height) pixels when upright")
        }
    }
}

extension EnginePage {
    /// Mean angle of the lines, each weighing as much as it has characters; degrees, clockwise positive.
    var meanAngle: Double {
        var (x, y) = (0.0, 0.0)
        for line in lines {
            let weight = line.words.reduce(0.0) { $0 + Double($1.text.count) }
            x += weight * cos(line.angle * .pi / 180)
            y += weight * sin(line.angle * .pi / 180)
        }
        return x == 0 && y == 0 ? 0 : atan2(y, x) * 180 / .pi
    }
}
