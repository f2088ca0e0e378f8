import FFmpeg
import MediaTime

/// Mixes the audio tracks of the recording into one of the output, and encodes it.
final class AudioRenderer: AudioOutput {
    private let duration: MediaTime
    private let mix: AudioMix
    private let encoder: any AudioEncoding

    var parameters: CodecParameters { encoder.parameters }
    let timeBase = Rational.oneOver(Int32(AudioMix.sampleRate))

    init(_ plan: ExportPlan, readers: [AudioReader], preset: Preset) throws {
        duration = plan.duration
        let codec: AudioEncoderSettings.Codec = preset.fileFormat == .webm ? .opus : .aac
        encoder = try Self.encoder(codec, bitRate: preset.audio.bitRate)
        mix = try AudioMix(
            plan.clips, duration: plan.duration, readers: readers, format: codec.sampleFormat,
            frameSize: encoder.frameSize)
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
        try mix.render(upTo: time) { try encode($0, body) }
    }

    /// Renders the rest.
    func finish(_ body: (Packet) throws -> Void) throws {
        try mix.finish(at: duration) { try encode($0, body) }
        try encode(nil, body)
    }

    private func encode(_ frame: Frame?, _ body: (Packet) throws -> Void) throws {
        var packets = encoder.packets(of: frame)
        while let packet = try packets.next() { try body(packet) }
    }
}
