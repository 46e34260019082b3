import CLeptonica

/// How many pixels have each gray level.
package struct GrayHistogram: Hashable, Sendable {
    /// 256 counts, black first.
    package let counts: [Int]
    private let total: Int

    init(_ counts: [Int]) {
        self.counts = counts
        total = counts.reduce(0, +)
    }

    /// The level below or at which `fraction` (0…1) of the pixels lie; 0 without pixels.
    package func level(at fraction: Double) -> Int {
        var rest = Double(total) * fraction
        for (level, count) in counts.enumerated() {
            rest -= Double(count)
            if rest <= 0, count > 0 { return level }
        }
        return counts.lastIndex { $0 > 0 } ?? 0
    }

    /// The most frequent level, which is the paper's on most pages.
    package var mode: Int { counts.indices.max { counts[$0] < counts[$1] } ?? 0 }

    /// The part of the pixels, 0…1, that differ from the most frequent level by more than `distance`.
    package func share(fartherThan distance: Int) -> Double {
        guard total > 0 else { return 0 }
        let paper = mode
        let far = counts.indices.filter { abs($0 - paper) > distance }.reduce(0) { $0 + counts[$1] }
        return Double(far) / Double(total)
    }
}

extension PageImage {
    /// The histogram of the part inside `box`, or of the whole page.
    ///
    /// - Returns: `nil` when `box` has no pixel in common with the page, or memory is short.
    package func histogram(in box: EngineBox? = nil) -> GrayHistogram? {
        let box = box ?? EngineBox(x: 0, y: 0, width: width, height: height)
        var frame = unsafe boxCreate(Int32(box.x), Int32(box.y), Int32(box.width), Int32(box.height))
        defer { unsafe boxDestroy(&frame) }
        var numbers = unsafe withHandle { unsafe pixGetGrayHistogramInRect($0, frame, 1) }
        defer { unsafe numaDestroy(&numbers) }
        guard let numbers = unsafe numbers else { return nil }
        let counts = (0..<256).map { level in
            var count: Int32 = 0
            unsafe numaGetIValue(numbers, Int32(level), &count)
            return Int(count)
        }
        return GrayHistogram(counts)
    }
}
