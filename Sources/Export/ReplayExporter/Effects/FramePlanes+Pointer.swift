import FFmpeg
import MediaTime
import ReplayTimeline

/// How a disc or a ring is drawn over a frame.
extension FramePlanes {
    /// Lays a colour over the frame where a disc or a ring is, as opaque as that is; what lies beyond the frame is left out.
    /// - Parameter size: of the frame, in pixels, even.
    func draw(_ overlay: PointerOverlay, _ colour: DrawnColour, _ size: (width: Int, height: Int)) {
        for (plane, value) in zip(planes, [colour.luma, colour.blueDifference, colour.redDifference]) {
            // A value of colour stands for two by two pixels, and in the middle of them.
            let side = plane.isLuma ? 1 : 2
            let columns = Self.reach(overlay.x, overlay.outerRadius, side: side, limit: size.width)
            for number in Self.reach(overlay.y, overlay.outerRadius, side: side, limit: size.height) {
                let row = plane.row(number, columns)
                let down = (Double(number) + 0.5) * Double(side) - overlay.y
                for place in row.indices {
                    let across = (Double(columns.lowerBound + place) + 0.5) * Double(side) - overlay.x
                    let opacity = overlay.opacity(at: (across * across + down * down).squareRoot())
                    row[place] = row[place].mixed(with: value, Int(saturating: (opacity * 255).rounded()))
                }
            }
        }
    }

    /// The columns or rows of a plane that it reaches.
    private static func reach(_ middle: Double, _ radius: Double, side: Int, limit: Int) -> Range<Int> {
        let first = Int(saturating: ((middle - radius) / Double(side)).rounded(.down))
        let last = Int(saturating: ((middle + radius) / Double(side)).rounded(.up))
        let end = min(max(last, 0), limit / side)
        return min(max(first, 0), end)..<end
    }
}
