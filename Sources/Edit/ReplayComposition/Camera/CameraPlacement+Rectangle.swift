public import ReplayTimeline

extension CameraPlacement {
    /// A rectangle in the output, in pixels. All values are even, because of 4:2:0.
    public struct Rectangle: Sendable, Hashable {
        /// The distance from the left edge of the output.
        public let x: Int
        /// The distance from the upper edge of the output.
        public let y: Int
        /// The width.
        public let width: Int
        /// The height.
        public let height: Int
    }

    /// Returns the camera's rectangle, 2 % of the output's width from the edges. It has the camera's aspect ratio, and
    /// is smaller if it would be too high.
    /// - Returns: Nil if the camera does not fit into the output.
    package func rectangle(
        of camera: (width: Int, height: Int), in output: (width: Int, height: Int)
    ) -> Rectangle? {
        let margin = output.width * 2 / 100 & ~1
        let room = output.height - 2 * margin
        guard camera.width > 0, camera.height > 0, room >= 2 else { return nil }
        var (width, height) = (
            output.width * percent / 100, output.width * percent / 100 * camera.height / camera.width
        )
        if height > room { (width, height) = (room * camera.width / camera.height, room) }
        (width, height) = (width & ~1, height & ~1)
        guard width >= 2, height >= 2 else { return nil }
        let isLeft = corner == .bottomLeft || corner == .topLeft
        let isTop = corner == .topLeft || corner == .topRight
        return Rectangle(
            x: isLeft ? margin : (output.width - margin - width) & ~1,
            y: isTop ? margin : (output.height - margin - height) & ~1, width: width, height: height)
    }
}
