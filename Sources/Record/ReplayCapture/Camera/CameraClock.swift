package import MediaTime

/// Says when a camera's frame was taken.
///
/// A pure value.
package struct CameraClock: Sendable {
    /// Whether the camera's own times may be those of the monotonic clock, as a V4L2 driver's mostly are.
    private let mayBeHostClock: Bool

    /// How long before its arrival a frame may have been taken.
    private static let maxDelay = Duration.seconds(1)

    package init(mayBeHostClock: Bool) { self.mayBeHostClock = mayBeHostClock }

    /// - Parameters:
    ///   - stamp: the camera's own time, in microseconds of a clock that nobody names.
    ///   - arrival: when the frame came.
    /// - Returns: `stamp` where it can only be the monotonic clock's, else `arrival`.
    package func time(stamp: Int64?, arrival: HostTime) -> HostTime {
        guard mayBeHostClock, let stamp, (0..<(Int64.max / 1000)).contains(stamp) else { return arrival }
        let taken = HostTime(nanoseconds: stamp * 1000)
        return (.zero...Self.maxDelay).contains(arrival - taken) ? taken : arrival
    }
}
