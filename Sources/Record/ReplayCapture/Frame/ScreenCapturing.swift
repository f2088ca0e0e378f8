package import Geometry
package import MediaTime
package import PointerShapes
package import ReplaySources

/// A capture of a screen, a part of a screen or a window, as NV12 in BT.709, limited range.
///
/// The caller drives it: `wait` sleeps until something changes, and `update` brings the caller's planes up to date. Use
/// it from one thread. If the target changes its size, it is scaled to the canvas, whose size is fixed.
package protocol ScreenCapturing: AnyObject {
    /// The size of the canvas in pixels, with even numbers.
    var size: PixelSize { get }
    /// The signal that ends a wait from another thread.
    var waker: CaptureWaker { get }
    /// True if the pixels of the last `update` may show a window that must be covered.
    var isPrivateWindowVisible: Bool { get }
    /// The position of the pointer at the last `update`, in pixels of the canvas. Nil if the pointer is outside the target.
    var pointerPlace: PixelPoint? { get }
    /// The shape of the pointer at the last `update`, or nil if the pointer is in the frames or left out.
    var pointerShape: PointerShape? { get }
    /// The size of a pixel of the shape, in pixels of the canvas.
    var pointerScale: Double { get }

    /// The smallest rectangle of the canvas with all pixels that the last `update` has changed, or nil if it has changed none.
    var changedArea: PixelRect? { get }

    /// Updates the planes. The caller keeps their contents between calls; the first call fills them.
    /// - Returns: The time at which the frame was on the screen. It is always later than in the previous call.
    /// - Throws: `displayLost`, `sharingEnded`, `requestRefused`, `unsupportedDisplay`, `outOfResources`.
    func update(
        luma: UnsafeMutablePointer<UInt8>, lumaStride: Int, chroma: UnsafeMutablePointer<UInt8>, chromaStride: Int
    ) throws(CaptureError) -> HostTime

    /// Waits until something changes, `deadline` has passed or the waker is signalled.
    /// - Parameter deadline: The deadline, or nil to wait without one.
    func wait(until deadline: HostTime?) throws(CaptureError) -> ScreenEvent

    /// Waits like `wait`, but does not end for changes. The changes are reported afterwards.
    func rest(until deadline: HostTime?) throws(CaptureError)

    /// Returns the changes of the target since the last call.
    func takeNotices() -> [CaptureNotice]

    /// Returns the presses and releases of buttons since the last call, if the capture watches them.
    func takeButtonEvents() throws(CaptureError) -> [ButtonEvent]

    /// Returns the shortcuts since the last call, if the capture watches the keyboard.
    func takeKeyPresses() throws(CaptureError) -> [KeyPress]

    /// Drops the button events and the shortcuts since the last call.
    func dropInput()
}
