package import MediaTime

/// A change of the screen: the instant, and the smallest rectangle that contains all changed pixels.
package struct ScreenChange: Hashable, Sendable {
    package let time: MediaTime
    package let area: FrameRectangle

    package init(_ time: MediaTime, in area: FrameRectangle) { (self.time, self.area) = (time, area) }
}
