package import Geometry
package import MediaTime

/// The press or the release of a pointer button over the captured area.
package struct ButtonEvent: Hashable, Sendable {
    package let time: HostTime
    /// The position, in pixels of the canvas.
    package let place: PixelPoint
    /// The button's number, from 1.
    package let button: UInt8
    /// True for a press, false for a release.
    package let isPress: Bool

    package init(time: HostTime, place: PixelPoint, button: UInt8, isPress: Bool) {
        (self.time, self.place, self.button, self.isPress) = (time, place, button, isPress)
    }
}
