import CXCB
import Geometry
package import ReplaySources

extension XConnection {
    /// Returns the current size of the screen in pixels.
    func sizeOfScreen() throws(CaptureError) -> PixelSize {
        let cookie = xcb_get_geometry(pointer, screen.root)
        let reply = try reply("the size of the screen", cookie: cookie, receive: xcb_get_geometry_reply)
        return PixelSize(width: Int(reply.body.width), height: Int(reply.body.height))
    }

    /// Returns the monitors that RandR 1.5 reports. On an older server, returns one: the screen.
    package func monitors() throws(CaptureError) -> [ScreenMonitor] {
        guard try hasMonitors() else {
            return [ScreenMonitor(name: "screen", frame: PixelRect(try sizeOfScreen()))]
        }
        let reply = try reply(
            "the monitors", cookie: xcb_randr_get_monitors(pointer, screen.root, 1),
            receive: xcb_randr_get_monitors_reply)
        var found: [(name: xcb_atom_t, frame: PixelRect)] = []
        var next = xcb_randr_get_monitors_monitors_iterator(reply.pointer)
        while next.rem > 0, let monitor = next.data?.pointee {
            let frame = PixelRect(
                x: Int(monitor.x), y: Int(monitor.y), width: Int(monitor.width), height: Int(monitor.height))
            found.append((monitor.name, frame))
            xcb_randr_monitor_info_next(&next)
        }
        var monitors: [ScreenMonitor] = []
        for (name, frame) in found where !frame.isEmpty {
            monitors.append(ScreenMonitor(name: try self.name(of: name), frame: frame))
        }
        return monitors
    }

    private func hasMonitors() throws(CaptureError) -> Bool {
        guard `extension`(cxcb_randr_extension()) != nil else { return false }
        let version = try reply(
            "RANDR", cookie: xcb_randr_query_version(pointer, 1, 5), receive: xcb_randr_query_version_reply)
        return (version.body.major_version, version.body.minor_version) >= (1, 5)
    }

    /// Selects RandR's events. Returns the number of the first one, or nil if the server has no RandR 1.5.
    func watchMonitors() throws(CaptureError) -> UInt8? {
        guard try hasMonitors(), let randr = `extension`(cxcb_randr_extension()) else { return nil }
        let mask =
            XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE.rawValue | XCB_RANDR_NOTIFY_MASK_CRTC_CHANGE.rawValue
            | XCB_RANDR_NOTIFY_MASK_OUTPUT_CHANGE.rawValue | XCB_RANDR_NOTIFY_MASK_RESOURCE_CHANGE.rawValue
        try check(
            "events of the monitors", cookie: xcb_randr_select_input_checked(pointer, screen.root, UInt16(mask)))
        return randr.first_event
    }

    private func name(of atom: xcb_atom_t) throws(CaptureError) -> String {
        let reply = try reply(
            "a monitor's name", cookie: xcb_get_atom_name(pointer, atom), receive: xcb_get_atom_name_reply)
        let length = Int(xcb_get_atom_name_name_length(reply.pointer))
        let start = UnsafeRawPointer(xcb_get_atom_name_name(reply.pointer))
        return String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
    }

    /// Returns the monitor with this name, or else with this number, counted from 1.
    /// - Throws: `noSuchTarget` with a list of the monitors.
    func monitor(_ name: String) throws(CaptureError) -> ScreenMonitor {
        let all = try monitors()
        if let found = all.first(where: { $0.name == name }) { return found }
        if let number = Int(name), all.indices.contains(number - 1) { return all[number - 1] }
        let list = all.enumerated().map { "\($0.offset + 1): \($0.element)" }.joined(separator: ", ")
        throw CaptureError(
            .noSuchTarget,
            reason: "the X display “\(self.name)” has no monitor “\(name)”",
            remedy: list.isEmpty ? "it has no monitors: record the whole screen" : "it has \(list)")
    }

    /// Returns the rectangle, checked to lie on the screen.
    /// - Throws: `noSuchTarget` if it does not.
    func checkedRectangle(
        x: Int, y: Int, width: Int, height: Int, on screen: PixelSize
    ) throws(CaptureError) -> PixelRect {
        let range = 0...Int(UInt16.max)
        guard range.contains(x), range.contains(y), range.contains(width), range.contains(height),
            case let rectangle = PixelRect(x: x, y: y, width: width, height: height),
            PixelRect(screen).contains(rectangle)
        else {
            throw CaptureError(
                .noSuchTarget,
                reason:
                    "the rectangle of \(width)x\(height) pixels at \(x),\(y) is not within the screen of the X display "
                    + "“\(name)”, which has \(screen.width)x\(screen.height) pixels")
        }
        return rectangle
    }
}
