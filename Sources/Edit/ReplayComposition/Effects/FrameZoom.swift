import FFmpeg
import MediaTime
import ReplayTimeline

/// Enlarges parts of frames of one size to the whole frame. Use it from one thread at a time.
final class FrameZoom {
    /// The windows, ascending and disjoint.
    private let windows: [ZoomWindow]
    private let colours: ColourSpace
    private let size: (width: Int, height: Int)
    /// The filter for an area. The area stays the same while a zoom does not move.
    private var fitter: (fitter: FrameFitter, area: PixelArea)?

    /// - Parameters:
    ///   - zooms: The zooms of the edit.
    ///   - timescale: The timescale of the recording.
    ///   - colours: The colour space of the frames.
    ///   - size: The size of the frames, in pixels; even.
    init(
        _ zooms: [Zoom], timescale: Int32, geometry: FrameGeometry, colours: ColourSpace,
        size: (width: Int, height: Int)
    ) {
        windows = zooms.compactMap { ZoomWindow($0, timescale: timescale, geometry: geometry, size: size) }
        (self.colours, self.size) = (colours, size)
    }

    /// Returns the visible part of the frame at an instant of the recording, in ticks, or nil for the whole frame.
    func area(at time: Int64) -> PixelArea? {
        let place = windows.partitioningIndex { $0.range.upperBound > time }
        return place < windows.count ? windows[place].area(at: time) : nil
    }

    /// Returns a part of a frame, enlarged to the size of the frame.
    func enlarge(_ area: PixelArea, of frame: Frame) throws -> Frame {
        try fitter(for: area).fit(frame)
    }

    private func fitter(for area: PixelArea) -> FrameFitter {
        if let fitter, fitter.area == area { return fitter.fitter }
        let part = FrameRectangle(x: area.x, y: area.y, width: area.width, height: area.height)
        let made = FrameFitter(
            width: size.width, height: size.height, colours: colours,
            geometry: FrameGeometry(width: size.width, height: size.height, crop: part))
        fitter = (made, area)
        return made
    }
}
