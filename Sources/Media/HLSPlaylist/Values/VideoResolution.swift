/// A width and height in pixels.
package struct VideoResolution: Sendable, Equatable, CustomStringConvertible {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    init?(_ text: String) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { PlaylistTag.integer($0) ?? 0 }
        guard sides.count == 2, sides.allSatisfy((1...16_384).contains) else { return nil }
        (width, height) = (sides[0], sides[1])
    }

    package var description: String { "\(width)x\(height)" }
}
