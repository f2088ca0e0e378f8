/// A pixel's place, counted from the top left corner.
package struct PixelPoint: Hashable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
}
