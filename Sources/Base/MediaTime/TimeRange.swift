/// A range of time, from `start` up to but not including `end`.
public struct TimeRange: Hashable, Sendable {
    /// The first instant.
    public let start: MediaTime
    /// The first instant after the range, never before `start`.
    public let end: MediaTime

    /// Creates a range from instants that the caller knows to be in order.
    ///
    /// - Precondition: `start <= end`.
    public init(start: MediaTime, end: MediaTime) {
        precondition(start <= end, "range ends before it starts")
        self.start = start
        self.end = end
    }

    /// Creates a range from unchecked instants, or returns `nil` if `end` is before `start`.
    public init?(validatingStart start: MediaTime, end: MediaTime) {
        guard start <= end else { return nil }
        self.start = start
        self.end = end
    }

    /// The length of the range. Both ends should have the same timescale: see `MediaTime.+`.
    public var duration: MediaTime { end - start }

    /// True if the range contains no instant.
    public var isEmpty: Bool { start == end }

    /// Returns true if the range contains the instant.
    public func contains(_ instant: MediaTime) -> Bool {
        start <= instant && instant < end
    }

    /// Returns true if the range contains the whole other range.
    public func contains(_ other: TimeRange) -> Bool {
        start <= other.start && other.end <= end
    }

    /// Returns true if the two ranges share an instant. Adjacent ranges do not overlap.
    public func overlaps(_ other: TimeRange) -> Bool {
        intersection(other) != nil
    }

    /// Returns the part that both ranges share, or `nil` if they share no instant.
    public func intersection(_ other: TimeRange) -> TimeRange? {
        let (latestStart, earliestEnd) = (max(start, other.start), min(end, other.end))
        return latestStart < earliestEnd ? TimeRange(start: latestStart, end: earliestEnd) : nil
    }

    /// Returns the range with both ends in another timescale. A range shorter than a tick may become empty.
    public func converted(to timescale: Int32, rounding: Rounding) -> TimeRange {
        TimeRange(
            start: start.converted(to: timescale, rounding: rounding),
            end: end.converted(to: timescale, rounding: rounding))
    }
}

extension Sequence<TimeRange> {
    /// Returns the union of the ranges: in ascending order, without empty ranges, and with a gap between each two.
    package func merged() -> [TimeRange] {
        let ranges = map { $0.start..<$0.end }.sorted { $0.lowerBound < $1.lowerBound }
        return RangeSet(ranges).ranges.map { TimeRange(start: $0.lowerBound, end: $0.upperBound) }
    }
}

extension TimeRange: CustomStringConvertible {
    /// Both ends in the readable form of ``MediaTime/timecode(rounding:)``: `0:01.000..0:02.500`.
    public var description: String {
        "\(start.timecode())..\(end.timecode())"
    }
}

extension TimeRange: Codable {
    private enum CodingKeys: CodingKey {
        case start, end
    }

    /// Reads `{"start": …, "end": …}`. Throws `DecodingError.dataCorrupted` if the end is before the start.
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
