import MediaTime
import ReplayTimeline

/// The visible part of the output's frame during a zoom. It shrinks from the whole frame to the zoom's rectangle. From a
/// zoom that ends where this one begins, it moves directly to this rectangle. A pure value.
struct ZoomWindow: Sendable, Equatable {
    /// The range of the zoom, in ticks of the recording.
    let range: Range<Int64>
    private let zoom: Zoom
    /// The whole frame.
    private let whole: ZoomArea
    /// The smallest window, with the aspect ratio of the frame to the nearest even pixels.
    private let target: ZoomArea
    /// The window of the zoom that ends where this one begins, or nil if there is none.
    private var origin: ZoomArea?
    /// True if another zoom begins where this one ends.
    private var isFollowed = false

    /// The minimum side of a window, in pixels. A smaller part would show nothing recognizable.
    private static let minSide = 16

    /// Returns the windows of an edit's zooms, ascending and disjoint.
    /// - Parameters:
    ///   - timescale: The timescale of the recording.
    ///   - size: The size of the output's frame, in pixels; even.
    static func windows(
        of zooms: [Zoom], timescale: Int32, geometry: FrameGeometry, size: (width: Int, height: Int)
    ) -> [ZoomWindow] {
        var windows: [ZoomWindow] = []
        for zoom in zooms {
            guard var window = ZoomWindow(zoom, timescale: timescale, geometry: geometry, size: size) else { continue }
            if let last = windows.last, last.range.upperBound == window.range.lowerBound {
                window.origin = last.target
                windows[windows.count - 1].isFollowed = true
            }
            windows.append(window)
        }
        return windows
    }

    /// - Parameters:
    ///   - timescale: The timescale of the recording.
    ///   - size: The size of the output's frame, in pixels; even.
    /// - Returns: Nil if the zoom's rectangle is not visible in the output.
    init?(_ zoom: Zoom, timescale: Int32, geometry: FrameGeometry, size: (width: Int, height: Int)) {
        guard let area = geometry.place(zoom.rectangle, in: size) else { return nil }
        self.zoom = zoom.with(zoom.range.converted(to: timescale, rounding: .nearest))
        range = self.zoom.range.start.value..<self.zoom.range.end.value
        whole = ZoomArea(PixelArea(x: 0, y: 0, width: size.width, height: size.height))
        target = ZoomArea(Self.widened(area, in: size))
    }

    /// Returns the visible part at an instant of the recording, in ticks, or nil for the whole frame.
    func area(at time: Int64) -> ZoomArea? {
        let isArriving = time - range.lowerBound < zoom.transition.value
        let progress = zoom.progress(at: time, staysAtEnd: isFollowed)
        let start = isArriving ? origin ?? whole : whole
        let area = start.moved(to: target, progress: Double(progress) / Double(Zoom.reached))
        return area == whole ? nil : area
    }

    /// Returns the smallest area with the frame's aspect ratio that contains another area, moved into the frame.
    private static func widened(_ area: PixelArea, in size: (width: Int, height: Int)) -> PixelArea {
        let least = (max(area.width, minSide), max(area.height, minSide))
        var (width, height) = least
        if width * size.height < height * size.width {
            width = (height * size.width + size.height - 1) / size.height
        } else {
            height = (width * size.height + size.width - 1) / size.width
        }
        (width, height) = (min((width + 1) & ~1, size.width), min((height + 1) & ~1, size.height))
        func start(_ middle: Int, length: Int, whole: Int) -> Int {
            min(max(0, middle - length / 2), whole - length) & ~1
        }
        return PixelArea(
            x: start(area.x + area.width / 2, length: width, whole: size.width),
            y: start(area.y + area.height / 2, length: height, whole: size.height), width: width, height: height)
    }
}

/// A part of a frame, in pixels. Its edges may lie between pixels, so that a zoom moves smoothly.
struct ZoomArea: Sendable, Equatable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
}

extension ZoomArea {
    init(_ area: PixelArea) {
        self.init(x: Double(area.x), y: Double(area.y), width: Double(area.width), height: Double(area.height))
    }

    /// Returns the area between this one and another one.
    /// - Parameter progress: The place between both, from 0 (this area) to 1.
    func moved(to other: ZoomArea, progress: Double) -> ZoomArea {
        func between(_ path: KeyPath<ZoomArea, Double>) -> Double {
            self[keyPath: path] + (other[keyPath: path] - self[keyPath: path]) * progress
        }
        return ZoomArea(x: between(\.x), y: between(\.y), width: between(\.width), height: between(\.height))
    }
}

extension PixelArea {
    /// Returns the area's position in a frame of this size that shows only a part of the original. Its edges are rounded
    /// outwards to even pixels. Returns nil if the area is not visible.
    func seen(through window: ZoomArea, in size: (width: Int, height: Int)) -> PixelArea? {
        func seen(_ start: Int, _ length: Int, of first: Double, _ whole: Double, in side: Int) -> Range<Int>? {
            let scale = Double(side) / whole
            let (lower, upper) = ((Double(start) - first) * scale, (Double(start + length) - first) * scale)
            let (from, to) = (
                max(0, Int(saturating: lower.rounded(.down)) & ~1),
                min(side, (Int(saturating: upper.rounded(.up)) + 1) & ~1)
            )
            return from < to ? from..<to : nil
        }
        guard let columns = seen(x, width, of: window.x, window.width, in: size.width),
            let rows = seen(y, height, of: window.y, window.height, in: size.height)
        else { return nil }
        return PixelArea(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }
}
