import MediaTime
import ReplayControl
import ReplayLibrary
import ReplaySources

/// The available sources, as `--json` shows them. A list is empty if the display or server cannot be queried.
struct SourcesReport: Encodable {
    struct Monitor: Encodable {
        let name: String
        let x, y, width, height: Int
    }

    struct Window: Encodable {
        let id: UInt32
        let title, className: String
        let width, height: Int
    }

    /// The kinds of sources that a Wayland desktop shares after asking its user. Nil if there is no such desktop or no
    /// portal.
    let portal: PortalAbilities?
    let monitors: [Monitor]
    let windows: [Window]
    let microphones: [AudioDevice]
    let applications: [AudioApplication]

    /// - Throws: `noRecorder`, because nothing can be queried then.
    init(display: String?) throws(CaptureError) {
        let isWayland = display == nil && ScreenSystem.current == .portal
        // The windows of Xwayland are not what is recorded.
        portal = isWayland ? try Self.available { () throws(CaptureError) in [try PortalAbilities.find()] }.first : nil
        monitors =
            isWayland
            ? []
            : try Self.available { () throws(CaptureError) in try ScreenMonitor.list(display: display) }.map {
                Monitor(name: $0.name, x: $0.x, y: $0.y, width: $0.width, height: $0.height)
            }
        windows =
            isWayland
            ? []
            : try Self.available { () throws(CaptureError) in try ScreenWindows.list(display: display) }.map {
                Window(id: $0.id, title: $0.title, className: $0.className, width: $0.width, height: $0.height)
            }
        microphones = try Self.available { () throws(CaptureError) in try AudioDevice.microphones() }
        applications = try Self.available { () throws(CaptureError) in try AudioApplication.playing() }
    }

    /// Returns the sources, or an empty list if there is no display or audio server.
    private static func available<Source>(
        _ list: () throws(CaptureError) -> [Source]
    ) throws(CaptureError) -> [Source] {
        do throws(CaptureError) {
            return try list()
        } catch {
            guard error.code != .noRecorder else { throw error }
            return []
        }
    }

    var rows: [[String]] {
        (portal?.kinds ?? []).map { [$0.description, "ask", "chosen in the desktop’s dialog"] }
            + monitors.map { ["monitor", $0.name, "\($0.width)x\($0.height)+\($0.x)+\($0.y)"] }
            + windows.map {
                ["window", "0x" + String($0.id, radix: 16), "\($0.title.printable) (\($0.width)x\($0.height))"]
            }
            + microphones.map { ["microphone", $0.name, $0.description + ($0.isDefault ? " (default)" : "")] }
            + applications.map { ["application", $0.name, $0.binary] }
    }
}
