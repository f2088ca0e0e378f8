import ReplayTimeline

/// What of the output's frame is seen while a zoom acts: the whole at first, then ever less, down to its rectangle. A pure
/// value.
struct ZoomWindow: Sendable, Equatable {
    /// In ticks of the recording.
    let range: Range<Int64>
    private let zoom: Zoom
    /// Where it ends: of the frame's shape, to the nearest even pixels.
    private let target: PixelArea
    /// Of the output's frame, in pixels.
    private let width: Int
    private let height: Int

    /// No less is enlarged, in pixels: there is nothing to be seen in it.
    private static let minSide = 16

    /// - Parameters:
    ///   - timescale: of the recording.
    ///   - size: of the output's frame, in pixels, even.
    /// - Returns: nil where nothing of the rectangle is seen in the output.
    init?(_ zoom: Zoom, timescale: Int32, geometry: FrameGeometry, size: (width: Int, height: Int)) {
        guard let area = geometry.place(zoom.rectangle, in: size) else { return nil }
        self.zoom = zoom.with(zoom.range.converted(to: timescale, rounding: .nearest))
        range = self.zoom.range.start.value..<self.zoom.range.end.value
        (width, height) = size
        target = Self.widened(area, in: size)
    }

    /// What is seen at an instant of the recording, in ticks; nil: the whole frame.
    func area(at time: Int64) -> PixelArea? {
        let progress = Int(zoom.progress(at: time))
        func part(of whole: Int) -> Int { (whole * progress / Int(Zoom.reached) + 1) & ~1 }
        let (shownWidth, shownHeight) = (
            width - part(of: width - target.width), height - part(of: height - target.height)
        )
        guard shownWidth < width || shownHeight < height else { return nil }
        return PixelArea(
            x: min(part(of: target.x), width - shownWidth), y: min(part(of: target.y), height - shownHeight),
            width: shownWidth, height: shownHeight)
    }

    /// The smallest area of the frame's shape around another, moved into the frame.
    private static func widened(_ area: PixelArea, in size: (width: Int, height: Int)) -> PixelArea {
        let least = (max(area.width, minSide), max(area.height, minSide))
        var (width, height) = least
        if width * size.height < height * size.width {
            width = (height * size.width + size.height - 1) / size.height
        } else {
            height = (width * size.height + size.width - 1) / size.width
        }
        (width, height) = (min((width + 1) & ~1, size.width), min((height + 1) & ~1, size.height))
        func start(_ middle: Int, _ length: Int, _ whole: Int) -> Int {
            min(max(0, middle - length / 2), whole - length) & ~1
        }
        return PixelArea(
            x: start(area.x + area.width / 2, width, size.width),
            y: start(area.y + area.height / 2, height, size.height), width: width, height: height)
    }
}
