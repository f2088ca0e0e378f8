public import MediaTime

/// A part of the recording's frame that fills the whole frame in a range of the recording. The part is widened to the
/// frame's shape. The transitions at both ends are smooth.
public struct Zoom: Hashable, Sendable {
    /// The part of the frame that is shown at least.
    public let rectangle: FrameRectangle
    /// The range in the recording's time, including both transitions.
    public let range: TimeRange
    /// The duration of each transition in the recording's time, 0...60 s. At most half of the range; 0 means
    /// no transition.
    public let ease: MediaTime
    /// True if the part follows the pointer, which then stays in the middle of what is seen.
    public let follows: Bool

    /// The default duration of a transition: half a second.
    public static let easeDefault = MediaTime.milliseconds(500)
    /// The maximum duration of a transition.
    public static let maxEase = MediaTime.seconds(60)

    /// Creates a zoom, or returns nil if `ease` is below 0 or above ``maxEase``.
    public init?(
        _ rectangle: FrameRectangle, during range: TimeRange, ease: MediaTime = easeDefault, follows: Bool = false
    ) {
        guard ease >= .zero, ease <= Self.maxEase else { return nil }
        (self.rectangle, self.range, self.ease, self.follows) = (rectangle, range, ease, follows)
    }

    private init(_ other: Zoom, during range: TimeRange) {
        (rectangle, self.range, ease, follows) = (other.rectangle, range, other.ease, other.follows)
    }

    /// Returns the same zoom in another range.
    package func with(_ range: TimeRange) -> Zoom { Zoom(self, during: range) }
}

extension Zoom {
    /// The transition to the part, the time in which it is shown, and the transition back. Empty ones are left out. A
    /// part that follows the pointer may move at any time.
    package var parts: [(range: TimeRange, isMoving: Bool)] {
        if follows { return [(range, true)] }
        let (there, back) = (range.start + transition, range.end - transition)
        let parts = [
            (TimeRange(start: range.start, end: there), true), (TimeRange(start: there, end: back), false),
            (TimeRange(start: back, end: range.end), true),
        ]
        return parts.filter { !$0.0.isEmpty }
    }

    /// Returns the progress of the transition at an instant, from 0 (the whole frame) to 1 (the rectangle). Both
    /// transitions move as a damped spring.
    /// - Parameters:
    ///   - tick: The instant of the recording, in the timescale of `range`.
    ///   - staysAtEnd: True if there is no transition back at the end.
    package func progress(at tick: Int64, staysAtEnd: Bool = false) -> Double {
        let (since, left) = (tick - range.start.value, range.end.value - tick)
        guard since >= 0, left > 0 else { return 0 }
        let length = transition.value
        if since < length { return SpringTransition.progress(Double(since) / Double(length)) }
        guard !staysAtEnd, left < length else { return 1 }
        return 1 - SpringTransition.progress(1 - Double(left) / Double(length))
    }

    /// The duration of each transition, in ticks of the range.
    package var transition: MediaTime {
        let half = MediaTime(value: range.duration.value / 2, timescale: range.duration.timescale)
        return min(ease.converted(to: half.timescale, rounding: .nearest), half)
    }
}

/// The text of a transition's duration.
extension Zoom {
    /// Reads `0.5s`, `500ms` or `0.5`, or returns nil for any other text.
    static func ease(_ text: String) -> MediaTime? {
        do throws(TimecodeError) {
            guard case .time(let time) = try TimePosition(parsing: text) else { return nil }
            return time
        } catch {
            return nil
        }
    }

    /// The text `0.5s`, rounded to milliseconds, or nil if the duration is the default.
    var easeText: String? {
        ease == Self.easeDefault ? nil : ease.secondsText
    }
}

extension MediaTime {
    /// The text `0.5s`, rounded to milliseconds.
    var secondsText: String {
        let thousandths = converted(to: 1000, rounding: .nearest).value
        let decimals = String(thousandths % 1000 + 1000).dropFirst().reversed().drop { $0 == "0" }.reversed()
        return "\(thousandths / 1000)" + (decimals.isEmpty ? "" : "." + String(decimals)) + "s"
    }
}
