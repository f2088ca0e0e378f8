internal import CWayland

/// A window of a Wayland compositor, drawn by the CPU.
final class WaylandCanvas: SceneCanvas {
    let width, height: Int
    private let surface: OpaquePointer
    /// The window's pixels: 0xRRGGBB, row by row.
    private var pixels: [UInt32]
    private var pattern: [UInt32] = []

    /// The limit in milliseconds after which a busy compositor counts as lost.
    private static let limit = Int32(1000 * WaitLimit.seconds)
    /// The limit in milliseconds for a compositor that does not draw the window, and so reports nothing.
    private static let turnLimit: Int32 = 1_000

    /// - Parameters:
    ///   - display: A socket's name or path.
    ///   - window: The window's size; nil for the whole screen.
    init(display: String, window: PixelRectangle?) throws(SceneError) {
        let surface = wayland_open_window(
            display, "replay-scene", "replay-scene", window == nil, Int32(window?.width ?? 0),
            Int32(window?.height ?? 0),
            Self.limit)
        guard let surface else { throw SceneError("The Wayland display \(display) cannot be opened.") }
        self.surface = surface
        (width, height) = (Int(wayland_width(surface)), Int(wayland_height(surface)))
        pixels = Array(repeating: 0, count: width * height)
    }

    deinit { wayland_close(surface) }

    func awaitTurn() { _ = wayland_await_frame(surface, Self.turnLimit) }

    func fill(_ rectangles: [PixelRectangle], colour: UInt32, onPattern: Bool) {
        for rectangle in rectangles {
            let (left, right) = (max(0, rectangle.x), min(width, rectangle.x + rectangle.width))
            guard left < right else { continue }
            for y in max(0, rectangle.y)..<max(0, min(height, rectangle.y + rectangle.height)) {
                let row = y * width + left..<y * width + right
                if onPattern { Self.fill(&pattern, row, colour) } else { Self.fill(&pixels, row, colour) }
            }
        }
    }

    private static func fill(_ pixels: inout [UInt32], _ places: Range<Int>, _ colour: UInt32) {
        pixels.withUnsafeMutableBufferPointer { $0[places].update(repeating: colour) }
    }

    func makePattern() { pattern = Array(repeating: 0, count: width * height) }

    func copyPattern(rows: Range<Int>, to row: Int) {
        guard !rows.isEmpty else { return }
        pattern.withUnsafeBufferPointer { source in
            pixels.withUnsafeMutableBufferPointer { target in
                _ = target[(row * width)...].update(
                    fromContentsOf: source[rows.lowerBound * width..<rows.upperBound * width])
            }
        }
    }

    func show(_ draw: () -> Void) throws(SceneError) {
        draw()
        guard let shown = wayland_pixels(surface, Self.limit) else { throw connectionLost }
        pixels.withUnsafeBufferPointer { drawn in
            if let start = drawn.baseAddress { shown.update(from: start, count: drawn.count) }
        }
        guard wayland_show(surface, Self.limit) else { throw connectionLost }
    }

    private var connectionLost: SceneError { SceneError("The connection to the compositor is lost.") }
}
