package import MediaTime

/// A disc or a ring to draw at an instant. Lengths are in pixels of the recording's frame.
package struct PointerOverlay: Hashable, Sendable {
    /// The kind of effect to which it belongs.
    package let kind: PointerEffect.Kind
    /// The horizontal position of the centre, from the left edge.
    package let x: Double
    /// The vertical position of the centre, from the upper edge.
    package let y: Double
    /// The radius inside which nothing is drawn; 0 for a disc.
    package let innerRadius: Double
    /// The radius outside which nothing is drawn.
    package let outerRadius: Double
    /// The width of the soft edge.
    package let softness: Double
    /// The maximum opacity, in 0...1.
    package let opacity: Double
}

extension PointerOverlay {
    /// Returns the opacity at a distance from the centre, in 0...1.
    package func opacity(at distance: Double) -> Double {
        let inside = innerRadius == 0 ? 1 : Self.smooth((distance - innerRadius) / softness)
        return opacity * inside * Self.smooth((outerRadius - distance) / softness)
    }

    /// Returns the overlay at another position, scaled by a factor.
    package func moved(to place: (x: Double, y: Double), scale: Double) -> PointerOverlay {
        PointerOverlay(
            kind: kind, x: place.x, y: place.y, innerRadius: innerRadius * scale, outerRadius: outerRadius * scale,
            softness: softness * scale, opacity: opacity)
    }

    /// Returns a smooth step from 0 to 1, with slope 0 at both ends.
    private static func smooth(_ value: Double) -> Double {
        let limited = min(max(value, 0), 1)
        return limited * limited * (3 - 2 * limited)
    }

    /// Returns the disc around the pointer.
    /// - Parameter side: The shorter side of the frame.
    static func highlight(_ place: SIMD2<Double>, side: Int) -> PointerOverlay {
        let radius = max(12, Double(side) / 24)
        return PointerOverlay(
            kind: .highlight, x: place.x + 0.5, y: place.y + 0.5, innerRadius: 0, outerRadius: radius,
            softness: radius / 3, opacity: 0.45)
    }

    /// Returns the ring around a click. Its growth slows down while it fades.
    /// - Parameters:
    ///   - age: The age of the ring: 0 when it begins, 1 when it ends.
    ///   - side: The shorter side of the frame.
    static func ring(_ place: PointerPath.Place, age: Double, side: Int) -> PointerOverlay {
        let (least, most) = (max(6, Double(side) / 60), max(20, Double(side) / 15))
        let width = max(4, Double(side) / 120)
        let radius = least + (most - least) * age * (2 - age)
        return PointerOverlay(
            kind: .clicks, x: Double(place.x) + 0.5, y: Double(place.y) + 0.5, innerRadius: max(0.01, radius - width),
            outerRadius: radius + width / 2,
            softness: width / 2, opacity: 0.9 * (1 - age))
    }
}

extension PointerPath {
    /// Returns the shapes that effects draw at an instant: the disc, then the rings over it.
    /// - Parameters:
    ///   - side: The shorter side of the frame, in pixels.
    ///   - drawn: The place where the pointer is drawn, or nil for the recorded one.
    package func overlays(
        at time: MediaTime, _ effects: [PointerEffect], side: Int, drawn: SIMD2<Double>? = nil
    ) -> [PointerOverlay] {
        let active = effects.filter { $0.range.start <= time && time < $0.range.end }
        let isHighlighted = active.contains { $0.kind == .highlight }
        let recorded = isHighlighted ? place(at: time).map { SIMD2(Double($0.x), Double($0.y)) } : nil
        let highlight = recorded.map { PointerOverlay.highlight(drawn ?? $0, side: side) }
        let clicks = Set(active.filter { $0.kind == .clicks }.flatMap { self.clicks(at: time, in: $0.range) })
        let rings = clicks.sorted { $0.time < $1.time }.map { click in
            PointerOverlay.ring(click.place, age: (time - click.time).seconds / Self.clickLength.seconds, side: side)
        }
        return [highlight].compactMap(\.self) + rings
    }
}
