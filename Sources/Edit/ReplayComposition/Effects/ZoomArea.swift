import ReplayTimeline

/// A part of a frame, in pixels. Its edges may lie between pixels, so that a zoom moves smoothly.
struct ZoomArea: Sendable, Equatable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
}

extension ZoomArea {
    init(_ area: PixelArea) {
        self.init(x: Double(area.x), y: Double(area.y), width: Double(area.width), height: Double(area.height))
    }

    /// Returns the area between this one and another one.
    /// - Parameter progress: The place between both, from 0 (this area) to 1.
    func moved(to other: ZoomArea, progress: Double) -> ZoomArea {
        func between(_ path: KeyPath<ZoomArea, Double>) -> Double {
            self[keyPath: path] + (other[keyPath: path] - self[keyPath: path]) * progress
        }
        return ZoomArea(x: between(\.x), y: between(\.y), width: between(\.width), height: between(\.height))
    }
}

extension PixelArea {
    /// Returns the area's position in a frame of this size that shows only a part of the original: its edges are
    /// rounded outwards to even pixels. Returns nil if the area is not visible.
    func seen(through window: ZoomArea, in size: (width: Int, height: Int)) -> PixelArea? {
        func seen(_ start: Int, _ length: Int, of first: Double, _ whole: Double, in side: Int) -> Range<Int>? {
            let scale = Double(side) / whole
            let (lower, upper) = ((Double(start) - first) * scale, (Double(start + length) - first) * scale)
            let (from, to) = (
                max(0, Int(saturating: lower.rounded(.down)) & ~1),
                min(side, (Int(saturating: upper.rounded(.up)) + 1) & ~1)
            )
            return from < to ? from..<to : nil
        }
        guard let columns = seen(x, width, of: window.x, window.width, in: size.width),
            let rows = seen(y, height, of: window.y, window.height, in: size.height)
        else { return nil }
        return PixelArea(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }
}
