/// When the output gets its next frame, of a screen and a camera that change each in their own time.
///
/// The screen's times are kept, all of them. A camera changes with the screen where that does not come much later than
/// its own time: on a screen in motion it adds no frames to the output, on a still one it adds its own.
///
/// A pure value.
package struct FrameChange: Equatable {
    /// In the screen's ticks.
    package let time: Int64
    /// Whether the screen changes then; the camera may, either way.
    package let isOfScreen: Bool

    /// - Parameters:
    ///   - screen: when the screen changes next; nil: never.
    ///   - camera: when the camera does.
    ///   - tolerance: by how much the camera's frame may come late.
    /// - Returns: nil where nothing changes any more.
    package init?(screen: Int64?, camera: Int64?, tolerance: Int64) {
        guard let next = [screen, camera].compactMap(\.self).min() else { return nil }
        isOfScreen = screen.map { $0 <= next + tolerance } ?? false
        time = isOfScreen ? screen ?? next : next
    }

    /// By how much a camera's frame may come late, in ticks: a little more than a frame of 30 a second lasts.
    static func cameraTolerance(_ timescale: Int32) -> Int64 { Int64(timescale) * 35 / 1000 }
}
