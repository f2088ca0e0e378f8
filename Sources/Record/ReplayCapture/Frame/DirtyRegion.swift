package import Geometry

/// What of a canvas changed: a few rectangles, with even edges and within the canvas. They may overlap.
package struct DirtyRegion: Hashable, Sendable {
    /// More rectangles than this cost more to fetch one by one than their bounding box does.
    package static let rectangleLimit = 24

    /// The canvas; its sides are even.
    package let bounds: PixelRect
    /// At most ``rectangleLimit``.
    package private(set) var rectangles: [PixelRect] = []

    package init(bounds: PixelRect) {
        self.bounds = bounds
    }

    package var isEmpty: Bool { rectangles.isEmpty }
    package var isEverything: Bool { rectangles == [bounds] }

    /// Adds the part of `rectangle` that is within the canvas.
    package mutating func insert(_ rectangle: PixelRect) {
        let added = rectangle.evenAligned.intersection(bounds)
        guard !added.isEmpty, !rectangles.contains(where: { $0.contains(added) }) else { return }
        rectangles.removeAll { added.contains($0) }
        rectangles.append(added)
        if rectangles.count > Self.rectangleLimit {
            rectangles = [rectangles.reduce(added) { $0.union($1) }]
        }
    }

    /// Makes the whole canvas dirty.
    package mutating func insertEverything() {
        rectangles = [bounds]
    }

    package func intersects(_ rectangle: PixelRect) -> Bool {
        rectangles.contains { $0.intersects(rectangle) }
    }
}
