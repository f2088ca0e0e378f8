public import MediaTime

/// A part of the recording's frame that fills the whole frame in a range of the recording. It is widened to the frame's
/// shape, and goes there and back again smoothly.
public struct Zoom: Hashable, Sendable {
    /// What is seen, at least.
    public let rectangle: FrameRectangle
    /// When, in the recording's own time, on the way there and back included.
    public let range: TimeRange
    /// How long each way takes in the recording's time, 0...60 s; never more than half of the range. 0: it jumps.
    public let ease: MediaTime

    /// Half a second.
    public static let easeDefault = MediaTime.milliseconds(500)
    /// The longest way.
    public static let maxEase = MediaTime.seconds(60)
    /// What ``progress(at:)`` is where the rectangle is reached.
    package static let reached: Int64 = 1 << 16

    /// Nil where `ease` is below 0 or above ``maxEase``.
    public init?(_ rectangle: FrameRectangle, _ range: TimeRange, ease: MediaTime = easeDefault) {
        guard ease >= .zero, ease <= Self.maxEase else { return nil }
        (self.rectangle, self.range, self.ease) = (rectangle, range, ease)
    }

    private init(_ other: Zoom, _ range: TimeRange) {
        (rectangle, self.range, ease) = (other.rectangle, range, other.ease)
    }

    /// The same at another time.
    package func with(_ range: TimeRange) -> Zoom { Zoom(self, range) }
}

extension Zoom {
    /// When it goes there, stands still, and goes back, one after the other; none of them is empty.
    package var parts: [(range: TimeRange, isMoving: Bool)] {
        let (there, back) = (range.start + way, range.end - way)
        let parts = [
            (TimeRange(start: range.start, end: there), true), (TimeRange(start: there, end: back), false),
            (TimeRange(start: back, end: range.end), true),
        ]
        return parts.filter { !$0.0.isEmpty }
    }

    /// How near to the rectangle the frame is at an instant, in 65,536ths of the way: 0 is the whole frame. It starts and
    /// ends without a jerk: 3x² - 2x³.
    /// - Parameter tick: of the recording, in the timescale of `range`.
    package func progress(at tick: Int64) -> Int64 {
        let part = min(tick - range.start.value, range.end.value - tick)
        guard part >= 0, tick < range.end.value else { return 0 }
        guard part < way.value else { return Self.reached }
        // No more than 60 s in 10⁹ ticks each: it fits.
        let x = part * Self.reached / way.value
        return x * x * (3 * Self.reached - 2 * x) / (Self.reached * Self.reached)
    }

    /// How long each way takes, in ticks of the range.
    private var way: MediaTime {
        let half = MediaTime(value: range.duration.value / 2, timescale: range.duration.timescale)
        return min(ease.converted(to: half.timescale, rounding: .nearest), half)
    }
}

/// How long an ease takes, as people write it.
extension Zoom {
    /// Reads `0.5s`, `500ms` or `0.5`; nil for anything else.
    static func ease(_ text: String) -> MediaTime? {
        do throws(TimecodeError) {
            guard case .time(let time) = try TimePosition(parsing: text) else { return nil }
            return time
        } catch {
            return nil
        }
    }

    /// `0.5s`, to the millisecond; nil where it is the default.
    var easeText: String? {
        guard ease != Self.easeDefault else { return nil }
        let thousandths = ease.converted(to: 1000, rounding: .nearest).value
        let decimals = String(thousandths % 1000 + 1000).dropFirst().reversed().drop { $0 == "0" }.reversed()
        return "\(thousandths / 1000)" + (decimals.isEmpty ? "" : "." + String(decimals)) + "s"
    }
}
