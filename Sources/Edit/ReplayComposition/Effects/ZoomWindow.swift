import MediaTime
import ReplayTimeline

/// The visible part of the output's frame during a zoom. It shrinks from the whole frame to the zoom's rectangle. From a
/// zoom that ends where this one begins, it moves directly to this rectangle. It may follow the pointer. A pure value.
struct ZoomWindow: Sendable, Equatable {
    /// The range of the zoom, in ticks of the recording.
    let range: Range<Int64>
    private let zoom: Zoom
    /// The whole frame.
    private let whole: ZoomArea
    /// The smallest window.
    private let target: Target
    /// The smallest window of the zoom that ends where this one begins, or nil if there is none.
    private var origin: Target?
    /// True if another zoom begins where this one ends.
    private var isFollowed = false

    /// The smallest window of a zoom.
    private struct Target: Sendable, Equatable {
        /// The window, with the aspect ratio of the frame to the nearest even pixels.
        let area: ZoomArea
        /// The motion of its middle, in seconds of the recording, if it follows the pointer.
        let motion: FollowingMotion?

        /// Returns the window at an instant, in seconds of the recording.
        func area(at time: Double) -> ZoomArea {
            guard let middle = motion?.middle(at: time) else { return area }
            return ZoomArea(
                x: middle.x - area.width / 2, y: middle.y - area.height / 2, width: area.width, height: area.height)
        }
    }

    /// The minimum side of a window, in pixels. A smaller part would show nothing recognizable.
    private static let minSide = 16

    /// Returns the windows of an edit's zooms, ascending and disjoint.
    /// - Parameters:
    ///   - path: The path of the pointer. Empty if no zoom follows it.
    ///   - timescale: The timescale of the recording.
    ///   - size: The size of the output's frame, in pixels; even.
    static func windows(
        of zooms: [Zoom], path: PointerPath = PointerPath(), timescale: Int32, geometry: FrameGeometry,
        size: (width: Int, height: Int)
    ) -> [ZoomWindow] {
        var windows: [ZoomWindow] = []
        for zoom in zooms {
            let made = ZoomWindow(zoom, path: path, timescale: timescale, geometry: geometry, size: size)
            guard var window = made else { continue }
            if let last = windows.last, last.range.upperBound == window.range.lowerBound {
                window.origin = last.target
                windows[windows.count - 1].isFollowed = true
            }
            windows.append(window)
        }
        return windows
    }

    /// - Parameters:
    ///   - path: The path of the pointer.
    ///   - timescale: The timescale of the recording.
    ///   - size: The size of the output's frame, in pixels; even.
    /// - Returns: Nil if the zoom's rectangle is not visible in the output.
    init?(
        _ zoom: Zoom, path: PointerPath = PointerPath(), timescale: Int32, geometry: FrameGeometry,
        size: (width: Int, height: Int)
    ) {
        guard let area = geometry.place(zoom.rectangle, in: size) else { return nil }
        self.zoom = zoom.with(zoom.range.converted(to: timescale, rounding: .nearest))
        range = self.zoom.range.start.value..<self.zoom.range.end.value
        whole = ZoomArea(PixelArea(x: 0, y: 0, width: size.width, height: size.height))
        let smallest = ZoomArea(Self.widened(area, in: size))
        let motion = zoom.follows ? Self.motion(self.zoom, along: path, target: smallest, geometry, size) : nil
        target = Target(area: smallest, motion: motion)
    }

    /// Returns the motion of a window that follows the pointer. It begins where the pointer is when the frame is enlarged.
    private static func motion(
        _ zoom: Zoom, along path: PointerPath, target: ZoomArea, _ geometry: FrameGeometry,
        _ size: (width: Int, height: Int)
    ) -> FollowingMotion {
        let reached = zoom.range.start + zoom.transition
        let steps = path.steps(from: reached, to: zoom.range.end).map { time, place in
            let (x, y, _) = geometry.place(x: Double(place.x), y: Double(place.y), in: size)
            return FollowingMotion.Step(time: time.seconds, place: .init(x, y))
        }
        return FollowingMotion(
            steps, from: .init(target.x + target.width / 2, target.y + target.height / 2),
            part: .init(target.width, target.height), in: .init(Double(size.width), Double(size.height)))
    }

    /// Returns how far the frame is enlarged at an instant of the recording, in ticks: from 0 (not at all) to 1.
    func progress(at time: Int64) -> Double {
        if origin != nil, time >= range.lowerBound, time - range.lowerBound < zoom.transition.value { return 1 }
        return zoom.progress(at: time, staysAtEnd: isFollowed)
    }

    /// Returns the visible part at an instant of the recording, in ticks, or nil for the whole frame.
    func area(at time: Int64) -> ZoomArea? {
        let isArriving = time - range.lowerBound < zoom.transition.value
        let seconds = Double(time) / Double(zoom.range.start.timescale)
        // A window that followed the pointer keeps its velocity at first.
        let start = isArriving ? origin?.area(at: seconds) ?? whole : whole
        let progress = zoom.progress(at: time, staysAtEnd: isFollowed)
        let area = start.moved(to: target.area(at: seconds), progress: progress)
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
