import FFmpeg
import ReplayControl
import ReplaySources

/// The results of encoding and decoding with this machine's FFmpeg. A pure value.
struct EncoderCheck: Sendable {
    /// The reason why video cannot be encoded, or nil if it can.
    var videoFailure: String?
    /// The reason why audio cannot be encoded, or nil if it can.
    var audioFailure: String?

    var findings: [Diagnosis.Finding] {
        [
            Self.finding("H.264", failure: videoFailure, ok: "libx264 encodes a frame, and FFmpeg decodes it"),
            Self.finding("AAC", failure: audioFailure, ok: "FFmpeg encodes audio and decodes it"),
        ]
    }

    private static func finding(_ name: String, failure: String?, ok: String) -> Diagnosis.Finding {
        guard let failure else { return .ok(name, found: ok) }
        return .broken(
            name, found: failure,
            remedy: "install Debian’s own FFmpeg: apt install libavcodec\(FFmpegVersion.codecMajor)",
            need: .everything)
    }
}

extension EncoderCheck {
    /// Encodes and decodes a small frame and a short silence, with the encoders of recordings.
    static func run() -> EncoderCheck {
        EncoderCheck(videoFailure: failure(tryVideo), audioFailure: failure(tryAudio))
    }

    private static func failure(_ body: () throws(FFmpegError) -> Bool) -> String? {
        do throws(FFmpegError) {
            return try body() ? nil : "the encoded data cannot be decoded"
        } catch {
            return error.description
        }
    }

    private static func tryVideo() throws(FFmpegError) -> Bool {
        let (width, height) = (64, 64)
        var settings = VideoEncoderSettings.recording(
            width: width, height: height, timeBase: .oneOver(90_000), quantizer: 20, level: 10)
        settings.pixelFormat = .nv12
        let encoder = try Encoder.video(settings)
        let decoder = try Decoder.open(encoder.parameters, timeBase: encoder.timeBase)
        let image = try PixelBuffer(width: width, height: height)
        image.blacken()
        var taken = 0
        for frame in [try image.frame(pts: 0, isKeyframe: true), nil] {
            var packets = encoder.packets(of: frame)
            while let packet = try packets.next() { taken += decoder.takes(packet) ? 1 : 0 }
        }
        return taken == 1
    }

    private static func tryAudio() throws(FFmpegError) -> Bool {
        let (rate, channels) = (48_000, 2)
        // The encoder decodes each packet itself.
        let encoder = try AACEncoder(sampleRate: rate, channels: channels, bitRate: 128_000)
        let silence = [[Float]](repeating: [Float](repeating: 0, count: encoder.frameSize), count: channels)
        var made = 0
        for frame in [try Frame.audio(planes: silence, sampleRate: rate, pts: 0), nil] {
            var packets = encoder.packets(of: frame)
            while try packets.next() != nil { made += 1 }
        }
        return made > 0
    }
}
