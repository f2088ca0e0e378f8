import Glibc

/// The motion of the middle of a zoom's part that follows the pointer. It is smooth, and at rest while the pointer stays in
/// the middle of what is seen.
///
/// The part moves towards the place where the pointer is just inside the quiet zone, as a damped spring does. Between two
/// steps of the pointer, the motion has a closed form, so each instant can be calculated by itself. A pure value.
package struct FollowingMotion: Sendable, Equatable {
    package typealias Point = SIMD2<Double>

    /// A position of the pointer from an instant on.
    package struct Step: Sendable {
        /// The time in seconds.
        package let time: Double
        package let place: Point

        package init(time: Double, place: Point) { (self.time, self.place) = (time, place) }
    }

    /// The state of the motion at an instant from which on its target stays the same.
    private struct Knot: Equatable {
        let time: Double
        let position: Point
        let velocity: Point
        let target: Point
    }

    private var knots: [Knot]
    /// The least position, at which the part touches the left and the upper edge of the frame.
    private let least: Point
    /// The greatest position.
    private let greatest: Point

    /// The part of what is seen in which the pointer moves nothing, across and down.
    private static let quietZone = Point(0.5, 0.7)
    /// The undamped frequency of the spring, in radians per second.
    private static let frequency = 9.4
    /// The damping ratio: slightly below 1, at which the spring would not overshoot.
    private static let damping = 0.94

    /// - Parameters:
    ///   - steps: The steps of the pointer, with ascending times. The first one sets where the motion begins.
    ///   - middle: The middle of the part before the first step.
    ///   - part: The size of the part.
    ///   - frame: The size of the frame, which the part does not leave.
    package init(_ steps: [Step], from middle: Point, part: Point, in frame: Point) {
        let (least, greatest) = (part / 2, pointwiseMax(frame - part / 2, part / 2))
        (self.least, self.greatest) = (least, greatest)
        func aim(_ place: Point, from target: Point) -> Point {
            let free = part * Self.quietZone / 2
            let moved = pointwiseMin(pointwiseMax(target, place - free), place + free)
            return pointwiseMin(pointwiseMax(moved, least), greatest)
        }
        let first = steps.first.map { aim($0.place, from: middle) } ?? middle
        knots = [Knot(time: steps.first?.time ?? 0, position: first, velocity: .zero, target: first)]
        for step in steps.dropFirst() {
            let last = knots[knots.count - 1]
            let target = aim(step.place, from: last.target)
            guard target != last.target else { continue }
            let (position, velocity) = Self.state(of: last, at: step.time)
            knots.append(Knot(time: step.time, position: position, velocity: velocity, target: target))
        }
    }

    /// Returns the middle of the part at an instant, in seconds.
    package func middle(at time: Double) -> Point {
        let next = knots.partitioningIndex { $0.time > time }
        if next == 0 { return knots[0].position }
        // The spring may overshoot by a small part of a pixel.
        return pointwiseMin(pointwiseMax(Self.state(of: knots[next - 1], at: time).position, least), greatest)
    }

    /// Returns the position and the velocity of a spring that was released at a knot.
    private static func state(of knot: Knot, at time: Double) -> (position: Point, velocity: Point) {
        let elapsed = time - knot.time
        let (decay, pulse) = (damping * frequency, frequency * (1 - damping * damping).squareRoot())
        let (distance, fade) = (knot.position - knot.target, exp(-decay * elapsed))
        let (wave, turn) = (cos(pulse * elapsed), sin(pulse * elapsed))
        let rest = (knot.velocity + decay * distance) / pulse
        let position = knot.target + fade * (distance * wave + rest * turn)
        let velocity = fade * ((rest * pulse - decay * distance) * wave - (distance * pulse + decay * rest) * turn)
        return (position, velocity)
    }
}
