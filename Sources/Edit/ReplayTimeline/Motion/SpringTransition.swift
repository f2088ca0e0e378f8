/// The progress of a transition between two states at rest. It follows a damped spring, so it begins quickly and ends
/// slowly.
///
/// A spring never comes to rest. After half a second it has moved by 97 %, so the duration of a transition stands for half a
/// second of the spring. A polynomial adds the rest, so that the position and the velocity are exact at the end.
package enum SpringTransition {
    /// The time of the spring, in seconds, that the duration stands for.
    private static let duration = 0.5
    private static let spring = {
        var spring = SpringMotion(at: .zero, from: 0)
        spring.aim(at: .one, from: 0)
        return spring
    }()
    /// The distance and the velocity that are missing at the end. The velocity is negative.
    private static let (distance, velocity) = (
        1 - spring.position(at: duration).x, -spring.velocity(at: duration).x * duration
    )

    /// Returns the progress, from 0 to 1.
    /// - Parameter time: The part of the duration that has passed. Before 0 and after 1, the progress does not change.
    package static func progress(_ time: Double) -> Double {
        guard time > 0 else { return 0 }
        guard time < 1 else { return 1 }
        // Its value and velocity are 0 at the start, and `distance` and `velocity` at the end.
        let rest = time * time * (3 * distance - velocity + (velocity - 2 * distance) * time)
        return spring.position(at: time * duration).x + rest
    }
}
