import CXCB
import Geometry
import Glibc
import MediaTime
import ReplayTestSupport
import Testing

@testable import ReplayCapture
@testable import ReplaySources

/// A client that draws on an X server of its own.
final class DisplayClient {
    let server: XServer
    let client: XConnection
    private let context: xcb_gcontext_t

    init(
        width: Int = 640, height: Int = 361, depth: Int = 24, listensToNetwork: Bool = false
    ) throws {
        server = try XServer(width: width, height: height, depth: depth, listensToNetwork: listensToNetwork)
        client = try XConnection.open(display: server.display)
        context = xcb_generate_id(client.pointer)
        xcb_create_gc(client.pointer, context, client.screen.root, 0, nil)
    }

    /// The server's display.
    var name: String { server.display }

    func fill(_ rectangle: PixelRect, with colour: UInt32) throws {
        try fill(rectangle, of: client.screen.root, with: colour)
    }

    func fill(_ rectangle: PixelRect, of window: xcb_window_t, with colour: UInt32) throws {
        withUnsafePointer(to: colour) {
            _ = xcb_change_gc(client.pointer, context, XCB_GC_FOREGROUND.rawValue, $0)
        }
        var shape = xcb_rectangle_t(
            x: Int16(rectangle.x0), y: Int16(rectangle.y0), width: UInt16(rectangle.width),
            height: UInt16(rectangle.height))
        try client.check("fill", cookie: xcb_poly_fill_rectangle_checked(client.pointer, window, context, 1, &shape))
    }

    /// Sends a request of an extension that has no reply. The first word is reserved for the header.
    func send(_ words: inout [UInt32], _ identifier: OpaquePointer?, opcode: UInt) throws {
        // The shim leaves out xcbext.h. These are the fields of xcb_protocol_request_t: the number of parts, the
        // extension, the opcode, and 1 for no reply.
        let function = dlsym(nil, "xcb_send_request")
        typealias Send = @convention(c) (OpaquePointer, Int32, UnsafeMutableRawPointer, UnsafeRawPointer) -> UInt32
        let send = unsafeBitCast(try #require(function), to: Send.self)
        let request: [UInt] = [1, UInt(bitPattern: identifier), opcode | 1 << 8]
        let sequence = words.withUnsafeMutableBytes { bytes in
            // The first two parts are reserved for libxcb.
            var parts = [iovec(), iovec(), iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)]
            return parts.withUnsafeMutableBufferPointer { send(client.pointer, 1, $0.baseAddress! + 2, request) }
        }
        try client.check("request", cookie: xcb_void_cookie_t(sequence: sequence))
    }

    func movePointer(to x: Int16, _ y: Int16) throws {
        let warp = xcb_warp_pointer_checked(client.pointer, 0, client.screen.root, 0, 0, 0, 0, x, y)
        try client.check("warp", cookie: warp)
    }

    /// Resizes the screen, to at most its size at the start. No monitor remains.
    func resize(to size: PixelSize) throws {
        let root = client.screen.root
        let resources = try client.reply(
            "resources", cookie: xcb_randr_get_screen_resources(client.pointer, root),
            receive: xcb_randr_get_screen_resources_reply)
        let crtc = xcb_randr_get_screen_resources_crtcs(resources.pointer)[0]
        _ = try client.reply(
            "crtc", cookie: xcb_randr_set_crtc_config(client.pointer, crtc, 0, 0, 0, 0, 0, 1, 0, nil),
            receive: xcb_randr_set_crtc_config_reply)
        let (width, height) = (UInt16(size.width), UInt16(size.height))
        try client.check(
            "resize", cookie: xcb_randr_set_screen_size_checked(client.pointer, root, width, height, 100, 100))
    }

    /// Assigns a part of the screen to a monitor of this name.
    ///
    /// The request is built here, because libxcb 1.15 reads the number of outputs from beyond the structure.
    func setMonitor(_ name: String, _ frame: PixelRect) throws {
        // After the header: root, name, primary, automatic and number of outputs, position, size, millimetres.
        var words: [UInt32] = [
            0, client.screen.root, try client.atom(name), 0, UInt32(frame.y0) << 16 | UInt32(frame.x0),
            UInt32(frame.height) << 16 | UInt32(frame.width), 100, 100,
        ]
        try send(&words, cxcb_randr_extension(), opcode: UInt(XCB_RANDR_SET_MONITOR))
    }

    func deleteMonitor(_ name: String) throws {
        let atom = try client.atom(name)
        try client.check(
            "monitor", cookie: xcb_randr_delete_monitor_checked(client.pointer, client.screen.root, atom))
    }

    /// Sets the root window's cursor: a white square of 16 pixels with its hotspot at the top left corner.
    func setSquareCursor() throws {
        let (pointer, root) = (client.pointer, client.screen.root)
        let (bitmap, ink, cursor) = (
            xcb_generate_id(pointer), xcb_generate_id(pointer), xcb_generate_id(pointer)
        )
        xcb_create_pixmap(pointer, 1, bitmap, root, 16, 16)
        withUnsafePointer(to: 1 as UInt32) {
            _ = xcb_create_gc(pointer, ink, bitmap, XCB_GC_FOREGROUND.rawValue, $0)
        }
        var square = xcb_rectangle_t(x: 0, y: 0, width: 16, height: 16)
        xcb_poly_fill_rectangle(pointer, bitmap, ink, 1, &square)
        xcb_create_cursor(pointer, cursor, bitmap, bitmap, .max, .max, .max, 0, 0, 0, 0, 0)
        try withUnsafePointer(to: cursor) {
            try client.check(
                "cursor", cookie: xcb_change_window_attributes_checked(pointer, root, XCB_CW_CURSOR.rawValue, $0))
        }
    }
}

/// The planes as a recorder keeps them.
final class Planes {
    let size: PixelSize
    private let luma: UnsafeMutablePointer<UInt8>

    init(_ size: PixelSize) {
        self.size = size
        luma = .allocate(capacity: size.width * size.height * 3 / 2)
    }

    deinit {
        luma.deallocate()
    }

    func update(from capture: ScreenCapture) throws -> HostTime {
        try capture.update(
            luma: luma, lumaStride: size.width, chroma: luma + size.width * size.height,
            chromaStride: size.width)
    }

    /// The luma of a pixel.
    subscript(x: Int, y: Int) -> UInt8 { luma[y * size.width + x] }
}
