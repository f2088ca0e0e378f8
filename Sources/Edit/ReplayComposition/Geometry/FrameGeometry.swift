import MediaTime
package import ReplayTimeline

/// The geometry of the recording's frames before they are scaled to the output: rotation, crop, second rotation, and
/// the resulting size. A pure value.
package struct FrameGeometry: Sendable, Equatable {
    /// The clockwise rotation from the movie's display matrix, in degrees: 0, 90, 180 or 270.
    package let rotation: Int
    /// The size of the frame as displayed, in square pixels; even.
    package let width: Int
    package let height: Int
    /// The crop rectangle inside the displayed frame, or nil. Its edges are even, because of 4:2:0.
    package let crop: FrameRectangle?
    /// The rotation after the crop.
    package let turn: QuarterTurn

    /// - Parameter crop: The crop rectangle. Its part outside the frame is ignored.
    package init(rotation: Int = 0, width: Int, height: Int, crop: FrameRectangle? = nil, turn: QuarterTurn = .none) {
        (self.rotation, self.width, self.height, self.turn) = (rotation, width, height, turn)
        self.crop = crop.flatMap { crop in
            let (left, top) = ((crop.x + 1) & ~1, (crop.y + 1) & ~1)
            let (right, bottom) = (min(crop.x + crop.width, width) & ~1, min(crop.y + crop.height, height) & ~1)
            return FrameRectangle(x: left, y: top, width: right - left, height: bottom - top)
        }
    }

    /// True if frames are not changed.
    var isPlain: Bool { rotation == 0 && crop == nil && turn == .none }

    /// Returns the geometry for frames that are already rotated and are displayed at another size.
    package func scaled(toWidth width: Int, height: Int) -> FrameGeometry {
        let scaled = crop.flatMap { crop in
            FrameRectangle(
                x: crop.x * width / self.width, y: crop.y * height / self.height,
                width: max(2, crop.width * width / self.width), height: max(2, crop.height * height / self.height))
        }
        return FrameGeometry(width: width, height: height, crop: scaled, turn: turn)
    }

    /// The size of the frame after crop and rotation, before it is scaled, in pixels; even.
    package var output: (width: Int, height: Int) {
        let (width, height) = (crop?.width ?? width, crop?.height ?? height)
        return turn == .right || turn == .left ? (height, width) : (width, height)
    }

    /// Returns libavfilter's filters for this geometry: empty, or ending with a comma.
    /// - Parameter hasSquarePixels: True if the input frames have square pixels.
    package func filters(hasSquarePixels: Bool) -> String {
        var filters = Self.turning(rotation)
        if let crop {
            if !hasSquarePixels { filters += "scale=\(width):\(height),setsar=1," }
            filters += "crop=\(crop.width):\(crop.height):\(crop.x):\(crop.y):exact=1,"
        }
        return filters + Self.turning(turn.rawValue)
    }

    private static func turning(_ degrees: Int) -> String {
        [90: "transpose=clock,", 180: "hflip,vflip,", 270: "transpose=cclock,"][degrees] ?? ""
    }

    /// Returns the area of a rectangle of the displayed frame in an output of this size, or nil if it is not visible
    /// there. The area covers at least the rectangle: its edges are rounded outwards to even pixels.
    package func place(_ rectangle: FrameRectangle?, in size: (width: Int, height: Int)) -> PixelArea? {
        let whole = PixelArea(x: 0, y: 0, width: size.width, height: size.height)
        guard let rectangle else { return whole }
        let cropped = crop ?? FrameRectangle(x: 0, y: 0, width: width, height: height)
        let (left, top) = (rectangle.x - (cropped?.x ?? 0), rectangle.y - (cropped?.y ?? 0))
        let (right, bottom) = (left + rectangle.width, top + rectangle.height)
        let (width, height) = (cropped?.width ?? width, cropped?.height ?? height)
        let turned: (left: Int, top: Int, right: Int, bottom: Int) =
            switch turn {
            case .none: (left, top, right, bottom)
            case .right: (height - bottom, left, height - top, right)
            case .half: (width - right, height - bottom, width - left, height - top)
            case .left: (top, width - right, bottom, width - left)
            }
        return PixelArea(
            scaling: turned.left..<turned.right, turned.top..<turned.bottom, from: output, to: size)
    }
}

extension FrameGeometry {
    /// Returns the position of a point of the displayed frame in an output of this size, and the scale at that point.
    /// The position may lie outside the output.
    package func place(x: Double, y: Double, in size: (width: Int, height: Int)) -> (
        x: Double, y: Double, scale: Double
    ) {
        let (left, top) = (x - Double(crop?.x ?? 0), y - Double(crop?.y ?? 0))
        let (width, height) = (Double(crop?.width ?? width), Double(crop?.height ?? height))
        let turned: (x: Double, y: Double) =
            switch turn {
            case .none: (left, top)
            case .right: (height - top, left)
            case .half: (width - left, height - top)
            case .left: (top, width - left)
            }
        let (across, down) = (
            Double(size.width) / Double(output.width), Double(size.height) / Double(output.height)
        )
        return (turned.x * across, turned.y * down, min(across, down))
    }
}
