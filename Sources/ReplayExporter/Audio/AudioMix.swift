import FFmpeg
import FFmpegFilter
import MediaTime
import ReplayTimeline

/// Mixes the audio tracks of a recording as an export has them: stereo, `sampleRate` samples a second of the edit.
final class AudioMix {
    private let clips: [Clip]
    private let duration: MediaTime
    private let readers: [AudioReader]
    private let graph: FilterGraph
    /// For each track: the clip it is in, and the next sample of the output, in the track's own rate.
    private var cursors: [Cursor]
    /// The next sample of the output.
    private var position: Int64

    private struct Cursor {
        var clip: Int
        var position: Int64
        var isSought = false
        /// The audio of the clip, where that plays at another speed.
        var stretched: StretchedAudio?
    }

    /// In Hz.
    static let sampleRate = 48_000

    /// - Parameters:
    ///   - clips: what the edit keeps.
    ///   - readers: one for each track that is heard, at least one; from here on this mix's alone.
    ///   - filters: of libavfilter, for what was mixed; each with a comma before it.
    ///   - format: libavfilter's name of the samples that are given.
    ///   - frameSize: samples in each frame but the last; 0: any number.
    ///   - start: where it begins.
    init(
        _ clips: [Clip], duration: MediaTime, readers: [AudioReader], filters: String = "", format: String,
        frameSize: Int, from start: MediaTime = .zero
    ) throws {
        self.clips = clips
        self.duration = duration
        self.readers = readers
        graph = try FilterGraph.open(
            Self.description(readers, filters, format), inputs: readers.map { .audio(like: $0.model) })
        graph.setOutputFrameSize(frameSize)
        position = start.converted(to: Int32(Self.sampleRate), rounding: .nearest).value
        let clip = max(0, clips.partitioningIndex { $0.start > start } - 1)
        cursors = readers.map {
            Cursor(clip: clip, position: start.converted(to: Int32($0.sampleRate), rounding: .nearest).value)
        }
    }

    /// A microphone in mono is heard on both sides as loud as it is.
    private static func description(_ readers: [AudioReader], _ filters: String, _ format: String) -> String {
        let chains = readers.enumerated().map { index, reader in
            let spread = reader.model.channelCount == 1 ? "pan=stereo|c0=c0|c1=c0," : ""
            return "[in\(index)]\(spread)aresample=\(sampleRate),aformat=sample_fmts=fltp:channel_layouts=stereo"
        }
        let end = filters + (format == "fltp" && filters.isEmpty ? "" : ",aformat=sample_fmts=\(format)") + "[out]"
        guard chains.count > 1 else { return chains[0] + end }
        let labels = readers.indices.map { "[a\($0)]" }
        return zip(chains, labels).map { $0 + $1 + ";" }.joined() + labels.joined()
            + "amix=inputs=\(chains.count):normalize=0:duration=longest" + end
    }

    /// Mixes up to `time` of the output, and gives what is done of it.
    func render(upTo time: MediaTime, _ body: (Frame) throws -> Void) throws {
        let limit = min(time, duration)
        for index in readers.indices { try feed(index, upTo: limit) }
        try takeFrames(body)
    }

    /// Mixes the rest up to `time` of the output, and ends it.
    func finish(at time: MediaTime, _ body: (Frame) throws -> Void) throws {
        try render(upTo: time, body)
        for index in readers.indices { try graph.push(nil, into: index) }
        try takeFrames(body)
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
                (cursors[index].isSought, cursors[index].stretched) = (false, nil)
                continue
            }
            let count = Int(min(min(clipEnd, end) - cursors[index].position, 8192))
            let frame = try clip.isAsRecorded ? read(index, clip, count) : readStretched(index, clip, count)
            try graph.push(try frame.stamped(pts: cursors[index].position), into: index)
            cursors[index].position += Int64(frame.sampleCount)
        }
    }

    private func read(_ index: Int, _ clip: Clip, _ count: Int) throws -> Frame {
        let reader = readers[index]
        let rate = Int32(reader.sampleRate)
        // Positions come from the exact times of each clip, so that rounding never adds up.
        let clipStart = clip.start.converted(to: rate, rounding: .nearest).value
        let source =
            clip.source.start.converted(to: rate, rounding: .nearest).value + cursors[index].position - clipStart
        if !cursors[index].isSought { try reader.seek(to: source) }
        cursors[index].isSought = true
        return try reader.read(from: source, count: count)
    }

    private func readStretched(_ index: Int, _ clip: Clip, _ count: Int) throws -> Frame {
        if let stretched = cursors[index].stretched { return try stretched.read(count) }
        let rate = Int32(readers[index].sampleRate)
        let position = MediaTime(value: cursors[index].position, timescale: rate)
            .converted(to: clip.start.timescale, rounding: .nearest)
        let source = TimeRange(
            start: max(clip.source.start, min(clip.recordingTime(at: position), clip.source.end)), end: clip.source.end
        ).converted(to: rate, rounding: .nearest)
        let stretched = try StretchedAudio(
            readers[index], source.start.value..<source.end.value, speed: clip.speed)
        cursors[index].stretched = stretched
        return try stretched.read(count)
    }

    private func takeFrames(_ body: (Frame) throws -> Void) throws {
        while case .next(let frame) = try graph.pull() {
            let stamped = try frame.stamped(pts: position)
            position += Int64(frame.sampleCount)
            try body(stamped)
        }
    }
}
