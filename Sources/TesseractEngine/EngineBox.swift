/// A box in pixels, origin top left, y downwards: columns `x ..< x + width`, rows `y ..< y + height`.
package struct EngineBox: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
