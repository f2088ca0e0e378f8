package import MediaTime

/// The positions of the pointer and the presses of its buttons during a recording. A pure value.
package struct PointerPath: Hashable, Sendable {
    /// A position in pixels of the recording's frame, from its upper left corner.
    package struct Place: Hashable, Sendable {
        package let x: Int
        package let y: Int

        package init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
    }

    /// The position of the pointer from an instant on.
    package struct Step: Hashable, Sendable {
        package let time: MediaTime
        /// The position, or nil if it is not known.
        package let place: Place?

        package init(time: MediaTime, place: Place?) { (self.time, self.place) = (time, place) }
    }

    /// A press of a button.
    package struct Click: Hashable, Sendable {
        package let time: MediaTime
        package let place: Place
        /// The time and the place of the release, or nil if they are not known.
        package var release: Step?

        package init(time: MediaTime, place: Place, release: Step? = nil) {
            (self.time, self.place, self.release) = (time, place, release)
        }
    }

    /// The shape of a pointer that was recorded apart, from an instant on.
    package struct ShapeStep: Hashable, Sendable {
        package let time: MediaTime
        /// The number of the shape, from 1. 0 if the pointer has no shape of its own.
        package let number: Int
        /// The size of a pixel of the shape, in pixels of the frame.
        package let scale: Double

        package init(time: MediaTime, number: Int, scale: Double = 1) {
            (self.time, self.number, self.scale) = (time, number, scale)
        }
    }

    /// The time for which the ring of a click is visible.
    package static let clickLength = MediaTime(value: 400, timescale: 1000)

    let steps: [Step]
    let clicks: [Click]
    let shapes: [ShapeStep]

    /// Creates a path.
    ///
    /// - Parameters:
    ///   - steps: The steps, with ascending times. If several have the same time, the last one counts.
    ///   - clicks: The clicks, with ascending times.
    ///   - shapes: The shapes of a pointer that was recorded apart, with ascending times.
    package init(steps: [Step] = [], clicks: [Click] = [], shapes: [ShapeStep] = []) {
        (self.steps, self.clicks, self.shapes) = (steps, clicks, shapes)
    }

    /// Returns the position at an instant, or nil if it is not known.
    package func place(at time: MediaTime) -> Place? {
        let next = steps.partitioningIndex { $0.time > time }
        return next > 0 ? steps[next - 1].place : nil
    }

    /// Returns the known position at the start of a range, and those that follow in it.
    package func steps(from start: MediaTime, to end: MediaTime) -> [(time: MediaTime, place: Place)] {
        let next = steps.partitioningIndex { $0.time > start }
        let first = steps[..<next].last { $0.place != nil }?.place.map { (start, $0) }
        let others = steps[next...].prefix { $0.time < end }.compactMap { step in step.place.map { (step.time, $0) } }
        return [first].compactMap(\.self) + others
    }

    /// Returns the clicks that begin in a range and whose rings are visible at an instant.
    package func clicks(at time: MediaTime, in range: TimeRange) -> ArraySlice<Click> {
        guard range.start <= time, time < range.end else { return [] }
        let earliest = max(range.start, time - Self.clickLength)
        let first = clicks.partitioningIndex { $0.time >= earliest }
        let seen = clicks[first...].prefix { $0.time <= time }
        return seen.drop { $0.time + Self.clickLength <= time }
    }

    /// Returns the ranges in which an effect draws something: ascending, disjoint, not empty.
    ///
    ///     highlight     ━━━━━━━━━━━━━━━━
    ///     pointer       ┄┄─────┄┄───────      (┄: outside the recorded area)
    ///     drawn         ┄┄━━━━━┄┄━━━━━━━
    ///
    ///     clicks        ━━━━━━━━━━━━━━━━
    ///     pressed       ┄┄╷┄┄┄┄┄┄┄╷╷┄┄┄┄
    ///     drawn         ┄┄━━━┄┄┄┄┄━━━━┄┄
    package func ranges(of effect: PointerEffect) -> [TimeRange] {
        switch effect.kind {
        case .highlight: knownRanges(in: effect.range)
        case .clicks: clickRanges(in: effect.range)
        }
    }

    func knownRanges(in range: TimeRange) -> [TimeRange] {
        var ranges: [TimeRange] = []
        var start = place(at: range.start) == nil ? nil : Optional(range.start)
        for step in steps[steps.partitioningIndex { $0.time > range.start }...] {
            guard step.time < range.end else { break }
            if step.place != nil { start = start ?? step.time } else { end(step.time) }
        }
        end(range.end)
        func end(_ time: MediaTime) {
            if let begun = start, begun < time { ranges.append(TimeRange(start: begun, end: time)) }
            start = nil
        }
        return ranges
    }

    private func clickRanges(in range: TimeRange) -> [TimeRange] {
        clicks[clicks.partitioningIndex { $0.time >= range.start }...].prefix { $0.time < range.end }
            .map { TimeRange(start: $0.time, end: min($0.time + Self.clickLength, range.end)) }.merged()
    }
}
