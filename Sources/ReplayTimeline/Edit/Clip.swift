public import MediaTime

/// A stretch of the recording where it stands in the edit. Both times are in the recording's timescale.
public struct Clip: Hashable, Sendable {
    /// The stretch of the recording.
    public let source: TimeRange
    /// Where the clip starts in edited time.
    public let start: MediaTime

    /// A clip of `source` that starts at `start` of the edit.
    public init(source: TimeRange, start: MediaTime) {
        self.source = source
        self.start = start
    }

    /// How long it lasts.
    public var duration: MediaTime { source.duration }
    /// Where it stands in edited time.
    public var edited: TimeRange { TimeRange(start: start, end: start + duration) }
}
