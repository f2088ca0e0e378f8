package import Geometry
package import MediaTime

/// A button of the pointer that was pressed or let go over what is captured.
package struct ButtonEvent: Hashable, Sendable {
    package let time: HostTime
    /// Where, in pixels of the canvas.
    package let place: PixelPoint
    /// Its number, from 1.
    package let button: UInt8
    /// Otherwise it was let go.
    package let isPress: Bool

    package init(time: HostTime, place: PixelPoint, button: UInt8, isPress: Bool) {
        (self.time, self.place, self.button, self.isPress) = (time, place, button, isPress)
    }
}
