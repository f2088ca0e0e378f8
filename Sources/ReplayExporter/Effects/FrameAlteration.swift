import MediaTime

/// A stretch of the recording in which frames are shown otherwise than they were recorded, in one way from beginning to end.
struct FrameAlteration: Sendable, Equatable {
    let range: TimeRange
    let reason: VideoSpan.Reason
}

extension FrameAlteration {
    /// Where the camera or effects alter frames, ascending, disjoint; an effect that begins or ends begins another stretch.
    /// - Parameters:
    ///   - camera: where one is shown; nil: nowhere.
    ///   - effects: when they act, in any order.
    static func ranges(camera: TimeRange?, effects: [TimeRange]) -> [FrameAlteration] {
        var borders: [(time: MediaTime, effects: Int, cameras: Int)] = []
        for range in effects { borders += [(range.start, 1, 0), (range.end, -1, 0)] }
        if let camera { borders += [(camera.start, 0, 1), (camera.end, 0, -1)] }
        borders.sort { $0.time < $1.time }
        var alterations: [FrameAlteration] = []
        var (active, cameras) = (0, 0)
        for (border, next) in zip(borders, borders.dropFirst()) {
            (active, cameras) = (active + border.effects, cameras + border.cameras)
            guard active > 0 || cameras > 0, border.time < next.time else { continue }
            alterations.append(
                FrameAlteration(
                    range: TimeRange(start: border.time, end: next.time), reason: active > 0 ? .effect : .camera))
        }
        return alterations
    }
}
