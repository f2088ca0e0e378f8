/// The size of a frame, in pixels.
package struct PixelSize: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size without an odd last column or row, which 4:2:0 chroma cannot hold.
    package var evenCropped: PixelSize {
        PixelSize(width: width & ~1, height: height & ~1)
    }
}
