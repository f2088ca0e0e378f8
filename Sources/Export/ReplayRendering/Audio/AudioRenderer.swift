import FFmpeg
import MediaTime
import ReplayComposition
import ReplayTimeline

/// Mixes the recording's audio tracks into one track of the output, and encodes it.
final class AudioRenderer: AudioOutput {
    private let clips: [Clip]
    private let duration: MediaTime
    private let readers: [AudioReader]
    private let codec: AudioEncoderSettings.Codec
    private let bitRate: Int
    /// The target loudness in LUFS, or nil to keep the loudness.
    private let loudness: Double?
    private let frameSize: Int
    private lazy var mix = Result { try adjustedMix() }
    private let encoder: AudioEncoderThread

    let parameters: CodecParameters
    let timeBase = Rational.oneOver(Int32(AudioMix.sampleRate))

    init(_ plan: ExportPlan, readers: [AudioReader], preset: Preset) throws {
        (clips, duration, self.readers) = (plan.clips, plan.duration, readers)
        loudness = preset.audio.loudness
        codec = preset.fileFormat.audioCodec
        bitRate = preset.audio.bitRate
        let encoder = try Self.encoder(codec, bitRate: bitRate)
        (parameters, frameSize) = (encoder.parameters, encoder.frameSize)
        self.encoder = try AudioEncoderThread(encoder)
    }

    /// Creates the mix. If a loudness is requested, all audio of the output is measured first.
    private func adjustedMix() throws -> AudioMix {
        let adjustment = try loudness.map { try LevelAdjustment.reaching($0, measure: measure) } ?? .none
        return try mix(adjustment.filters)
    }

    private func mix(_ filters: String) throws -> AudioMix {
        try AudioMix(
            clips, until: duration, readers: readers, filters: filters, format: codec.sampleFormat,
            frameSize: frameSize)
    }

    private func measure(_ adjustment: LevelAdjustment) throws -> Loudness {
        let encoder = try Self.encoder(codec, bitRate: bitRate)
        let meter = try LoudnessMeter(encoder.parameters, timeBase: timeBase)
        func take(_ frame: Frame?) throws { try Self.encode(frame, encoder: encoder, body: meter.take) }
        try mix(adjustment.filters).finish(take)
        try take(nil)
        try meter.take(nil)
        return meter.loudness
    }

    private static func encoder(
        _ codec: AudioEncoderSettings.Codec, bitRate: Int
    ) throws(FFmpegError) -> any AudioEncoding {
        let rate = AudioMix.sampleRate
        return codec == .aac
            ? try AACEncoder(sampleRate: rate, channels: 2, bitRate: bitRate)
            : try Encoder.audio(AudioEncoderSettings(codec: codec, sampleRate: rate, channels: 2, bitRate: bitRate))
    }

    /// Renders the audio up to `time` of the output. It mixes `AudioEncoderThread.lead` more frames, to keep the
    /// encoder busy.
    func render(upTo time: MediaTime, _ body: (Packet) throws -> Void) throws {
        let lead = MediaTime(value: Int64(AudioEncoderThread.lead * frameSize), timescale: Int32(AudioMix.sampleRate))
        try mix.get().render(upTo: time + lead) { try encoder.encode($0, output: body) }
    }

    /// Renders the rest.
    func finish(_ body: (Packet) throws -> Void) throws {
        try mix.get().finish { try encoder.encode($0, output: body) }
        try encoder.finish(body)
    }

    private static func encode(
        _ frame: Frame?, encoder: any AudioEncoding, body: (Packet) throws -> Void
    ) throws {
        var packets = encoder.packets(of: frame)
        while let packet = try packets.next() { try body(packet) }
    }
}

extension Preset.Format {
    fileprivate var audioCodec: AudioEncoderSettings.Codec {
        switch self {
        case .webm: .opus
        case .wav: .pcm
        case .mp4, .mov, .mkv, .m4a, .gif: .aac
        }
    }
}
