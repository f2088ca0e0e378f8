package import MediaTime

/// The motion of a pointer that was recorded apart: where it is drawn at each instant, with which shape, and how visible.
///
/// A smooth motion follows the recorded one as a spring does. The spring would be late, so the recorded motion is read
/// ahead by as much. At a press and at a release, the pointer is exactly at their places. A pure value.
package struct PointerMotion: Sendable, Equatable {
    package typealias Point = SIMD2<Double>

    /// The pointer at an instant.
    package struct State: Sendable, Equatable {
        /// The position of the hot spot in pixels of the recording's frame.
        package let place: Point
        /// The number of the shape, from 1.
        package let shape: Int
        /// The size of a pixel of the shape, in pixels of the frame.
        package let scale: Double
        /// True if the shape is so much enlarged that its pixels would be seen.
        package let isLarge: Bool
        /// The opacity, in 0...1.
        package let opacity: Double
    }

    /// A range in which the pointer is known, with the spring that smooths it.
    private struct Stretch: Equatable {
        let start: Double
        let end: Double
        let spring: SpringMotion
        /// The instants at which the pointer must be at its recorded place, and how far the spring is from there.
        let anchors: [(time: Double, offset: Point)]

        static func == (one: Stretch, other: Stretch) -> Bool {
            one.start == other.start && one.end == other.end && one.spring == other.spring
                && one.anchors.elementsEqual(other.anchors, by: ==)
        }
    }

    private let path: PointerPath
    private let look: PointerLook
    private let shapes: [PointerPath.ShapeStep]
    /// Empty if the motion is not smoothed.
    private let stretches: [Stretch]
    /// The times at which the pointer moves or a button is pressed or released, in seconds, ascending.
    private let activity: [Double]
    /// The ranges in which a resting pointer is hidden, ascending. The last one has no end.
    private let rests: [TimeRange]

    /// The shortest time for which a shape is shown. Shorter ones would only flash.
    private static let leastShapeLength = MediaTime.milliseconds(80)
    /// The least size of a pixel of a shape, in pixels of the frame, at which it would be seen.
    private static let largeSize = 1.4
    /// The time in which an anchor acts, in seconds.
    private static let anchorReach = 0.25
    /// The times in which a resting pointer disappears and appears again, in seconds.
    private static let (fadeOut, fadeIn) = (0.3, 0.15)
    /// The times in which the pointer shrinks at a press and grows at a release, in seconds, and its least size.
    private static let (press, release, pressedSize) = (0.06, 0.12, 0.82)
    /// The least opacity that is seen.
    private static let leastOpacity = 1.0 / 255
    private static let damping = 0.94

    package init(_ path: PointerPath, look: PointerLook) {
        (self.path, self.look) = (path, look)
        shapes = Self.steady(path.shapes)
        stretches = look.smoothness == 0 ? [] : Self.stretches(of: path, frequency: Self.frequency(of: look))
        let presses = path.clicks.flatMap { [$0.time] + [$0.release?.time].compactMap(\.self) }
        activity = look.idle == nil ? [] : (path.steps.map(\.time) + presses).map(\.seconds).sorted()
        rests = Self.rests(between: activity, look)
    }

    /// Returns the pointer at an instant, or nil if it is not drawn.
    package func state(at time: MediaTime) -> State? {
        guard !look.isOff, let recorded = path.place(at: time), let shape = shape(at: time), shape.number > 0 else {
            return nil
        }
        let seconds = time.seconds
        let opacity = opacity(at: seconds)
        guard opacity >= Self.leastOpacity else { return nil }
        let size = shape.scale * Double(look.size) / 100
        return State(
            place: smoothed(at: seconds) ?? Point(recorded), shape: shape.number,
            scale: size * (look.click == .press ? pressed(at: seconds) : 1), isLarge: size >= Self.largeSize,
            opacity: opacity)
    }

    // MARK: Shapes

    /// Returns the steps without those that last for less than ``leastShapeLength``.
    private static func steady(_ steps: [PointerPath.ShapeStep]) -> [PointerPath.ShapeStep] {
        var steady: [PointerPath.ShapeStep] = []
        for (place, step) in steps.enumerated() {
            let isShort = place + 1 < steps.count && steps[place + 1].time - step.time < leastShapeLength
            // A pointer that appears or disappears does so at once.
            if isShort, step.number > 0, let last = steady.last, last.number > 0 { continue }
            steady.append(step)
        }
        return steady
    }

    private func shape(at time: MediaTime) -> PointerPath.ShapeStep? {
        let next = shapes.partitioningIndex { $0.time > time }
        return next > 0 ? shapes[next - 1] : nil
    }

    // MARK: Smoothing

    /// The undamped frequency in radians per second: 12 for the calmest motion.
    private static func frequency(of look: PointerLook) -> Double { 1200 / Double(look.smoothness) }

    /// The delay of a damped spring behind a target that moves evenly, in seconds.
    private static func delay(_ frequency: Double) -> Double { 2 * damping / frequency }

    private static func stretches(of path: PointerPath, frequency: Double) -> [Stretch] {
        guard let first = path.steps.first, let last = path.steps.last else { return [] }
        let whole = TimeRange(start: first.time, end: last.time + .seconds(86_400))
        return path.knownRanges(in: whole).map { range in
            let steps = path.steps(from: range.start, to: range.end)
            var spring = SpringMotion(
                at: Point(steps[0].place), from: range.start.seconds, frequency: frequency, damping: damping)
            let ahead = delay(frequency)
            for step in steps.dropFirst() {
                spring.aim(at: Point(step.place), from: max(range.start.seconds, step.time.seconds - ahead))
            }
            return Stretch(
                start: range.start.seconds, end: range.end.seconds, spring: spring,
                anchors: path.anchors(in: range).map { time, place in
                    (time.seconds, Point(place) - spring.position(at: time.seconds))
                })
        }
    }

    private func smoothed(at time: Double) -> Point? {
        let place = stretches.partitioningIndex { $0.end > time }
        guard place < stretches.count, stretches[place].start <= time else { return nil }
        let stretch = stretches[place]
        return stretch.spring.position(at: time) + Self.offset(at: time, stretch.anchors)
    }

    /// Returns the offset that leads through the anchors. Between two of them that are near each other it goes from one to
    /// the other; otherwise it fades.
    private static func offset(at time: Double, _ anchors: [(time: Double, offset: Point)]) -> Point {
        let next = anchors.partitioningIndex { $0.time > time }
        let (before, after) = (next > 0 ? anchors[next - 1] : nil, next < anchors.count ? anchors[next] : nil)
        if let before, let after, after.time - before.time < 2 * anchorReach {
            let part = smooth((time - before.time) / (after.time - before.time))
            return before.offset + (after.offset - before.offset) * part
        }
        let fading = before.map { $0.offset * (1 - smooth((time - $0.time) / anchorReach)) } ?? .zero
        let coming = after.map { $0.offset * (1 - smooth(($0.time - time) / anchorReach)) } ?? .zero
        return fading + coming
    }

    /// Returns a step from 0 to 1 with slope 0 at both ends.
    private static func smooth(_ value: Double) -> Double {
        let limited = min(max(value, 0), 1)
        return limited * limited * (3 - 2 * limited)
    }

    // MARK: Visibility and presses

    /// The time by which a motion begins before the recorded one, in seconds.
    private static func lead(_ look: PointerLook) -> Double { look.smoothness == 0 ? 0 : delay(frequency(of: look)) }

    private func opacity(at time: Double) -> Double {
        guard let idle = look.idle?.seconds else { return 1 }
        let next = activity.partitioningIndex { $0 > time }
        // A pointer that has never moved rests from the start.
        let rested = time - (next > 0 ? activity[next - 1] : 0) - idle
        let leaving = 1 - min(max(rested / Self.fadeOut, 0), 1)
        guard next < activity.count else { return leaving }
        return max(leaving, 1 - min(max((activity[next] - Self.lead(look) - time) / Self.fadeIn, 0), 1))
    }

    /// Returns the size during a press, in 0...1.
    private func pressed(at time: Double) -> Double {
        let next = path.clicks.partitioningIndex { $0.time.seconds > time }
        guard next > 0 else { return 1 }
        let click = path.clicks[next - 1]
        let shrunk = Self.smooth((time - click.time.seconds) / Self.press)
        let grown = Self.smooth((time - Self.end(of: click)) / Self.release)
        return 1 - (1 - Self.pressedSize) * shrunk * (1 - grown)
    }

    /// The time at which the pointer begins to grow after a press, in seconds. A press without a release is short.
    private static func end(of click: PointerPath.Click) -> Double {
        max(click.release?.time.seconds ?? 0, click.time.seconds + press)
    }
}

// MARK: - Ranges

extension PointerMotion {
    /// Returns the ranges in which the pointer is drawn, ascending and disjoint. It may be transparent in a part of them.
    package func shownRanges(until end: MediaTime) -> [TimeRange] {
        guard !look.isOff else { return [] }
        let whole = TimeRange(start: .zero, end: end)
        let known = whole.isEmpty ? [] : path.knownRanges(in: whole)
        return known.flatMap { range in shapedRanges(in: range) }.flatMap(visibleRanges)
    }

    private func shapedRanges(in range: TimeRange) -> [TimeRange] {
        let first = max(1, shapes.partitioningIndex { $0.time > range.start }) - 1
        return shapes.indices.dropFirst(first).prefix { shapes[$0].time < range.end }.compactMap { place in
            guard shapes[place].number > 0 else { return nil }
            let end = place + 1 < shapes.count ? min(shapes[place + 1].time, range.end) : range.end
            let start = max(shapes[place].time, range.start)
            return start < end ? TimeRange(start: start, end: end) : nil
        }.merged()
    }

    /// Returns the parts of a range in which a resting pointer is not hidden.
    private func visibleRanges(in range: TimeRange) -> [TimeRange] {
        guard look.idle != nil else { return [range] }
        var (parts, start): ([TimeRange], MediaTime) = ([], range.start)
        for rest in rests where rest.end > range.start && rest.start < range.end {
            if start < rest.start { parts.append(TimeRange(start: start, end: rest.start)) }
            start = max(start, rest.end)
        }
        if start < range.end { parts.append(TimeRange(start: start, end: range.end)) }
        return parts
    }

    private static func rests(between activity: [Double], _ look: PointerLook) -> [TimeRange] {
        guard let idle = look.idle?.seconds else { return [] }
        let ends = activity.map { $0 - lead(look) - fadeIn } + [.infinity]
        return zip([0] + activity, ends).compactMap { last, end in
            let start = time(last + idle + fadeOut, .up)
            let end = end.isFinite ? time(end, .down) : .seconds(MediaTime.limit / 2)
            return start < end ? TimeRange(start: start, end: end) : nil
        }
    }

    /// Returns the ranges in which the pointer changes while the recorded frame may stay the same, ascending and disjoint.
    package func movingRanges(until end: MediaTime) -> [TimeRange] {
        guard !look.isOff else { return [] }
        var moving: [(Double, Double)] = []
        if look.smoothness > 0 {
            let frequency = Self.frequency(of: look)
            // After this time, less than a tenth of a pixel of a long way is left.
            let settling = 9 / (Self.damping * frequency)
            moving += path.steps.map { ($0.time.seconds - Self.delay(frequency), $0.time.seconds + settling) }
            moving += stretches.flatMap(\.anchors).map { ($0.time - Self.anchorReach, $0.time + Self.anchorReach) }
        }
        if look.click == .press {
            moving += path.clicks.flatMap { click in
                [
                    (click.time.seconds, click.time.seconds + Self.press),
                    (Self.end(of: click), Self.end(of: click) + Self.release),
                ]
            }
        }
        moving += fades
        let limit = end.seconds
        return moving.filter { $0.0 < limit && $0.1 > 0 }.sorted { $0.0 < $1.0 }.map {
            TimeRange(start: Self.time(max(0, $0.0), .down), end: Self.time(min($0.1, limit), .up))
        }.filter { !$0.isEmpty }.merged()
    }

    /// The ranges in which a resting pointer disappears and appears again, in seconds.
    private var fades: [(Double, Double)] {
        guard let idle = look.idle?.seconds else { return [] }
        return zip([0] + activity, activity.map { $0 - Self.lead(look) } + [.infinity]).flatMap { last, next in
            let start = last + idle
            guard start < next else { return [(Double, Double)]() }
            return [(start, min(start + Self.fadeOut, next))] + (next.isFinite ? [(next - Self.fadeIn, next)] : [])
        }
    }

    /// Returns a time in whole milliseconds.
    private static func time(_ seconds: Double, _ rule: FloatingPointRoundingRule) -> MediaTime {
        // A time that is a whole number but for the last bits is not moved.
        let milliseconds = (seconds * 1_000_000).rounded() / 1000
        return .milliseconds(Int64(saturating: milliseconds.rounded(rule)))
    }
}

extension SIMD2<Double> {
    fileprivate init(_ place: PointerPath.Place) { self.init(Double(place.x), Double(place.y)) }
}

extension PointerPath {
    /// Returns the times and places of presses and releases in a range, ascending.
    fileprivate func anchors(in range: TimeRange) -> [(time: MediaTime, place: Place)] {
        let all = clicks.flatMap { click -> [(time: MediaTime, place: Place)] in
            let release = click.release.flatMap { release in release.place.map { (time: release.time, place: $0) } }
            return [(click.time, click.place)] + [release].compactMap(\.self)
        }
        return all.filter { range.contains($0.time) }.sorted { $0.time < $1.time }
    }
}
