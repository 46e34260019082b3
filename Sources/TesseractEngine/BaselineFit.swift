import Glibc

/// The slope of a line of text, from where its symbols stand.
///
/// Tesseract levels its baselines by the whole page, and on a page of one slanted line there is little to level by.
enum BaselineFit {
    /// The better of Tesseract's angle and the one through the symbols' feet, in degrees.
    ///
    /// The feet decide for a line that runs across, has eight symbols and more, and leaves Tesseract's line by more
    /// than twice what it leaves its own. Letters with descenders do not disturb the median of slopes.
    static func angle(symbols: [EngineBox], tesseract: Double) -> Double {
        guard abs(tesseract) < 45, symbols.count >= 8 else { return tesseract }
        let step = max(1, symbols.count / 60)
        let feet = stride(from: 0, to: symbols.count, by: step).map { foot(of: symbols[$0]) }
        guard let slope = medianSlope(feet) else { return tesseract }
        let own = spread(feet, slope: slope)
        let theirs = spread(feet, slope: tan(tesseract * .pi / 180))
        return theirs > own * 2 + 0.5 ? atan(slope) * 180 / .pi : tesseract
    }

    private static func foot(of box: EngineBox) -> (x: Double, y: Double) {
        (Double(box.x) + Double(box.width) / 2, Double(box.y + box.height))
    }

    /// The median of the slopes between feet that are a third of the line apart and more.
    private static func medianSlope(_ feet: [(x: Double, y: Double)]) -> Double? {
        guard let left = feet.map(\.x).min(), let right = feet.map(\.x).max(), right > left else { return nil }
        var slopes: [Double] = []
        for (index, one) in feet.enumerated() {
            for other in feet[(index + 1)...] where abs(other.x - one.x) * 3 >= right - left {
                slopes.append((other.y - one.y) / (other.x - one.x))
            }
        }
        return median(slopes)
    }

    /// How far the feet lie from a line of the given slope, as the median of their distances.
    private static func spread(_ feet: [(x: Double, y: Double)], slope: Double) -> Double {
        let heights = feet.map { $0.y - slope * $0.x }
        let middle = median(heights) ?? 0
        return median(heights.map { abs($0 - middle) }) ?? 0
    }

    private static func median(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.sorted()[values.count / 2]
    }
}
