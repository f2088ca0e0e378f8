import CXCB
import Geometry
import ReplaySources

/// A source of a capture's pixels: a part of the screen, or a window.
protocol CaptureSource: AnyObject {
    /// The current shape of the captured part.
    var shape: SourceShape { get }
    /// The tracker of changes, or nil if the window is gone.
    var damage: ScreenDamage? { get }
    /// True if `shape` may be out of date.
    var isStale: Bool { get set }
    /// True if the source is the whole screen, so that the pointer is always in the frame.
    var isWholeScreen: Bool { get }
    /// The window that is captured, or nil if the source is a part of the screen.
    var capturedWindow: xcb_window_t? { get }
    /// The part of the screen that is captured, in the screen's coordinates. Nil if the source is a window.
    var screenPart: PixelRect? { get }

    /// Handles an event. Returns its effect on the source, or nil if it has none.
    func note(_ event: borrowing XReply<xcb_generic_event_t>) -> SourceEvent?
    /// Updates `shape` from the server.
    func refresh() throws(CaptureError)
    /// Requests the pointer's position from the server.
    func queryPointer() -> PointerQuery
    /// Waits for the answer and returns the position in the frame's coordinates. For a window, nil if the pointer is
    /// not over it. For a part of the screen, the position may lie outside.
    func pointerPosition(_ query: PointerQuery) throws(CaptureError) -> PixelPoint?
    /// Returns the changes since the last call.
    func takeNotices() -> [CaptureNotice]
}

/// The effect of an event on a source.
enum SourceEvent {
    /// The shape may have changed, so the source is stale.
    case changed
    /// The source has moved on the screen, so the pointer has moved relative to it.
    case moved
}

/// Pending requests for the pointer's position.
struct PointerQuery {
    let pointer: xcb_query_pointer_cookie_t
    /// The request for the window's position on the screen.
    var window: xcb_translate_coordinates_cookie_t?
}
