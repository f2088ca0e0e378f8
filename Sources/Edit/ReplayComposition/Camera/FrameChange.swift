/// The time of the output's next frame, if screen and camera change independently.
///
/// All changes of the screen keep their times. A camera frame waits for the next change of the screen if that comes
/// within the tolerance. Over a moving screen, the camera therefore adds no frames to the output; over a still screen,
/// it adds its own.
///
/// A pure value.
package struct FrameChange: Equatable {
    /// The time of the change, in ticks of the screen's track.
    package let time: Int64
    /// True if the screen changes at this time. The camera may change in either case.
    package let isOfScreen: Bool

    /// - Parameters:
    ///   - screen: The time of the screen's next change, or nil if there is none.
    ///   - camera: The time of the camera's next change, or nil if there is none.
    ///   - tolerance: The maximum delay of a camera frame.
    /// - Returns: Nil if neither changes again.
    package init?(screen: Int64?, camera: Int64?, tolerance: Int64) {
        guard let next = [screen, camera].compactMap(\.self).min() else { return nil }
        isOfScreen = screen.map { $0 <= next + tolerance } ?? false
        time = isOfScreen ? screen ?? next : next
    }

    /// Returns the maximum delay of a camera frame, in ticks: 35 ms, a little more than a frame at 30 frames per
    /// second.
    package static func cameraTolerance(_ timescale: Int32) -> Int64 { Int64(timescale) * 35 / 1000 }
}
