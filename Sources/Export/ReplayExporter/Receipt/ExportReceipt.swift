public import MediaTime

/// What an export did, and how what it wrote compares with the recording: read back from the file, not from what was
/// meant.
public struct ExportReceipt: Codable, Sendable {
    /// A stretch of frames.
    public struct Frames: Codable, Sendable {
        /// Whether its packets are the recording's own, byte by byte.
        public var isCopied: Bool
        /// Whether only the first of them was encoded, as a keyframe, and the others are the recording's own, whose headers
        /// count frames from there on; nil: no.
        public var isSpliced: Bool?
        /// Why they were encoded, where they were.
        public var reason: VideoSpan.Reason?
        /// Where it lies in the recording.
        public var source: TimeRange
        /// Where it begins in the output.
        public var start: MediaTime
        /// Packets in it.
        public var packets: Int
        /// FNV-1a (64 bits) over the data of the packets, of output and recording alike, where they were copied.
        public var hash: String?
        /// Of encoded frames, the peak signal-to-noise ratio of the worst against what the recording shows, in dB; 100:
        /// the same.
        public var worstFrame: Double?
    }

    /// Where two clips meet, or the first begins.
    public struct Seam: Codable, Sendable {
        /// When, in the output.
        public var time: MediaTime
        /// By how much the audio after it comes late, as planned, in samples.
        public var planned: Int64
        /// The same, found by comparing what is heard; nil in silence, and where too little follows.
        public var measured: Int?
    }

    /// The audio, where one track was copied.
    public struct Audio: Codable, Sendable {
        /// Packets that are the recording's own, byte by byte.
        public var copiedPackets: Int
        /// The others.
        public var encodedPackets: Int
        /// In the order of the output; at most `ExportReceipt.seamLimit`.
        public var seams: [Seam]
    }

    /// More seams than this are not listed.
    public static let seamLimit = 1000

    /// What is known of the media data of the recording that was read for the output.
    public enum Integrity: String, Codable, Sendable {
        /// It is what was recorded, by hashes that were made then.
        case asRecorded
        /// It is what was imported, by hashes that were made then. Whether the imported movie was damaged before is not
        /// known: packets that are copied are not decoded.
        case asImported
        /// Some of it is damaged: see `ExportResult.damage`.
        case damaged
        /// Some of it has no hash: an earlier version of Replay recorded it.
        case unknown
    }

    /// The version of this format: 1.
    public var version = 1
    /// Whether frames were copied where they could be.
    public var isSmart: Bool
    /// Why all were encoded, where they were; in words.
    public var obstacle: String?
    /// Whether the media data that was read is as it was recorded.
    public var integrity: Integrity
    /// How long the output is.
    public var duration: MediaTime
    /// In the order of the output; of a full rendering without what is measured.
    public var frames: [Frames]
    /// Nil where audio was encoded whole, or there is none.
    public var audio: Audio?
}
