public import MediaTime

/// When something happens in a recording: when its screen changes, and when something is heard. A pure value.
public struct RecordingActivity: Hashable, Sendable {
    /// How long the recording is.
    public let duration: MediaTime
    /// When the screen changed, ascending.
    public let changes: [MediaTime]
    /// Where audio is louder than a threshold: ascending, disjoint.
    public let audible: [TimeRange]

    /// - Parameters:
    ///   - duration: how long the recording is.
    ///   - changes: in any order; what lies outside the recording is left out.
    ///   - audible: likewise; they may overlap.
    public init(duration: MediaTime, changes: [MediaTime], audible: [TimeRange]) {
        self.duration = duration
        self.changes = changes.filter { $0 >= .zero && $0 < duration }.sorted()
        let whole = TimeRange(start: .zero, end: duration)
        self.audible = audible.compactMap(whole.intersection).merged()
    }

    /// The stretches in which the screen stays as it is and nothing is heard.
    ///
    ///     screen        ▌ ▌▌      ▌              ▌
    ///     audio                         ▄▄▄
    ///     idle              ┄┄┄┄     ┄┄┄    ┄┄┄┄
    ///
    /// - Parameters:
    ///   - minimum: how long nothing must happen; above zero.
    ///   - margin: what stays of a stretch beside something that happens; not below zero.
    /// - Returns: ascending, disjoint, none of them empty.
    public func idle(minimum: MediaTime, margin: MediaTime) -> [TimeRange] {
        let instants = changes.map { TimeRange(start: $0, end: $0) }
        return gaps(between: (instants + audible).sorted { $0.start < $1.start }, minimum, margin)
    }

    /// The stretches in which nothing is heard, whatever the screen shows; otherwise as ``idle(minimum:margin:)``.
    public func silent(minimum: MediaTime, margin: MediaTime) -> [TimeRange] { gaps(between: audible, minimum, margin) }

    /// - Parameter busy: in the order of their starts.
    private func gaps(between busy: [TimeRange], _ minimum: MediaTime, _ margin: MediaTime) -> [TimeRange] {
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
