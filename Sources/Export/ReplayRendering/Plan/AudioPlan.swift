package import MediaTime
public import ReplayTimeline

/// The plan of an export's audio: which packets are copied and which are encoded. Times are in samples.
public struct AudioPlan: Sendable, Equatable {
    /// A run of consecutive packets of the output.
    public struct Run: Sendable, Equatable {
        /// The positions of the packets in the output. Packet `n` plays from sample `n * frameSize` on. Packet -1 only
        /// primes the decoder for the first packet and is not played.
        public var slots: Range<Int>
        /// The index of the first copied packet in the recording's track, or nil if the packets are encoded.
        public var firstCopied: Int?
    }

    /// The position of a range of the recording's audio in the output, as near to the exact position as whole packets
    /// allow.
    public struct Place: Sendable, Equatable {
        /// The range in the recording.
        public var source: Range<Int64>
        /// The position of its first sample in the output.
        public var start: Int64
        /// The exact position at which the first sample should be.
        public var exactStart: Int64
        /// The number of samples in the output.
        public var length: Int64
        /// The playback speed.
        public var speed: Speed
        /// True if the audio is not played as it was recorded.
        public var isAltered: Bool

        /// The range in the output.
        public var range: Range<Int64> { start..<start + length }

        /// Returns true if the audio continues from another place to this one without a seam, as it was recorded.
        package func follows(_ other: Place) -> Bool {
            speed == .normal && other.speed == .normal && other.source.upperBound == source.lowerBound
                && other.range.upperBound == start
        }
    }

    /// The index of the movie's track whose packets are copied.
    public let track: Int
    /// The tracks that encoded packets are made from. They are either the copied track and then the tracks that are
    /// silent elsewhere, or the tracks that the recorder mixed into the copied track.
    public let sources: [Int]
    /// True if the track is mono and the output is stereo. Copied packets are then changed to two equal channels
    /// without re-encoding.
    public let isWidened: Bool
    /// The sample rate, in Hz.
    public let sampleRate: Int
    /// The number of samples in a packet: 1024.
    public let frameSize: Int
    /// The runs from packet -1 to the end, without gaps. Copied and encoded runs alternate.
    public let runs: [Run]
    /// The places of the clips. A clip has several places if the edit changes the volume of a part.
    public let places: [Place]
    /// The length of the output.
    public let length: Int64

    /// The maximum distance between the audio and its exact position.
    public var maxShift: Int64 { places.map { abs($0.start - $0.exactStart) }.max() ?? 0 }
}

extension AudioPlan {
    /// The number of samples near a seam in which packets are encoded although they could be copied. The audio is faded
    /// there, and a copied packet must have the neighbours that it was encoded with.
    private static let margin: Int64 = 1024
    /// The minimum number of packets in a copied run. Fewer packets are not worth two more seams.
    private static let fewest = 8

    /// Creates the plan.
    /// - Parameters:
    ///   - clips: The clips, in the order of the output.
    ///   - duration: The duration of the output.
    ///   - track: The index of the movie's track whose packets may be copied.
    ///   - packets: The presentation times of the track's packets, in samples, ascending.
    ///   - sampleRate: The sample rate, in Hz.
    ///   - frameSize: The number of samples in a packet.
    ///   - altered: The ranges in which the output differs from the recorded track, in samples; ascending, disjoint.
    ///   - sources: The tracks that are audible in those ranges, or nil for the track alone.
    ///   - isWidened: True if the track is mono and the output is stereo.
    package init(
        clips: [Clip], duration: MediaTime, track: Int, packets: [Int64], sampleRate: Int, frameSize: Int = 1024,
        altered: [Range<Int64>] = [], sources: [Int]? = nil, isWidened: Bool = false
    ) {
        var planner = AudioRunPlanner(packets: packets, frameSize: Int64(frameSize))
        let rate = Int32(clamping: sampleRate)
        for (number, clip) in clips.enumerated() {
            // Both ends come from exact times, so that rounding errors do not accumulate.
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
