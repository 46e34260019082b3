import Glibc
import TesseractEngine

/// Puts the engine's boxes onto the upright page, of which it may have seen a region only.
struct PageGeometry {
    let width: Int
    let height: Int
    /// Where the engine's own origin lies.
    let originX: Int
    let originY: Int

    /// The box on the page, cut to it; at least one pixel each way.
    func rect(_ box: EngineBox) -> PixelRect {
        let left = min(max(box.x + originX, 0), width - 1)
        let top = min(max(box.y + originY, 0), height - 1)
        let right = min(max(box.x + originX + box.width, left + 1), width)
        let bottom = min(max(box.y + originY + box.height, top + 1), height)
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Frame, corners and angle of text whose baseline is turned by `angle`.
    func geometry(_ frame: PixelRect, angle: Double) -> TextGeometry {
        TextGeometry(frame: frame, cornerPoints: corners(of: frame, angle: angle), angle: angle)
    }

    /// The corners of the turned box that `frame` holds closely, beginning at the text's own top left.
    private func corners(of frame: PixelRect, angle: Double) -> [PixelPoint] {
        let (size, turn) = textSize(in: frame, angle: angle)
        let radians = turn * .pi / 180
        let centre = (x: Double(frame.x) + Double(frame.width) / 2, y: Double(frame.y) + Double(frame.height) / 2)
        return [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { across, down in
            let x = across * size.width
            let y = down * size.height
            return PixelPoint(
                x: clamp(centre.x + x * cos(radians) - y * sin(radians), 0, width),
                y: clamp(centre.y + x * sin(radians) + y * cos(radians), 0, height))
        }
    }

    /// Width and height of the text along its own baseline, and the turn to draw it with.
    ///
    /// A box of `w` x `h` turned by `a` fills `w·cos a + h·sin a` by `w·sin a + h·cos a`. Near 45° that cannot be
    /// solved, and a frame that the turned box would not fill is taken for a turn in whole quarters.
    private func textSize(in frame: PixelRect, angle: Double) -> ((width: Double, height: Double), Double) {
        let quarter = (angle / 90).rounded()
        let rest = (angle - quarter * 90) * .pi / 180
        let isSideways = Int(quarter) % 2 != 0
        let along = Double(isSideways ? frame.height : frame.width)
        let across = Double(isSideways ? frame.width : frame.height)
        let (sine, cosine) = (abs(sin(rest)), cos(rest))
        let divisor = cosine * cosine - sine * sine
        guard divisor > 0.1 else { return ((along, across), quarter * 90) }
        let width = (along * cosine - across * sine) / divisor
        let height = (across * cosine - along * sine) / divisor
        guard width >= 1, height >= 1 else { return ((along, across), quarter * 90) }
        return ((width, height), angle)
    }

    private func clamp(_ value: Double, _ least: Int, _ greatest: Int) -> Int {
        min(max(Int(value.rounded()), least), greatest)
    }
}

extension PixelRect {
    /// The smallest box around both.
    func union(_ other: PixelRect) -> PixelRect {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PixelRect(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }

    /// What both have in common; this box when they have nothing.
    func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(x + width, other.x + other.width)
        let bottom = min(y + height, other.y + other.height)
        guard right > left, bottom > top else { return self }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension Collection<PixelRect> {
    /// The smallest box around all; `nil` of none.
    var union: PixelRect? {
        first.map { dropFirst().reduce($0) { $0.union($1) } }
    }
}
