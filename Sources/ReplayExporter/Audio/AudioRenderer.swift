import FFmpeg
import MediaTime
import ReplayTimeline

/// Mixes the audio tracks of the recording into one of the output, and encodes it.
final class AudioRenderer: AudioOutput {
    private let clips: [Clip]
    private let duration: MediaTime
    private let readers: [AudioReader]
    private let codec: AudioEncoderSettings.Codec
    private let bitRate: Int
    /// In LUFS; nil: as loud as it is.
    private let loudness: Double?
    private let encoder: any AudioEncoding
    private lazy var mix = Result { try adjustedMix() }

    var parameters: CodecParameters { encoder.parameters }
    let timeBase = Rational.oneOver(Int32(AudioMix.sampleRate))

    init(_ plan: ExportPlan, readers: [AudioReader], preset: Preset) throws {
        (clips, duration, self.readers) = (plan.clips, plan.duration, readers)
        loudness = preset.audio.loudness
        codec = preset.fileFormat == .webm ? .opus : .aac
        bitRate = preset.audio.bitRate
        encoder = try Self.encoder(codec, bitRate: bitRate)
    }

    /// Where a loudness is wanted, all that will be heard is read before.
    private func adjustedMix() throws -> AudioMix {
        let adjustment = try loudness.map { try LevelAdjustment.reaching($0, measure: measure) } ?? .none
        return try mix(adjustment.filters, frameSize: encoder.frameSize)
    }

    private func mix(_ filters: String, frameSize: Int) throws -> AudioMix {
        try AudioMix(
            clips, until: duration, readers: readers, filters: filters, format: codec.sampleFormat,
            frameSize: frameSize)
    }

    private func measure(_ adjustment: LevelAdjustment) throws -> Loudness {
        let encoder = try Self.encoder(codec, bitRate: bitRate)
        let meter = try LoudnessMeter(encoder.parameters, timeBase: timeBase)
        func take(_ frame: Frame?) throws { try Self.encode(frame, encoder, meter.take) }
        let mix = try mix(adjustment.filters, frameSize: encoder.frameSize)
        try mix.finish(take)
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

    /// Renders the audio up to `time` of the output.
    func render(upTo time: MediaTime, _ body: (Packet) throws -> Void) throws {
        try mix.get().render(upTo: time) { try Self.encode($0, encoder, body) }
    }

    /// Renders the rest.
    func finish(_ body: (Packet) throws -> Void) throws {
        try mix.get().finish { try Self.encode($0, encoder, body) }
        try Self.encode(nil, encoder, body)
    }

    private static func encode(
        _ frame: Frame?, _ encoder: any AudioEncoding, _ body: (Packet) throws -> Void
    ) throws {
        var packets = encoder.packets(of: frame)
        while let packet = try packets.next() { try body(packet) }
    }
}
