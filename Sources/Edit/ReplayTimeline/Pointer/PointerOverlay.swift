package import MediaTime

/// A disc or a ring as it is drawn at an instant. Lengths are in pixels of the recording's frame.
package struct PointerOverlay: Hashable, Sendable {
    /// What it belongs to.
    package let kind: PointerEffect.Kind
    /// Its middle, from the left edge.
    package let x: Double
    /// Its middle, from the upper edge.
    package let y: Double
    /// Nothing is drawn nearer to the middle; 0: a disc.
    package let innerRadius: Double
    /// Nothing is drawn farther from it.
    package let outerRadius: Double
    /// Over how much of the radius it begins and ends.
    package let softness: Double
    /// Where it is most opaque: 0 to 1.
    package let opacity: Double
}

extension PointerOverlay {
    /// How opaque it is so far from its middle: 0 to 1.
    package func opacity(at distance: Double) -> Double {
        let inside = innerRadius == 0 ? 1 : Self.smooth((distance - innerRadius) / softness)
        return opacity * inside * Self.smooth((outerRadius - distance) / softness)
    }

    /// The same elsewhere, and so much larger.
    package func moved(to place: (x: Double, y: Double), scale: Double) -> PointerOverlay {
        PointerOverlay(
            kind: kind, x: place.x, y: place.y, innerRadius: innerRadius * scale, outerRadius: outerRadius * scale,
            softness: softness * scale, opacity: opacity)
    }

    /// From 0 to 1, without a corner at either end.
    private static func smooth(_ value: Double) -> Double {
        let limited = min(max(value, 0), 1)
        return limited * limited * (3 - 2 * limited)
    }

    /// The disc around the pointer.
    /// - Parameter side: the shorter one of the frame.
    static func highlight(_ place: PointerPath.Place, side: Int) -> PointerOverlay {
        let radius = max(12, Double(side) / 24)
        return PointerOverlay(
            kind: .highlight, x: Double(place.x) + 0.5, y: Double(place.y) + 0.5, innerRadius: 0, outerRadius: radius,
            softness: radius / 3, opacity: 0.45)
    }

    /// The ring around a click: it grows, ever slower, and fades.
    /// - Parameters:
    ///   - age: 0 when it begins, 1 when it has gone.
    ///   - side: as in `highlight(_:side:)`.
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
    /// What effects draw at an instant: the disc, and over it the rings.
    /// - Parameter side: the shorter one of the frame, in pixels.
    package func overlays(at time: MediaTime, _ effects: [PointerEffect], side: Int) -> [PointerOverlay] {
        let active = effects.filter { $0.range.start <= time && time < $0.range.end }
        let isHighlighted = active.contains { $0.kind == .highlight }
        let highlight = (isHighlighted ? place(at: time) : nil).map { PointerOverlay.highlight($0, side: side) }
        let clicks = Set(active.filter { $0.kind == .clicks }.flatMap { self.clicks(at: time, in: $0.range) })
        let rings = clicks.sorted { $0.time < $1.time }.map { click in
            PointerOverlay.ring(click.place, age: (time - click.time).seconds / Self.clickLength.seconds, side: side)
        }
        return [highlight].compactMap(\.self) + rings
    }
}
