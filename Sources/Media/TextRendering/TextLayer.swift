/// One colour of a drawn text: a grey, and how opaque it is at each pixel of a rectangle. It lies within the frame.
package struct TextLayer: Sendable, Equatable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int
    /// From black, 0, to white, 255.
    package let grey: UInt8
    /// Row by row, from 0, where nothing is drawn, to 255.
    package let opacity: [UInt8]
}
