package import Geometry

/// The requests that fetch rectangles of a screen into its shadow copy.
///
/// The server writes the rows of a rectangle without gaps. A band as wide as the canvas can be written in place. A
/// narrower rectangle first goes to a small scratch area, and is then copied row by row. A copy costs as much as a
/// fetch, so a rectangle of at least half the width is widened to a band.
package struct FetchPlan: Hashable, Sendable {
    /// A request to the server.
    package struct Piece: Hashable, Sendable {
        package var rectangle: PixelRect
        /// The offset in the scratch area, in pixels. Nil if the pixels are written in place.
        package var scratchOffset: Int?
    }

    /// The pieces in batches that can be requested at once, because their scratch areas do not overlap.
    package private(set) var batches: [[Piece]] = []
    private var scratchUsed = 0
    private let canvasWidth: Int
    private let visible: PixelRect
    private let scratchPixels: Int

    /// Plans the requests.
    /// - Parameters:
    ///   - visible: The part of the canvas that the drawable covers now.
    ///   - scratchPixels: The size of the scratch area in pixels, at least one row of the canvas.
    package init(_ rectangles: [PixelRect], canvasWidth: Int, visible: PixelRect, scratchPixels: Int) {
        self.canvasWidth = canvasWidth
        self.visible = visible
        self.scratchPixels = scratchPixels
        for rectangle in rectangles {
            let shown = rectangle.intersection(visible)
            if !shown.isEmpty { add(shown) }
        }
    }

    private mutating func add(_ rectangle: PixelRect) {
        let isWide = rectangle.width * 2 >= canvasWidth || rectangle.area > scratchPixels
        if isWide && visible.width == canvasWidth {
            let band = PixelRect(x: 0, y: rectangle.y0, width: canvasWidth, height: rectangle.height)
            append(Piece(rectangle: band, scratchOffset: nil))
        } else {
            addStrips(of: rectangle)
        }
    }

    private mutating func addStrips(of rectangle: PixelRect) {
        let rows = scratchPixels / rectangle.width
        for top in stride(from: rectangle.y0, to: rectangle.y1, by: rows) {
            var strip = rectangle
            (strip.y0, strip.y1) = (top, min(top + rows, rectangle.y1))
            if scratchUsed + strip.area > scratchPixels {
                batches.append([])
                scratchUsed = 0
            }
            append(Piece(rectangle: strip, scratchOffset: scratchUsed))
            scratchUsed += strip.area
        }
    }

    private mutating func append(_ piece: Piece) {
        if batches.isEmpty { batches.append([]) }
        batches[batches.count - 1].append(piece)
    }
}
