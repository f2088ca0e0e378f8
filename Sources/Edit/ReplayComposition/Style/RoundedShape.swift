/// A rectangle with rounded corners, in pixels.
///
/// A corner is a quarter of a superellipse of the exponent 3, so that the curvature has no step where the straight
/// edges begin. It leaves as much of the corner's diagonal free as a circle of the radius does.
struct RoundedShape: Sendable, Equatable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    /// The length of a corner along an edge.
    let corner: Double

    /// The length of a corner along an edge, in radii: (√2 - 1) / (√2 (1 - 2^(-1/3))).
    private static let extent = 1.419_64
    /// The number of samples of a pixel in each direction.
    private static let samples = 4

    init(x: Double, y: Double, width: Double, height: Double, radius: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
        corner = min(radius * Self.extent, min(width, height) / 2)
    }

    /// Returns the part of a pixel that lies inside, in 0...1.
    func coverage(x column: Int, y row: Int) -> Double {
        let (left, top) = (Double(column) - x, Double(row) - y)
        // The distances from the nearest edges, of the pixel's edges.
        let across = min(left, width - left - 1)
        let down = min(top, height - top - 1)
        if across >= 0, down >= 0, across >= corner || down >= corner { return 1 }
        if across <= -1 || down <= -1 { return 0 }
        var inside = 0
        for sample in 0..<Self.samples * Self.samples {
            let (place, line) = (sample % Self.samples, sample / Self.samples)
            if contains(x: left + Self.offset(place), y: top + Self.offset(line)) { inside += 1 }
        }
        return Double(inside) / Double(Self.samples * Self.samples)
    }

    private static func offset(_ sample: Int) -> Double { (Double(sample) + 0.5) / Double(samples) }

    /// Returns true if a point lies inside. It is relative to the upper left corner.
    private func contains(x: Double, y: Double) -> Bool {
        let (across, down) = (min(x, width - x), min(y, height - y))
        guard across >= 0, down >= 0 else { return false }
        guard across < corner, down < corner else { return true }
        let (column, row) = (1 - across / corner, 1 - down / corner)
        return column * column * column + row * row * row <= 1
    }
}
