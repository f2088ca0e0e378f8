import FFmpeg
import FFmpegFilter
package import MediaTime
package import ReplayEditor
import ReplayLibrary
package import ReplayMovie

/// How loud an audio track is, a hundred times a second: the largest sample of any channel.
package struct AudioPeaks: Sendable, Equatable {
    /// How many values there are a second.
    package static let rate: Int32 = 100

    /// From the recording's beginning on; 0 (silence) to 255 (full scale).
    package fileprivate(set) var values: [UInt8]

    package init(values: [UInt8] = []) { self.values = values }

    /// The loudest value within a stretch of the recording; 0 where there is none.
    package func peak(in range: TimeRange) -> UInt8 {
        let start = Int(clamping: range.start.converted(to: Self.rate, rounding: .down).value)
        let end = Int(clamping: range.end.converted(to: Self.rate, rounding: .up).value)
        return values[min(max(0, start), values.count)..<min(max(0, start, end), values.count)].max() ?? 0
    }
}

extension AudioPeaks {
    /// How high a value is drawn: by its root, so that speech is seen beside what is loud.
    /// - Parameter full: how high full scale is, in pixels; silence is a line.
    static func height(of value: UInt8, full: Int) -> Int {
        max(1, Int(saturating: (Double(value) / 255).squareRoot() * Double(full)))
    }
}

/// Finds out how loud a track is, bit by bit. Used from one thread at a time.
package final class AudioPeakReader {
    private let reader: AudioReader?
    private let converter: SampleConverter?
    /// Of all of it.
    private let count: Int
    private var position: Int64

    /// What is known so far.
    package private(set) var peaks: AudioPeaks

    /// - Parameters:
    ///   - duration: how much of the track is read.
    ///   - known: what was read of it before.
    /// - Throws: `MovieError`, or an error of FFmpeg's.
    package init(
        _ movie: MovieReader, track: Int, duration: MediaTime, known: AudioPeaks = AudioPeaks()
    ) throws {
        reader = try AudioReader(movie, track: track)
        converter = try reader.map { try SampleConverter(for: $0.model) }
        count = Int(duration.converted(to: AudioPeaks.rate, rounding: .up).value)
        peaks = known
        position = Int64(known.values.count) * Int64(reader?.sampleRate ?? 0) / Int64(AudioPeaks.rate)
        try reader?.seek(to: position)
    }

    /// How much is known, 0...1.
    package var progress: Double { count == 0 ? 1 : min(1, Double(peaks.values.count) / Double(count)) }

    /// Reads on. Blocks.
    /// - Parameter seconds: how much.
    /// - Returns: whether there is more.
    /// - Throws: `MovieError`, or an error of FFmpeg's.
    package func read(seconds: Int) throws -> Bool {
        let limit = min(count, peaks.values.count + seconds * Int(AudioPeaks.rate))
        guard let reader, let converter else {
            peaks.values += repeatElement(0, count: max(0, limit - peaks.values.count))
            return peaks.values.count < count
        }
        var peak: Float = 0
        while peaks.values.count < limit {
            let end = (Int64(peaks.values.count) + 1) * Int64(reader.sampleRate) / Int64(AudioPeaks.rate)
            let frame = try reader.read(from: position, count: Int(end - position))
            peak = max(peak, try converter.peak(of: frame))
            position += Int64(frame.sampleCount)
            guard position >= end else { continue }
            peaks.values.append(UInt8(exactly: (peak * 255).rounded()) ?? 255)
            peak = 0
        }
        return peaks.values.count < count
    }
}

extension EditSession {
    /// The audio tracks of the recording, but for the recorder's own mix of them: their places, and what they are called.
    package var waveformTracks: [(track: Int, title: String)] {
        movie.index.audioTracks.map { ($0, movie.streams[$0].title ?? "Audio") }
            .filter { $0.1 != MovieTrack.mixTitle }
    }

    /// How loud each of these tracks is. Blocks: an hour of one takes some ten seconds.
    /// - Throws: `MovieError`, or an error of FFmpeg's.
    package func audioPeaks() throws -> [AudioPeaks] {
        try waveformTracks.map { entry in
            let reader = try AudioPeakReader(movie, track: entry.track, duration: edit.duration)
            while try reader.read(seconds: 600) {}
            return reader.peaks
        }
    }
}

/// Finds the largest sample of audio in any format.
private struct SampleConverter {
    private let graph: FilterGraph?

    init(for model: Frame) throws {
        graph =
            model.isPlanarFloat ? nil : try .open("[in0]aformat=sample_fmts=fltp[out]", inputs: [.audio(like: model)])
    }

    func peak(of frame: Frame) throws -> Float {
        guard let graph else { return try frame.peak() }
        try graph.push(frame)
        var peak: Float = 0
        while case .next(let converted) = try graph.pull() { peak = max(peak, try converted.peak()) }
        return peak
    }
}

extension Frame {
    /// The largest sample of any channel; of planar floats.
    func peak() throws -> Float {
        try (0..<channelCount).map { channel in
            try withSamples(ofChannel: channel) { $0.reduce(0) { max($0, abs($1)) } }
        }.max() ?? 0
    }
}
