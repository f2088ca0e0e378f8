import MediaTime
import ReplayTimeline

/// A range of the recording in which frames are altered for the same reason throughout.
struct FrameAlteration: Sendable, Equatable {
    let range: TimeRange
    let reason: VideoSpan.Reason
    /// True if the alteration changes over time even if the screen is still. Frames are then repeated.
    var isMoving = false
}

extension FrameAlteration {
    /// The start or end of an effect, a camera range, a pointer or a motion, with the changes in the numbers of active ones.
    private struct Border {
        let time: MediaTime
        var effects = 0
        var cameras = 0
        var pointers = 0
        var motions = 0
    }

    /// Returns the ranges in which the camera or effects alter frames, ascending and disjoint. Each start or end of an
    /// effect begins a new range.
    /// - Parameters:
    ///   - cameras: The ranges in which the camera is visible. A change of its place begins a new range.
    ///   - effects: The ranges of constant effects, in any order.
    ///   - moving: The ranges of effects that change over time.
    ///   - pointers: The ranges in which a pointer is drawn that was recorded apart.
    ///   - motions: The ranges in which the camera or such a pointer moves by itself, if it is visible.
    ///   - parts: The parts of zooms and annotations, of which some move.
    package static func ranges(
        cameras: [TimeRange], effects: [TimeRange], moving: [TimeRange] = [],
        pointers: [TimeRange] = [], motions: [TimeRange] = [],
        parts: [(range: TimeRange, isMoving: Bool)] = []
    ) -> [FrameAlteration] {
        let parts = effects.map { ($0, false) } + moving.map { ($0, true) } + parts
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
        for range in pointers {
            borders += [Border(time: range.start, pointers: 1), Border(time: range.end, pointers: -1)]
        }
        for range in motions {
            borders += [Border(time: range.start, motions: 1), Border(time: range.end, motions: -1)]
        }
        return ranges(between: borders.sorted { $0.time < $1.time })
    }

    /// - Parameter borders: The borders in ascending order.
    private static func ranges(between borders: [Border]) -> [FrameAlteration] {
        var alterations: [FrameAlteration] = []
        var (effects, cameras, pointers, motions) = (0, 0, 0, 0)
        for (border, next) in zip(borders, borders.dropFirst()) {
            effects += border.effects
            cameras += border.cameras
            pointers += border.pointers
            motions += border.motions
            guard effects > 0 || cameras > 0 || pointers > 0, border.time < next.time else { continue }
            alterations.append(
                FrameAlteration(
                    range: TimeRange(start: border.time, end: next.time),
                    reason: effects > 0 ? .effect : cameras > 0 ? .camera : .pointer,
                    isMoving: motions > 0))
        }
        return alterations
    }
}
