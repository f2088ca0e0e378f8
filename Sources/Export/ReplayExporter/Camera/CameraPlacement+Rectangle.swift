public import ReplayTimeline

extension CameraPlacement {
    /// A part of the output, in pixels; all even, for 4:2:0.
    public struct Rectangle: Sendable, Hashable {
        /// From the left edge.
        public let x: Int
        /// From the upper edge.
        public let y: Int
        /// From left to right.
        public let width: Int
        /// From top to bottom.
        public let height: Int
    }

    /// Where a camera goes: 2 % of the output's width from its edges, in its own shape, smaller where it is too high.
    /// - Returns: nil for an output in which there is no room.
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
