public import MediaTime
public import ReplayRendering

/// A report of an export, and a comparison of its output with the recording. The values are read back from the file,
/// not taken from the plan.
public struct ExportReceipt: Codable, Sendable {
    /// A span of frames.
    public struct Frames: Codable, Sendable {
        /// True if its packets are identical to the recording's, byte by byte.
        public var isCopied: Bool
        /// True if the span was spliced: one frame was encoded as a keyframe, after those shown before it. The other
        /// frames are the recording's own with a new frame count in their headers. Nil means false.
        public var isSpliced: Bool?
        /// The reason for encoding the frames, or nil if they were copied.
        public var reason: VideoSpan.Reason?
        /// The range in the recording.
        public var source: TimeRange
        /// The start in the output.
        public var start: MediaTime
        /// The number of packets.
        public var packets: Int
        /// The MurmurHash3 hash (128 bits) of the data of copied packets, which is the same in the output and the
        /// recording.
        public var hash: String?
        /// The peak signal-to-noise ratio of the worst encoded frame against the recording's frame, in dB. The value
        /// 100 means that the frames are identical.
        public var worstFrame: Double?
    }

    /// The point at which two clips meet, or at which the first clip begins.
    public struct Seam: Codable, Sendable {
        /// The time in the output.
        public var time: MediaTime
        /// The planned delay of the audio after the seam, in samples.
        public var planned: Int64
        /// The measured delay of the audio, in samples, by comparison of the decoded audio. Nil in silence, or if too
        /// little audio follows.
        public var measured: Int?
    }

    /// The comparison of the audio, if one track was copied.
    public struct Audio: Codable, Sendable {
        /// The number of packets that are identical to the recording's, byte by byte.
        public var copiedPackets: Int
        /// The number of other packets.
        public var encodedPackets: Int
        /// The seams in the order of the output, at most `ExportReceipt.seamLimit`.
        public var seams: [Seam]
    }

    /// The maximum number of seams that are listed.
    public static let seamLimit = 1000

    /// The state of the recording's media data that was read for the output.
    public enum Integrity: String, Codable, Sendable {
        /// The data is as it was recorded, according to hashes made during the recording.
        case asRecorded
        /// The data is as it was imported, according to hashes made during the import. Earlier damage to the imported
        /// movie is not detected, because copied packets are not decoded.
        case asImported
        /// Some of the data is damaged: see `ExportResult.damage`.
        case damaged
        /// Some of the data has no hash, because an earlier version of Replay recorded it.
        case unknown
    }

    /// A part of the sandbox in which the packets of an imported movie were decoded.
    public enum SandboxPart: String, Codable, Sendable {
        /// The kernel's access control for files, Landlock.
        case landlock
        /// The kernel's filter of system calls, seccomp.
        case seccomp
    }

    /// The version of this format: 1.
    public var version = 1
    /// True if frames were copied if possible.
    public var isSmart: Bool
    /// The reason for encoding all frames, in words, or nil.
    public var obstacle: String?
    /// The state of the media data that was read.
    public var integrity: Integrity
    /// The duration of the output.
    public var duration: MediaTime
    /// The spans in the order of the output. For a full rendering, they have no measurements.
    public var frames: [Frames]
    /// The comparison of the audio. Nil if all audio was encoded, or there is none.
    public var audio: Audio?
    /// The parts of the sandbox that the kernel had. Empty without a sandbox. Nil for a recording that was not imported,
    /// which needs none.
    public var sandbox: [SandboxPart]?
}
