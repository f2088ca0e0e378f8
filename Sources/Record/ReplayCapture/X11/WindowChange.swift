import CXCB
package import Geometry

/// An event about the structure of windows.
struct WindowChange {
    enum Kind: Hashable {
        /// Created. The rectangle includes the border.
        case created(PixelRect)
        case mapped
        case unmapped
        case destroyed
        case reparented(to: xcb_window_t)
        /// Moved or resized. The rectangle includes the border; the size does not.
        case configured(PixelRect, size: PixelSize, border: Int)
    }

    /// The window that has changed.
    let window: xcb_window_t
    /// The window on which the event was selected: the changed window or its parent.
    let reporter: xcb_window_t
    let kind: Kind
    /// True if a client such as a window manager sent the event. The coordinates are then those of the screen.
    let isSynthetic: Bool

    /// Reads an event. Nil if it is not about the structure of windows.
    init?(_ event: borrowing XReply<xcb_generic_event_t>) {
        isSynthetic = event.body.response_type & 0x80 != 0
        switch Int32(event.body.response_type & 0x7f) {
        case XCB_CREATE_NOTIFY:
            (window, reporter, kind) = event.with(xcb_create_notify_event_t.self) {
                let frame = PixelRect.frame($0.x, y: $0.y, width: $0.width, height: $0.height, border: $0.border_width)
                return ($0.window, $0.parent, .created(frame))
            }
        case XCB_CONFIGURE_NOTIFY:
            (window, reporter, kind) = event.with(xcb_configure_notify_event_t.self) {
                let frame = PixelRect.frame($0.x, y: $0.y, width: $0.width, height: $0.height, border: $0.border_width)
                let size = PixelSize(width: Int($0.width), height: Int($0.height))
                return ($0.window, $0.event, .configured(frame, size: size, border: Int($0.border_width)))
            }
        case XCB_REPARENT_NOTIFY:
            (window, reporter, kind) = event.with(xcb_reparent_notify_event_t.self) {
                ($0.window, $0.event, .reparented(to: $0.parent))
            }
        case XCB_MAP_NOTIFY:
            (window, reporter, kind) = event.with(xcb_map_notify_event_t.self) { ($0.window, $0.event, .mapped) }
        case XCB_UNMAP_NOTIFY:
            (window, reporter, kind) = event.with(xcb_unmap_notify_event_t.self) {
                ($0.window, $0.event, .unmapped)
            }
        case XCB_DESTROY_NOTIFY:
            (window, reporter, kind) = event.with(xcb_destroy_notify_event_t.self) {
                ($0.window, $0.event, .destroyed)
            }
        default:
            return nil
        }
    }
}

extension PixelRect {
    /// Returns the rectangle of a window with its border in the coordinates of its parent.
    package static func frame(_ x: Int16, y: Int16, width: UInt16, height: UInt16, border: UInt16) -> PixelRect {
        PixelRect(
            x: Int(x), y: Int(y), width: Int(width) + 2 * Int(border), height: Int(height) + 2 * Int(border))
    }
}
