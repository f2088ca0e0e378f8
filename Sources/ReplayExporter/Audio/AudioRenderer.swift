import FFmpeg
import FFmpegFilter
import MediaTime
import ReplayTimeline

/// Mixes the audio tracks of the recording into one of the output: one filter graph and one encoder.
final class AudioRenderer: AudioOutput {
    private let clips: [Clip]
    private let duration: MediaTime
    private let readers: [AudioReader]
    private let graph: FilterGraph
    private let encoder: any AudioEncoding
    /// For each track: the clip it is in, and the next sample of the output, in the track's own rate.
    private var cursors: [(clip: Int, position: Int64, isSought: Bool)]
    private var encoded: Int64 = 0

    static let sampleRate = 48_000

    var parameters: CodecParameters { encoder.parameters }
    let timeBase = Rational.oneOver(Int32(sampleRate))

    init(_ plan: ExportPlan, readers: [AudioReader], preset: Preset) throws {
        clips = plan.clips
        duration = plan.duration
        self.readers = readers
        let codec: AudioEncoderSettings.Codec = preset.fileFormat == .webm ? .opus : .aac
        graph = try FilterGraph.open(
            Self.description(readers, codec.sampleFormat), inputs: readers.map { .audio(like: $0.model) })
        encoder = try Self.encoder(codec, bitRate: preset.audio.bitRate)
        graph.setOutputFrameSize(encoder.frameSize)
        cursors = readers.map { _ in (0, 0, false) }
    }

    private static func encoder(
        _ codec: AudioEncoderSettings.Codec, bitRate: Int
    ) throws(FFmpegError) -> any AudioEncoding {
        switch codec {
        case .aac: try AACEncoder(sampleRate: sampleRate, channels: 2, bitRate: bitRate)
        case .opus:
            try Encoder.audio(AudioEncoderSettings(codec: codec, sampleRate: sampleRate, channels: 2, bitRate: bitRate))
        }
    }

    /// A microphone in mono is heard on both sides as loud as it is.
    private static func description(_ readers: [AudioReader], _ format: String) -> String {
        let chains = readers.enumerated().map { index, reader in
            let spread = reader.model.channelCount == 1 ? "pan=stereo|c0=c0|c1=c0," : ""
            return "[in\(index)]\(spread)aresample=\(sampleRate),aformat=sample_fmts=fltp:channel_layouts=stereo"
        }
        let end = format == "fltp" ? "[out]" : ",aformat=sample_fmts=\(format)[out]"
        guard chains.count > 1 else { return chains[0] + end }
        let labels = readers.indices.map { "[a\($0)]" }
        return zip(chains, labels).map { $0 + $1 + ";" }.joined() + labels.joined()
            + "amix=inputs=\(chains.count):normalize=0:duration=longest" + end
    }

    /// Renders the audio up to `time` of the output.
    func render(upTo time: MediaTime, _ body: (Packet) throws -> Void) throws {
        let limit = min(time, duration)
        for index in readers.indices { try feed(index, upTo: limit) }
        try takeFrames(body)
    }

    /// Renders the rest.
    func finish(_ body: (Packet) throws -> Void) throws {
        try render(upTo: duration, body)
        for index in readers.indices { try graph.push(nil, into: index) }
        try takeFrames(body)
        try encode(nil, body)
    }

    private func feed(_ index: Int, upTo limit: MediaTime) throws {
        let reader = readers[index]
        let rate = Int32(reader.sampleRate)
        let end = limit.converted(to: rate, rounding: .nearest).value
        while cursors[index].position < end, cursors[index].clip < clips.count {
            let clip = clips[cursors[index].clip]
            let clipEnd = (clip.start + clip.duration).converted(to: rate, rounding: .nearest).value
            guard cursors[index].position < clipEnd else {
                cursors[index].clip += 1
                cursors[index].isSought = false
                continue
            }
            // Positions come from the exact times of each clip, so that rounding never adds up.
            let clipStart = clip.start.converted(to: rate, rounding: .nearest).value
            let source =
                clip.source.start.converted(to: rate, rounding: .nearest).value
                + cursors[index].position - clipStart
            if !cursors[index].isSought { try reader.seek(to: source) }
            cursors[index].isSought = true
            let count = Int(min(min(clipEnd, end) - cursors[index].position, 8192))
            let frame = try reader.read(from: source, count: count)
            try graph.push(try frame.stamped(pts: cursors[index].position), into: index)
            cursors[index].position += Int64(frame.sampleCount)
        }
    }

    private func takeFrames(_ body: (Packet) throws -> Void) throws {
        while case .next(let frame) = try graph.pull() {
            let stamped = try frame.stamped(pts: encoded)
            encoded += Int64(frame.sampleCount)
            try encode(stamped, body)
        }
    }

    private func encode(_ frame: Frame?, _ body: (Packet) throws -> Void) throws {
        var packets = encoder.packets(of: frame)
        while let packet = try packets.next() { try body(packet) }
    }
}
