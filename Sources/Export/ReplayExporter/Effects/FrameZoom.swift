import FFmpeg
import MediaTime
import ReplayTimeline

/// Shows parts of frames of one size as large as the frame. Used from one thread at a time.
final class FrameZoom {
    /// Ascending, disjoint.
    private let windows: [ZoomWindow]
    private let colours: ColourSpace
    private let size: (width: Int, height: Int)
    /// Made for an area, which stays the same where a zoom stands still.
    private var fitter: (fitter: FrameFitter, area: PixelArea)?

    /// - Parameters:
    ///   - zooms: of the edit.
    ///   - timescale: of the recording.
    ///   - colours: of the frames.
    ///   - size: of the frames, in pixels, even.
    init(
        _ zooms: [Zoom], timescale: Int32, geometry: FrameGeometry, colours: ColourSpace,
        size: (width: Int, height: Int)
    ) {
        windows = zooms.compactMap { ZoomWindow($0, timescale: timescale, geometry: geometry, size: size) }
        (self.colours, self.size) = (colours, size)
    }

    /// What of the frame is seen at an instant of the recording, in ticks; nil: all of it.
    func area(at time: Int64) -> PixelArea? {
        let place = windows.partitioningIndex { $0.range.upperBound > time }
        return place < windows.count ? windows[place].area(at: time) : nil
    }

    /// The part of a frame, as large as the frame.
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
