import FFmpeg
import MediaTime
import ReplayTimeline

/// Mixes the audio tracks of the recording into one of the output, and encodes it.
final class AudioRenderer: AudioOutput {
    private let clips: [Clip]
    private let duration: MediaTime
    private let readers: [AudioReader]
    private let sampleFormat: String
    /// In LUFS; nil: as loud as it is.
    private let loudness: Double?
    private let encoder: any AudioEncoding
    private lazy var mix = Result { try adjustedMix() }

    var parameters: CodecParameters { encoder.parameters }
    let timeBase = Rational.oneOver(Int32(AudioMix.sampleRate))

    init(_ plan: ExportPlan, readers: [AudioReader], preset: Preset) throws {
        (clips, duration, self.readers) = (plan.clips, plan.duration, readers)
        loudness = preset.audio.loudness
        let codec: AudioEncoderSettings.Codec = preset.fileFormat == .webm ? .opus : .aac
        encoder = try Self.encoder(codec, bitRate: preset.audio.bitRate)
        sampleFormat = codec.sampleFormat
    }

    /// Where a loudness is wanted, all that will be heard is read before.
    private func adjustedMix() throws -> AudioMix {
        let adjustment = try loudness.map { try LevelAdjustment.reaching($0, measure: measure) } ?? .none
        return try mix(adjustment.filters, sampleFormat, frameSize: encoder.frameSize)
    }

    private func mix(_ filters: String, _ format: String, frameSize: Int) throws -> AudioMix {
        try AudioMix(
            clips, duration: duration, readers: readers, filters: filters, format: format, frameSize: frameSize)
    }

    private func measure(_ adjustment: LevelAdjustment) throws -> Loudness {
        let mix = try mix(adjustment.filters + Loudness.filters, "fltp", frameSize: 0)
        var (last, peak): (Frame?, Float) = (nil, 0)
        func take(_ frame: Frame) throws { (last, peak) = (frame, max(peak, try frame.peak())) }
        // Second by second, for a filter holds all that it is given until then.
        var time = MediaTime.seconds(1)
        while time < duration {
            try mix.render(upTo: time, take)
            time = time + .seconds(1)
        }
        try mix.finish(at: duration, take)
        return Loudness(last: last, peak: peak)
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
        try mix.get().render(upTo: time) { try encode($0, body) }
    }

    /// Renders the rest.
    func finish(_ body: (Packet) throws -> Void) throws {
        try mix.get().finish(at: duration) { try encode($0, body) }
        try encode(nil, body)
    }

    private func encode(_ frame: Frame?, _ body: (Packet) throws -> Void) throws {
        var packets = encoder.packets(of: frame)
        while let packet = try packets.next() { try body(packet) }
    }
}
