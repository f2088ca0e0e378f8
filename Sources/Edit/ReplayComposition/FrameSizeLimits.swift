/// The limits of a frame's size, in pixels. A nil limit limits nothing.
package struct FrameSizeLimits: Sendable, Equatable {
    package var maxWidth: Int?
    package var maxHeight: Int?
    /// The maximum of the longer side: the width of a landscape frame, the height of a portrait one.
    package var maxLongSide: Int?
    /// The maximum of the shorter side.
    package var maxShortSide: Int?

    package init(maxWidth: Int? = nil, maxHeight: Int? = nil, maxLongSide: Int? = nil, maxShortSide: Int? = nil) {
        self.maxWidth = maxWidth
        self.maxHeight = maxHeight
        self.maxLongSide = maxLongSide
        self.maxShortSide = maxShortSide
    }

    /// The maximum width and height of any output, in pixels.
    private static let maxSide = 16_384

    /// Returns the size of frames within the limits, with the same aspect ratio and at least one pixel on each side.
    package func fitted(width: Int, height: Int) -> (width: Int, height: Int) {
        let isPortrait = height > width
        let widths = [maxWidth, isPortrait ? maxShortSide : maxLongSide].compactMap(\.self)
        let heights = [maxHeight, isPortrait ? maxLongSide : maxShortSide].compactMap(\.self)
        var size = (width: width, height: height)
        if let limit = widths.min(), size.width > limit { size = (limit, max(1, height * limit / width)) }
        if let limit = heights.min(), size.height > limit { size = (max(1, width * limit / height), limit) }
        return size
    }

    /// Returns the size of an output: within the limits, at most 16,384 pixels on each side, and even, as 4:2:0
    /// requires.
    package func evenFitted(_ size: (width: Int, height: Int)) -> (width: Int, height: Int) {
        var limits = self
        limits.maxLongSide = min(maxLongSide ?? Self.maxSide, Self.maxSide)
        let shown = limits.fitted(width: size.width, height: size.height)
        return (max(2, shown.width & ~1), max(2, shown.height & ~1))
    }
}
