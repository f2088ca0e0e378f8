import MediaTime
public import ReplayTimeline

/// How the audio of an export comes about: every packet copied or encoded. Times are in samples.
public struct AudioPlan: Sendable, Equatable {
    /// A run of packets of the output.
    public struct Run: Sendable, Equatable {
        /// The packets' places in the output: packet `n` is heard from sample `n * frameSize` on. The one at -1 is what
        /// the first needs to be decoded, and is not heard.
        public var slots: Range<Int>
        /// The first packet of the recording's track that is copied; nil: they are encoded.
        public var firstCopied: Int?
    }

    /// Where a range of the recording's audio comes to stand: as near to its exact place as whole packets allow.
    public struct Place: Sendable, Equatable {
        /// In the recording.
        public var source: Range<Int64>
        /// In the output: where its first sample stands.
        public var start: Int64
        /// Where it should stand.
        public var exactStart: Int64
        /// How many samples it is in the output.
        public var length: Int64
        /// How fast it plays.
        public var speed: Speed
        /// Whether it is heard as it was recorded.
        public var isAltered: Bool

        /// In the output.
        public var range: Range<Int64> { start..<start + length }

        /// Whether the audio goes on from another place to this one as it was recorded.
        func follows(_ other: Place) -> Bool {
            speed == .normal && other.speed == .normal && other.source.upperBound == source.lowerBound
                && other.range.upperBound == start
        }
    }

    /// The track of the movie whose packets are copied.
    public let track: Int
    /// The tracks that encoded packets are made of: the same one first, and those that are silent elsewhere; or those that it is
    /// the recorder's mix of.
    public let sources: [Int]
    /// Whether the track is mono and the output stereo: what is copied is made a pair of equal channels then, without being
    /// coded anew.
    public let isWidened: Bool
    /// Samples a second.
    public let sampleRate: Int
    /// Samples in a packet: 1024.
    public let frameSize: Int
    /// From packet -1 to the end, without holes; copied and encoded ones by turns.
    public let runs: [Run]
    /// One for each clip of the edit, or several where a part of it is louder or less loud.
    public let places: [Place]
    /// How long the output is.
    public let length: Int64

    /// How far the audio stands from its place, at most.
    public var maxShift: Int64 { places.map { abs($0.start - $0.exactStart) }.max() ?? 0 }
}

extension AudioPlan {
    /// Near a seam packets are encoded though they could be copied: there audio is faded, and what is copied must be
    /// as its neighbours were made for.
    private static let margin: Int64 = 1024
    /// Fewer packets are not worth two more seams.
    private static let fewest = 8

    /// Makes the plan.
    /// - Parameters:
    ///   - clips: in the order of the output.
    ///   - duration: of the output.
    ///   - packets: when each packet of the track is heard, in samples, ascending.
    ///   - altered: where something else is heard than the track as it was recorded, in samples; ascending, disjoint.
    ///   - sources: the tracks that are heard there; nil: the track alone.
    ///   - isWidened: whether the track is mono, and the output stereo.
    init(
        clips: [Clip], duration: MediaTime, track: Int, packets: [Int64], sampleRate: Int, frameSize: Int = 1024,
        altered: [Range<Int64>] = [], sources: [Int]? = nil, isWidened: Bool = false
    ) {
        var planner = AudioRunPlanner(packets: packets, frameSize: Int64(frameSize))
        let rate = Int32(clamping: sampleRate)
        for (number, clip) in clips.enumerated() {
            // Both ends come from exact times, so that rounding never adds up.
            let start = clip.start.converted(to: rate, rounding: .nearest).value
            let end = (clip.start + clip.duration).converted(to: rate, rounding: .nearest).value
            let source = clip.source.start.converted(to: rate, rounding: .nearest).value
            let sourceEnd =
                clip.isAsRecorded
                ? source + end - start : max(source, clip.source.end.converted(to: rate, rounding: .nearest).value)
            let pieces = AudioRunPlanner.pieces(
                of: source..<sourceEnd, at: start, length: end - start, speed: clip.speed, altered: altered)
            planner.add(
                pieces, margin: Self.margin, fewest: Self.fewest, isLast: number == clips.count - 1)
        }
        length = duration.converted(to: rate, rounding: .nearest).value
        planner.finish(at: length)
        self.track = track
        self.sources = sources ?? [track]
        self.isWidened = isWidened
        self.sampleRate = sampleRate
        self.frameSize = frameSize
        runs = planner.runs
        places = planner.places
    }
}
