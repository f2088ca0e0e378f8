/// A stretch of time, from `start` up to but not including `end`.
public struct TimeRange: Hashable, Sendable {
    /// The first instant.
    public let start: MediaTime
    /// The first instant after it; never before `start`.
    public let end: MediaTime

    /// A range the caller knows to be in order.
    ///
    /// - Precondition: `start <= end`.
    public init(start: MediaTime, end: MediaTime) {
        precondition(start <= end, "range ends before it starts")
        self.start = start
        self.end = end
    }

    /// A range from instants that nobody has checked, or `nil` when the end is before the start.
    public init?(validatingStart start: MediaTime, end: MediaTime) {
        guard start <= end else { return nil }
        self.start = start
        self.end = end
    }

    /// How long it is. Both ends are expected in one timescale: see `MediaTime.+`.
    public var duration: MediaTime { end - start }

    /// Whether it holds no instant at all.
    public var isEmpty: Bool { start == end }

    /// Whether the instant lies in it.
    public func contains(_ instant: MediaTime) -> Bool {
        start <= instant && instant < end
    }

    /// Whether the other range lies wholly in it.
    public func contains(_ other: TimeRange) -> Bool {
        start <= other.start && other.end <= end
    }

    /// Whether the two share an instant. Ranges that only touch do not.
    public func overlaps(_ other: TimeRange) -> Bool {
        intersection(other) != nil
    }

    /// What the two share, or `nil` when they share no instant.
    public func intersection(_ other: TimeRange) -> TimeRange? {
        let (latestStart, earliestEnd) = (max(start, other.start), min(end, other.end))
        return latestStart < earliestEnd ? TimeRange(start: latestStart, end: earliestEnd) : nil
    }

    /// Both ends counted in another timescale. A range shorter than a tick may become empty.
    public func converted(to timescale: Int32, rounding: Rounding) -> TimeRange {
        TimeRange(
            start: start.converted(to: timescale, rounding: rounding),
            end: end.converted(to: timescale, rounding: rounding))
    }
}

extension Sequence<TimeRange> {
    /// What they cover together: ascending, none of them empty, an instant or more between each two.
    package func merged() -> [TimeRange] {
        let ranges = map { $0.start..<$0.end }.sorted { $0.lowerBound < $1.lowerBound }
        return RangeSet(ranges).ranges.map { TimeRange(start: $0.lowerBound, end: $0.upperBound) }
    }
}

extension TimeRange: CustomStringConvertible {
    /// Both ends as people write them: `0:01.000..0:02.500`.
    public var description: String {
        "\(start.timecode())..\(end.timecode())"
    }
}

extension TimeRange: Codable {
    private enum CodingKeys: CodingKey {
        case start, end
    }

    /// Reads `{"start": …, "end": …}`; an end before the start is corrupt data.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let start = try container.decode(MediaTime.self, forKey: .start)
        let end = try container.decode(MediaTime.self, forKey: .end)
        guard let range = TimeRange(validatingStart: start, end: end) else {
            throw DecodingError.dataCorruptedError(
                forKey: .end, in: container, debugDescription: "The end \(end) is before the start \(start).")
        }
        self = range
    }

    /// Writes `{"start": …, "end": …}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(start, forKey: .start)
        try container.encode(end, forKey: .end)
    }
}
