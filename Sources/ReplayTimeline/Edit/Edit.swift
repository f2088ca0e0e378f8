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

extension Edit {
    /// What is kept of the recording, the trim without the cuts: at least one range, sorted, disjoint, none
    /// of them empty. It takes time in proportion to the number of cuts.
    public var kept: [TimeRange] { keptTicks.map(range) }

    /// What is kept, each with its place in the edited time.
    public var clips: [Clip] {
        var start: Int64 = 0
        return keptTicks.map { source in
            defer { start += Int64(source.count) }
            return Clip(source: range(source), start: time(start))
        }
    }

    /// How long the edited movie is: the sum of what is kept.
    public var editedDuration: MediaTime {
        time(keptTicks.reduce(0) { $0 + Int64($1.count) })
    }

    var keptTicks: [Range<Int64>] {
        var kept: [Range<Int64>] = []
        var start = trimTicks.lowerBound
        for cut in cutTicks where cut.overlaps(trimTicks) {
            if start < cut.lowerBound { kept.append(start..<cut.lowerBound) }
            start = cut.upperBound
        }
        if start < trimTicks.upperBound { kept.append(start..<trimTicks.upperBound) }
        return kept
    }
}

extension Edit: Codable {
    private enum CodingKeys: String, CodingKey {
        case duration
        case trimTicks = "trim"
        case cutTicks = "cuts"
    }

    /// Reads `{"duration": "900000/90000", "trim": [0, 900000], "cuts": [[90000, 180000]]}`, where the trim and
    /// the cuts are in ticks of the duration's timescale. Cuts may come in any order; an edit that cannot be is
    /// corrupt data.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let duration = try container.decode(MediaTime.self, forKey: .duration)
        let trim = try container.decode(Range<Int64>.self, forKey: .trimTicks)
        let cuts = try container.decode([Range<Int64>].self, forKey: .cutTicks)
        let recording = 0..<max(0, duration.value)
        guard (cuts + [trim]).allSatisfy({ !$0.isEmpty && recording.contains($0) }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .cutTicks, in: container,
                debugDescription: "A range is empty or reaches outside the recording.")
        }
        do throws(EditError) {
            self = try Edit(duration: duration).deciding(trim: trim, cuts: cuts)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.description))
        }
    }

    /// Writes what ``init(from:)`` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(duration, forKey: .duration)
        try container.encode(trimTicks, forKey: .trimTicks)
        try container.encode(cutTicks, forKey: .cutTicks)
    }
}
