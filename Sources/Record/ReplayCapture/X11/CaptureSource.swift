import CXCB
import Geometry
import ReplaySources

/// Where the pixels of a capture come from: a part of the screen, or a window.
protocol CaptureSource: AnyObject {
    /// What is captured now.
    var shape: SourceShape { get }
    /// What changes of it; nil: it is gone.
    var damage: ScreenDamage? { get }
    /// Whether `shape` may be out of date.
    var isStale: Bool { get set }
    /// Whether the pointer is in the frame wherever it is.
    var isWholeScreen: Bool { get }
    /// The part of the screen that it shows, in the screen's coordinates; nil: it is not a part of the screen.
    var screenPart: PixelRect? { get }

    /// Takes note of an event.
    func note(_ event: borrowing XReply<xcb_generic_event_t>) -> SourceEvent?
    /// Brings `shape` up to date; asks the server.
    func refresh() throws(CaptureError)
    /// Asks where the pointer is.
    func queryPointer() -> PointerQuery
    /// Waits for the answer: the position in the frame's coordinates; nil: the pointer is not over it.
    func pointerPosition(_ query: PointerQuery) throws(CaptureError) -> PixelPoint?
    /// What happened since the last call.
    func takeNotices() -> [CaptureNotice]
}

/// What an event means to a source.
enum SourceEvent {
    /// Its shape changes: it is stale.
    case changed
    /// It is elsewhere on the screen, so the pointer is elsewhere on it.
    case moved
}

/// Questions about the pointer that are on their way to the server.
struct PointerQuery {
    let pointer: xcb_query_pointer_cookie_t
    /// Where a window is on the screen.
    var window: xcb_translate_coordinates_cookie_t?
}
