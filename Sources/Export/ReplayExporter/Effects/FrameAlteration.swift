import MediaTime
import ReplayTimeline

/// A stretch of the recording in which frames are shown otherwise than they were recorded, in one way from beginning to end.
struct FrameAlteration: Sendable, Equatable {
    let range: TimeRange
    let reason: VideoSpan.Reason
    /// Whether it changes from instant to instant, though the screen may stand still: then frames are repeated.
    var isMoving = false
}

extension FrameAlteration {
    /// Something begins or ends: by how much that changes how many there are of each kind.
    private struct Border {
        let time: MediaTime
        var effects = 0
        var cameras = 0
        var motions = 0
    }

    /// Where the camera or effects alter frames, ascending, disjoint; an effect that begins or ends begins another stretch.
    /// - Parameters:
    ///   - cameras: when one is shown; where its place changes, another range begins.
    ///   - effects: when they act, in any order.
    ///   - moving: when others act that change from instant to instant.
    ///   - zooms: of the edit.
    static func ranges(
        cameras: [TimeRange], effects: [TimeRange], moving: [TimeRange] = [], zooms: [Zoom] = []
    ) -> [FrameAlteration] {
        let parts = effects.map { ($0, false) } + moving.map { ($0, true) } + zooms.flatMap(\.parts)
        var borders = parts.flatMap { range, isMoving in
            let motions = isMoving ? 1 : 0
            return [
                Border(time: range.start, effects: 1, motions: motions),
                Border(time: range.end, effects: -1, motions: -motions),
            ]
        }
        for range in cameras {
            borders += [Border(time: range.start, cameras: 1), Border(time: range.end, cameras: -1)]
        }
        return ranges(between: borders.sorted { $0.time < $1.time })
    }

    /// - Parameter borders: ascending.
    private static func ranges(between borders: [Border]) -> [FrameAlteration] {
        var alterations: [FrameAlteration] = []
        var (effects, cameras, motions) = (0, 0, 0)
        for (border, next) in zip(borders, borders.dropFirst()) {
            effects += border.effects
            cameras += border.cameras
            motions += border.motions
            guard effects > 0 || cameras > 0, border.time < next.time else { continue }
            alterations.append(
                FrameAlteration(
                    range: TimeRange(start: border.time, end: next.time), reason: effects > 0 ? .effect : .camera,
                    isMoving: motions > 0))
        }
        return alterations
    }
}
