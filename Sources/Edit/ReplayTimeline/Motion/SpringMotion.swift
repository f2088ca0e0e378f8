import Glibc

/// The motion of a point towards a target that moves in steps, as a damped spring does.
///
/// Between two steps, the motion has a closed form, so each instant can be calculated by itself. Position and velocity have
/// no jump. A pure value.
struct SpringMotion: Sendable, Equatable {
    typealias Point = SIMD2<Double>

    /// The state at an instant from which on the target stays the same.
    private struct Knot: Equatable {
        let time: Double
        let position: Point
        let velocity: Point
        let target: Point
    }

    private var knots: [Knot]
    private let frequency: Double
    private let damping: Double

    /// - Parameters:
    ///   - position: The position until the first step, at rest.
    ///   - time: An instant at or before the first step, in seconds.
    ///   - frequency: The undamped frequency, in radians per second.
    ///   - damping: The damping ratio. Slightly below 1, at which the spring would not overshoot.
    init(at position: Point, from time: Double, frequency: Double = 9.4, damping: Double = 0.94) {
        (self.frequency, self.damping) = (frequency, damping)
        knots = [Knot(time: time, position: position, velocity: .zero, target: position)]
    }

    /// The target after the last step.
    var target: Point { knots[knots.count - 1].target }

    /// Adds a step.
    /// - Parameters:
    ///   - target: The target from this step on.
    ///   - time: The time in seconds, at or after that of the step before.
    mutating func aim(at target: Point, from time: Double) {
        let last = knots[knots.count - 1]
        guard target != last.target else { return }
        let (position, velocity) = state(of: last, at: time)
        knots.append(Knot(time: time, position: position, velocity: velocity, target: target))
    }

    /// Returns the position at an instant, in seconds.
    func position(at time: Double) -> Point { state(at: time).position }

    /// Returns the velocity at an instant, in seconds.
    func velocity(at time: Double) -> Point { state(at: time).velocity }

    private func state(at time: Double) -> (position: Point, velocity: Point) {
        let next = knots.partitioningIndex { $0.time > time }
        return next == 0 ? (knots[0].position, .zero) : state(of: knots[next - 1], at: time)
    }

    /// Returns the position and the velocity of a spring that was released at a knot.
    private func state(of knot: Knot, at time: Double) -> (position: Point, velocity: Point) {
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
