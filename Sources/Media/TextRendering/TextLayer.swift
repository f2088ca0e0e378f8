/// A layer of a drawn text: a grey value, and its opacity for each pixel of a rectangle within the frame.
package struct TextLayer: Sendable, Equatable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int
    /// The grey value, from 0 (black) to 255 (white).
    package let grey: UInt8
    /// The opacity of each pixel, row by row, from 0 (transparent) to 255.
    package let opacity: [UInt8]
}
