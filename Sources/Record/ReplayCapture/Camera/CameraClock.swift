package import MediaTime

/// The rule that determines when a camera's frame was captured.
///
/// A pure value.
package struct CameraClock: Sendable {
    /// True if the camera's times may be from the monotonic clock, as with most V4L2 drivers.
    private let mayBeHostClock: Bool

    /// The maximum time between the capture and the arrival of a frame.
    private static let maxDelay = Duration.seconds(1)

    package init(mayBeHostClock: Bool) { self.mayBeHostClock = mayBeHostClock }

    /// Returns the time at which a frame was captured.
    /// - Parameters:
    ///   - stamp: The camera's own time in microseconds of an unknown clock.
    ///   - arrival: The time at which the frame arrived.
    /// - Returns: `stamp` if it is plausible in the monotonic clock (at most 1 s before `arrival`), otherwise `arrival`.
    package func time(stamp: Int64?, arrival: HostTime) -> HostTime {
        guard mayBeHostClock, let stamp, (0..<(Int64.max / 1000)).contains(stamp) else { return arrival }
        let taken = HostTime(nanoseconds: stamp * 1000)
        return (.zero...Self.maxDelay).contains(arrival - taken) ? taken : arrival
    }
}
