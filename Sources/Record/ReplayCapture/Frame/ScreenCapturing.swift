package import Geometry
package import MediaTime
package import ReplaySources

/// What captures a screen, a part of it or one window, with the pointer's cursor, as NV12 in BT.709, limited range.
///
/// The caller drives it: `wait` sleeps until there is something new, `update` brings the caller's planes up to date. Used from
/// one thread. What is captured may change its size; it is fitted into the canvas then, which does not.
package protocol ScreenCapturing: AnyObject {
    /// The size of the canvas, in pixels; even.
    var size: PixelSize { get }
    /// Ends a wait from another thread.
    var waker: CaptureWaker { get }
    /// Whether a window that is to be covered may be in the pixels that the last `update` left in the planes.
    var isPrivateWindowVisible: Bool { get }
    /// Where the pointer was when the last `update` looked, in pixels of the canvas; nil: not over what is captured.
    var pointerPlace: PixelPoint? { get }

    /// Brings the planes up to date, which the caller keeps from call to call; the first call fills them.
    /// - Returns: when the frame was on the screen; always later than what the call before returned.
    /// - Throws: `displayLost`, `sharingEnded`, `requestRefused`, `unsupportedDisplay`, `outOfResources`.
    func update(
        luma: UnsafeMutablePointer<UInt8>, lumaStride: Int, chroma: UnsafeMutablePointer<UInt8>, chromaStride: Int
    ) throws(CaptureError) -> HostTime

    /// Waits until something changed, `deadline` has passed or the waker was signalled.
    /// - Parameter deadline: nil: without end.
    func wait(until deadline: HostTime?) throws(CaptureError) -> ScreenEvent

    /// Waits as `wait` does, but not for changes: they are known of afterwards.
    func rest(until deadline: HostTime?) throws(CaptureError)

    /// What happened to the target since the last call.
    func takeNotices() -> [CaptureNotice]

    /// The buttons that were pressed and let go since the last call, where the capture watches them.
    func takeButtonEvents() throws(CaptureError) -> [ButtonEvent]

    /// Forgets what happened to buttons since the last call.
    func dropButtonEvents()
}
