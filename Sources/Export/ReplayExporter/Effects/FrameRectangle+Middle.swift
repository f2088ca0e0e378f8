import ReplayTimeline

extension FrameRectangle {
    /// The largest part of a frame that has a shape, around its middle; nil for a frame that cannot be.
    static func middle(
        of frame: (width: Int, height: Int), shape: (width: Int, height: Int)
    ) -> FrameRectangle? {
        let width = min(frame.width, frame.height * shape.width / shape.height)
        let height = min(frame.height, frame.width * shape.height / shape.width)
        return FrameRectangle(
            x: (frame.width - width) / 2 & ~1, y: (frame.height - height) / 2 & ~1, width: max(2, width),
            height: max(2, height))
    }
}
