import ReplayTimeline

extension FrameRectangle {
    /// Returns the largest centred part of a frame that has an aspect ratio, or nil if the frame's size is invalid.
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
