package import Geometry

/// The changed part of a canvas: a few rectangles within it, with even edges. They may overlap.
package struct DirtyRegion: Hashable, Sendable {
    /// The maximum number of rectangles. To fetch more than this one by one costs more than to fetch their bounding box.
    package static let rectangleLimit = 24

    /// The canvas, with an even width and height.
    package let bounds: PixelRect
    /// The changed rectangles, at most ``rectangleLimit``.
    package private(set) var rectangles: [PixelRect] = []

    package init(bounds: PixelRect) {
        self.bounds = bounds
    }

    package var isEmpty: Bool { rectangles.isEmpty }
    package var isEverything: Bool { rectangles == [bounds] }

    /// Adds the part of `rectangle` within the canvas.
    package mutating func insert(_ rectangle: PixelRect) {
        // Aligned to even edges, an empty rectangle may have pixels.
        guard !rectangle.isEmpty else { return }
        let added = rectangle.evenAligned.intersection(bounds)
        guard !added.isEmpty, !rectangles.contains(where: { $0.contains(added) }) else { return }
        rectangles.removeAll { added.contains($0) }
        rectangles.append(added)
        if rectangles.count > Self.rectangleLimit {
            rectangles = [rectangles.reduce(added) { $0.union($1) }]
        }
    }

    /// Marks the whole canvas as changed.
    package mutating func insertEverything() {
        rectangles = [bounds]
    }

    package func intersects(_ rectangle: PixelRect) -> Bool {
        rectangles.contains { $0.intersects(rectangle) }
    }
}
