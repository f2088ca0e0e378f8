internal import MediaTime

extension PointerPath {
    /// The time for which the pointer must stay at a place so that the place is of interest, in milliseconds. If it
    /// stays longer, the user does something else.
    private static let dwell: ClosedRange<Int64> = 450...2600

    /// Returns the clicks, and the ranges in which the pointer dwells at a place, with ascending starts.
    /// - Parameter radius: The distance that the pointer may move while it dwells, in pixels.
    func interests(within radius: Int) -> [ZoomProposal.Interest] {
        let clicked = clicks.compactMap { click -> ZoomProposal.Interest? in
            let time = Self.milliseconds(click.time)
            return Self.point(click.place).map { ZoomProposal.Interest(times: time...time, area: $0) }
        }
        return (clicked + dwells(within: radius)).sorted { $0.times.lowerBound < $1.times.lowerBound }
    }

    // Where the pointer is when the recording begins is not of interest, because nothing led it there.
    private func dwells(within radius: Int) -> [ZoomProposal.Interest] {
        var found: [ZoomProposal.Interest] = []
        let first = steps.first.map { Self.milliseconds($0.time) }
        var begun: (place: Place, time: Int64)?
        for step in steps {
            let time = Self.milliseconds(step.time)
            if let begun, let place = step.place, abs(place.x - begun.place.x) <= radius,
                abs(place.y - begun.place.y) <= radius
            {
                continue
            }
            if let begun, begun.time != first, Self.dwell.contains(time - begun.time),
                let area = Self.point(begun.place)
            {
                found.append(ZoomProposal.Interest(times: begun.time...time, area: area))
            }
            begun = step.place.map { ($0, time) }
        }
        return found
    }

    private static func milliseconds(_ time: MediaTime) -> Int64 { time.converted(to: 1000, rounding: .nearest).value }

    private static func point(_ place: Place) -> FrameRectangle? {
        FrameRectangle(x: max(0, place.x), y: max(0, place.y), width: 1, height: 1)
    }
}
