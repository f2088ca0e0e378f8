/// The motion of the middle of a zoom's part that follows the pointer. It is smooth, and at rest while the pointer stays in
/// the middle of what is seen.
///
/// The part moves towards the place where the pointer is just inside the quiet zone, as a damped spring does. A pure value.
package struct FollowingMotion: Sendable, Equatable {
    package typealias Point = SIMD2<Double>

    /// A position of the pointer from an instant on.
    package struct Step: Sendable {
        /// The time in seconds.
        package let time: Double
        package let place: Point

        package init(time: Double, place: Point) { (self.time, self.place) = (time, place) }
    }

    private var spring: SpringMotion
    /// The least position, at which the part touches the left and the upper edge of the frame.
    private let least: Point
    /// The greatest position.
    private let greatest: Point

    /// The part of what is seen in which the pointer moves nothing, across and down.
    private static let quietZone = Point(0.5, 0.7)

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
        spring = SpringMotion(at: first, from: steps.first?.time ?? 0)
        for step in steps.dropFirst() { spring.aim(at: aim(step.place, from: spring.target), from: step.time) }
    }

    /// Returns the middle of the part at an instant, in seconds.
    package func middle(at time: Double) -> Point {
        // The spring may overshoot by a small part of a pixel.
        pointwiseMin(pointwiseMax(spring.position(at: time), least), greatest)
    }
}
