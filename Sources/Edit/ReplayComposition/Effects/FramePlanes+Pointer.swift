import FFmpeg
import MediaTime
import ReplayTimeline

/// Methods that draw a disc or a ring over a frame.
extension FramePlanes {
    /// Blends a colour over the frame with the opacity of a disc or a ring. The part outside the frame is ignored.
    /// - Parameter size: The size of the frame, in pixels; even.
    func draw(_ overlay: PointerOverlay, colour: DrawnColour, size: (width: Int, height: Int)) {
        for (plane, value) in zip(planes, [colour.luma, colour.blueDifference, colour.redDifference]) {
            // A chroma sample covers 2x2 pixels, and lies in the middle of them.
            let side = plane.isLuma ? 1 : 2
            let columns = Self.reach(around: overlay.x, radius: overlay.outerRadius, side: side, limit: size.width)
            for number in Self.reach(around: overlay.y, radius: overlay.outerRadius, side: side, limit: size.height) {
                let row = plane.row(number, columns: columns)
                let down = (Double(number) + 0.5) * Double(side) - overlay.y
                for place in row.indices {
                    let across = (Double(columns.lowerBound + place) + 0.5) * Double(side) - overlay.x
                    let opacity = overlay.opacity(at: (across * across + down * down).squareRoot())
                    row[place] = row[place].mixed(with: value, Int(saturating: (opacity * 255).rounded()))
                }
            }
        }
    }

    /// Returns the columns or rows of a plane that the shape touches.
    private static func reach(around middle: Double, radius: Double, side: Int, limit: Int) -> Range<Int> {
        let first = Int(saturating: ((middle - radius) / Double(side)).rounded(.down))
        let last = Int(saturating: ((middle + radius) / Double(side)).rounded(.up))
        let end = min(max(last, 0), limit / side)
        return min(max(first, 0), end)..<end
    }
}
