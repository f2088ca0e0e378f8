/// A figure to draw: filled outlines, or a text.
package struct VectorFigure: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        /// Outlines, filled by the nonzero rule.
        case outlines([Contour])
        /// A text in bold letters. `\n` separates lines; all other characters are drawn literally.
        /// - at: The upper left corner of the text, or its middle.
        /// - size: The height of a line, in pixels.
        case text(String, at: Contour.Point, isCentred: Bool, size: Double)
    }

    package let content: Content
    package let colour: LayerColour
    /// The opacity, in 0...1.
    package let opacity: Double
    /// The strength of the blur of the edges, in pixels. 0 for sharp edges.
    package let blur: Double

    package init(_ content: Content, colour: LayerColour, opacity: Double = 1, blur: Double = 0) {
        (self.content, self.colour, self.opacity, self.blur) = (content, colour, opacity, blur)
    }
}
