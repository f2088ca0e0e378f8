package import Geometry

/// The image of the pointer: its pixels, and the one that marks the pointer's position.
package struct PointerShape: Hashable, Sendable {
    /// The pixels in premultiplied ARGB, row by row. Empty if the pointer is invisible.
    package let pixels: [UInt32]
    package let size: PixelSize
    /// The pixel that marks the pointer's position.
    package let hotspot: PixelPoint
    /// The name of the shape in the theme, such as `left_ptr`. Empty if it is not known.
    package let name: String

    /// The shape of a pointer that is invisible.
    package static let invisible = PointerShape(
        pixels: [], size: PixelSize(width: 0, height: 0), hotspot: PixelPoint(x: 0, y: 0))

    /// Creates a shape. It is invisible if the number of pixels is not that of the size.
    package init(pixels: [UInt32], size: PixelSize, hotspot: PixelPoint, name: String = "") {
        let isComplete = pixels.count == size.width * size.height && size.width > 0 && size.height > 0
        self.pixels = isComplete ? pixels : []
        self.size = isComplete ? size : PixelSize(width: 0, height: 0)
        (self.hotspot, self.name) = (hotspot, name)
    }

    /// True if no pixel is visible.
    package var isInvisible: Bool { pixels.allSatisfy { $0 == 0 } }
}
