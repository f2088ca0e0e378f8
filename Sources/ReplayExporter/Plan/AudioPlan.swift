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

        /// In the output.
        public var range: Range<Int64> { start..<start + Int64(source.count) }
    }

    /// The track of the movie.
    public let track: Int
    /// Samples a second.
    public let sampleRate: Int
    /// Samples in a packet: 1024.
    public let frameSize: Int
    /// From packet -1 to the end, without holes; copied and encoded ones by turns.
    public let runs: [Run]
    /// One for each clip of the edit.
    public let places: [Place]
    /// How long the output is.
    public let length: Int64

    /// How far the audio stands from its place, at most.
    public var maxShift: Int64 { places.map { abs($0.start - $0.exactStart) }.max() ?? 0 }
}
