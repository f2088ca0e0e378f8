public import MediaTime

/// The edit-decision list of one recording: what is kept of it, as a pure value.
///
/// Times are in the recording's own clock, never in that of an edit, so the order of decisions does not
/// matter. Every time is a whole number of ticks of the recording's timescale; times in other timescales are
/// rounded to the nearest tick when they come in.
public struct Edit: Hashable, Sendable {
    /// How long the recording is; above zero.
    public let duration: MediaTime
    /// The trim and the cuts in ticks of `timescale`. Cuts are sorted, disjoint, not empty and do not touch.
    var trimTicks: Range<Int64>
    var cutTicks: [Range<Int64>]

    /// The number of clips that an edit may have.
    public static let clipLimit = 100_000

    /// The edit that keeps the whole of a recording.
    ///
    /// - Parameter duration: how long the recording is; its timescale becomes that of the edit.
    /// - Throws: ``EditError/emptyRecording`` when the duration is not above zero.
    public init(duration: MediaTime) throws(EditError) {
        guard duration > .zero else { throw .emptyRecording }
        self.duration = duration
        self.trimTicks = 0..<duration.value
        self.cutTicks = []
    }

    /// The timescale of the recording's clock, in ticks a second.
    public var timescale: Int32 { duration.timescale }
    /// What is kept but for the cuts; at first the whole recording.
    public var trim: TimeRange { range(trimTicks) }
    /// What is cut out: sorted, disjoint, merged where cuts touch. A cut may lie outside the trim.
    public var cuts: [TimeRange] { cutTicks.map(range) }

    func range(_ ticks: Range<Int64>) -> TimeRange {
        TimeRange(start: time(ticks.lowerBound), end: time(ticks.upperBound))
    }

    func time(_ tick: Int64) -> MediaTime {
        MediaTime(value: tick, timescale: timescale)
    }

    /// The same decisions on a recording that is no longer than `duration`, in the timescale of that.
    ///
    /// - Throws: ``EditError`` where nothing would be left of it.
    public func limited(to duration: MediaTime) throws(EditError) -> Edit {
        guard duration > .zero else { throw .emptyRecording }
        let length = min(self.duration.converted(to: duration.timescale, rounding: .up), duration)
        guard length != self.duration || length.timescale != timescale else { return self }
        func limited(_ range: TimeRange) -> Range<Int64>? {
            let ticks = range.converted(to: length.timescale, rounding: .nearest)
            let limited = (ticks.start.value..<ticks.end.value).clamped(to: 0..<length.value)
            return limited.isEmpty ? nil : limited
        }
        guard let trim = limited(trim) else { throw .keepsNothing(trim) }
        return try Edit(duration: length).deciding(trim: trim, cuts: cuts.compactMap(limited))
    }
}
