public import MediaTime

/// The activity in a recording: the instants of screen changes and the ranges with audible audio. A pure value.
public struct RecordingActivity: Hashable, Sendable {
    /// The duration of the recording.
    public let duration: MediaTime
    /// The instants at which the screen changed, ascending.
    public let changes: [MediaTime]
    /// The ranges in which audio is louder than a threshold: ascending, disjoint.
    public let audible: [TimeRange]

    /// Creates the activity of a recording.
    ///
    /// - Parameters:
    ///   - duration: The duration of the recording.
    ///   - changes: The instants of screen changes, in any order. Those outside the recording are left out.
    ///   - audible: The audible ranges, in any order. They may overlap; parts outside the recording are left out.
    public init(duration: MediaTime, changes: [MediaTime], audible: [TimeRange]) {
        self.duration = duration
        self.changes = changes.filter { $0 >= .zero && $0 < duration }.sorted()
        let whole = TimeRange(start: .zero, end: duration)
        self.audible = audible.compactMap(whole.intersection).merged()
    }

    /// Returns the ranges in which the screen does not change and no audio is audible.
    ///
    ///     screen        ▌ ▌▌      ▌              ▌
    ///     audio                         ▄▄▄
    ///     idle              ┄┄┄┄     ┄┄┄    ┄┄┄┄
    ///
    /// - Parameters:
    ///   - minimum: The minimum duration of a range before margins are subtracted; above zero.
    ///   - margin: The time between a range and the activity next to it; not below zero.
    /// - Returns: The ranges: ascending, disjoint, not empty.
    public func idle(minimum: MediaTime, margin: MediaTime) -> [TimeRange] {
        let instants = changes.map { TimeRange(start: $0, end: $0) }
        return gaps(between: (instants + audible).sorted { $0.start < $1.start }, minimum: minimum, margin: margin)
    }

    /// Returns the ranges in which no audio is audible, as ``idle(minimum:margin:)`` does but without regard to
    /// the screen.
    public func silent(minimum: MediaTime, margin: MediaTime) -> [TimeRange] {
        gaps(between: audible, minimum: minimum, margin: margin)
    }

    /// - Parameter busy: The ranges with activity, sorted by start.
    private func gaps(between busy: [TimeRange], minimum: MediaTime, margin: MediaTime) -> [TimeRange] {
        var gaps: [TimeRange] = []
        var end: MediaTime?
        func add(to next: MediaTime?) {
            let (from, to) = (end ?? .zero, next ?? duration)
            guard to - from >= minimum else { return }
            let gap = (start: end == nil ? from : from + margin, end: next == nil ? to : to - margin)
            if gap.start < gap.end { gaps.append(TimeRange(start: gap.start, end: gap.end)) }
        }
        for range in busy {
            add(to: range.start)
            end = max(end ?? range.end, range.end)
        }
        add(to: nil)
        return gaps
    }
}
