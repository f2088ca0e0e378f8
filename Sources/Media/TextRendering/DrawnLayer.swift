/// A layer of a drawing: a colour, and its opacity for each pixel of a rectangle within the frame.
package struct DrawnLayer: Sendable, Equatable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int
    package let colour: LayerColour
    /// The opacity of each pixel, row by row, from 0 (transparent) to 255.
    package let opacity: [UInt8]
}

extension DrawnLayer {
    /// Returns the layer without its parts in some rectangles.
    package func without(_ rectangles: [(x: Range<Int>, y: Range<Int>)]) -> DrawnLayer {
        var opacity = opacity
        for rectangle in rectangles {
            let columns = rectangle.x.clamped(to: x..<x + width)
            for row in rectangle.y.clamped(to: y..<y + height) {
                for column in columns { opacity[(row - y) * width + column - x] = 0 }
            }
        }
        return DrawnLayer(x: x, y: y, width: width, height: height, colour: colour, opacity: opacity)
    }
}

/// A colour of sRGB.
package struct LayerColour: Sendable, Hashable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    package static let black = LayerColour(red: 0, green: 0, blue: 0)
    package static let white = LayerColour(red: 255, green: 255, blue: 255)

    /// The value of libass with a transparency from 0 to 255: bytes of red, green, blue and transparency.
    func value(transparency: UInt8 = 0) -> UInt32 {
        UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(transparency)
    }
}
