import FFmpeg
import FFmpegFilter

/// Mixes tracks by libavfilter: of any rate, format and channels, with filters for what was mixed.
final class FilteredMix: AudioMixing {
    private let graph: FilterGraph
    private let inputs: Range<Int>
    /// Where the next frame begins.
    private var position: Int64

    /// - Parameters:
    ///   - models: one for each track: the format of its samples.
    ///   - filters: of libavfilter, for what was mixed; each with a comma before it.
    ///   - format: libavfilter's name of the samples that are given.
    ///   - frameSize: samples in each frame but the last; 0: any number.
    ///   - start: where the mix begins, in samples.
    init(of models: [Frame], filters: String, format: String, frameSize: Int, from start: Int64) throws {
        graph = try FilterGraph.open(
            Self.description(models, filters, format), inputs: models.map { .audio(like: $0) })
        graph.setOutputFrameSize(frameSize)
        inputs = models.indices
        position = start
    }

    /// A microphone in mono is heard on both sides as loud as it is.
    private static func description(_ models: [Frame], _ filters: String, _ format: String) -> String {
        let chains = models.enumerated().map { index, model in
            let spread = model.channelCount == 1 ? "pan=stereo|c0=c0|c1=c0," : ""
            return "[in\(index)]\(spread)aresample=\(AudioMix.sampleRate),"
                + "aformat=sample_fmts=fltp:channel_layouts=stereo"
        }
        let end = filters + (format == "fltp" && filters.isEmpty ? "" : ",aformat=sample_fmts=\(format)") + "[out]"
        guard chains.count > 1 else { return chains[0] + end }
        let labels = models.indices.map { "[a\($0)]" }
        return zip(chains, labels).map { $0 + $1 + ";" }.joined() + labels.joined()
            + "amix=inputs=\(chains.count):normalize=0:duration=longest" + end
    }

    func add(_ frame: Frame, at position: Int64, of track: Int) throws {
        try graph.push(try frame.stamped(pts: position), into: track)
    }

    func end() throws {
        for input in inputs { try graph.push(nil, into: input) }
    }

    func nextFrame() throws -> Frame? {
        guard case .next(let frame) = try graph.pull() else { return nil }
        defer { position += Int64(frame.sampleCount) }
        return try frame.stamped(pts: position)
    }
}
