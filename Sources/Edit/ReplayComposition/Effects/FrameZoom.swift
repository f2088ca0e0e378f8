import CPixels
import FFmpeg
import MediaTime
import ReplayTimeline

/// Enlarges parts of frames of one size to the whole frame. Use it from one thread at a time.
final class FrameZoom {
    /// The windows, ascending and disjoint.
    private let windows: [ZoomWindow]
    private let colours: ColourSpace
    private let size: (width: Int, height: Int)
    private var space: [UInt8] = []
    /// The last result. Both stay the same while neither the screen nor the zoom moves.
    private var last: (source: Frame, area: ZoomArea, enlarged: Frame)?

    /// - Parameters:
    ///   - zooms: The zooms of the edit.
    ///   - path: The path of the pointer.
    ///   - timescale: The timescale of the recording.
    ///   - colours: The colour space of the frames.
    ///   - size: The size of the frames, in pixels; even.
    init(
        _ zooms: [Zoom], path: PointerPath, timescale: Int32, geometry: FrameGeometry, colours: ColourSpace,
        size: (width: Int, height: Int)
    ) {
        windows = ZoomWindow.windows(
            of: zooms, path: path, timescale: timescale, geometry: geometry, size: size)
        (self.colours, self.size) = (colours, size)
    }

    /// Returns the visible part of the frame at an instant of the recording, in ticks, or nil for the whole frame.
    func area(at time: Int64) -> ZoomArea? {
        let place = windows.partitioningIndex { $0.range.upperBound > time }
        return place < windows.count ? windows[place].area(at: time) : nil
    }

    /// Returns the progress of the zoom at an instant of the recording, from 0 (the whole frame) to 1.
    func progress(at time: Int64) -> Double {
        let place = windows.partitioningIndex { $0.range.upperBound > time }
        return place < windows.count ? windows[place].progress(at: time) : 0
    }

    /// Returns a part of a frame, enlarged to the size of the frame.
    func enlarge(_ area: ZoomArea, of frame: Frame) throws -> Frame {
        if let last, last.source === frame, last.area == area { return last.enlarged }
        if space.isEmpty { space = Array(repeating: 0, count: pixels_enlarge_space(Int32(clamping: size.width))) }
        let made = try Frame.painted(width: size.width, height: size.height, colours: colours) { planes in
            try frame.withPlanes { sources in
                for (plane, source) in zip(planes.planes, sources) { enlarge(area, of: source, to: plane) }
            }
        }
        last = (frame, area, made)
        return made
    }

    private func enlarge(_ area: ZoomArea, of source: SamplePlane, to plane: FramePlanes.Plane) {
        let step = plane.isLuma ? 1 : 2
        let (width, height) = (size.width / step, size.height / step)
        let samples = pixels_plane(
            samples: source.start, stride: Int64(source.stride), width: Int32(clamping: source.width),
            height: Int32(clamping: source.height))
        let part = 1 / Double(step)
        let window = pixels_window(
            x: area.x * part, y: area.y * part, width: area.width * part, height: area.height * part)
        space.withUnsafeMutableBytes {
            pixels_enlarge(
                samples, window, plane.row(0, columns: 0..<width).baseAddress, Int64(plane.stride),
                Int32(clamping: width), Int32(clamping: height), $0.baseAddress)
        }
    }
}
