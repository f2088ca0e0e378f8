/// A pixel's place, counted from the top left corner.
struct PixelPoint: Hashable {
    var x: Int
    var y: Int
}
