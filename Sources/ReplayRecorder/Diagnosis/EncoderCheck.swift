import FFmpeg

/// Whether FFmpeg here encodes, and decodes again, as recordings and exports need it. A pure value.
struct EncoderCheck: Sendable {
    /// Why frames cannot be encoded; nil where they can.
    var videoFailure: String?
    /// Why audio cannot be; nil where it can.
    var audioFailure: String?

    var findings: [Diagnosis.Finding] {
        [
            Self.finding("H.264", videoFailure, ok: "libx264 encodes a frame, and it is decoded again"),
            Self.finding("AAC", audioFailure, ok: "FFmpeg encodes audio, and it is decoded again"),
        ]
    }

    private static func finding(_ name: String, _ failure: String?, ok: String) -> Diagnosis.Finding {
        guard let failure else { return .ok(name, ok) }
        return .broken(
            name, failure, remedy: "install Debian’s own FFmpeg: apt install libavcodec\(FFmpegVersion.codecMajor)",
            need: .everything)
    }
}
